import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import type { Objection } from '../../browser/live-form.ts'
import { useDesk } from '../../desk.ts'
import { LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import type { Candidate } from './choose-candidates.ts'

type TransactionLineProps = {
  readonly candidate: Pick<
    Candidate,
    'id' | 'amount' | 'booked_at' | 'counterparty_last5' | 'counterparty_name'
  > & { readonly day_only?: boolean }
  readonly isChosen: boolean
  readonly objection?: Objection | undefined
  /** Whether somebody else has sent it, so that a reason is required. */
  readonly isFromOther?: boolean
  /** The parts of its amount, or its difference from the order's amount, if they differ. */
  readonly note?: Meaning
}

/** A transaction to choose, in one line. */
export function TransactionLine({
  candidate,
  isChosen,
  objection,
  isFromOther = false,
  note,
}: TransactionLineProps) {
  const { say } = useDesk()
  const { id, amount, booked_at: bookedAt, day_only: dayOnly = false } = candidate
  return (
    <label class="line-offer">
      <input
        type="checkbox"
        id={`transaction-${id}`}
        name="bank_transactions"
        value={String(id)}
        checked={isChosen}
        data-amount={amount}
        data-differs={objection}
        data-by-hand={isFromOther ? 'other' : undefined}
      />{' '}
      <b>
        <Money dollars={amount} />
      </b>{' '}
      {note === undefined ? null : <small>{say(note)}</small>}{' '}
      <LastFive account={candidate.counterparty_last5} />{' '}
      <OutsideText text={candidate.counterparty_name} />{' '}
      <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />
    </label>
  )
}

/** How far a transaction's amount is from the order's, in dollars. */
export const gapOf = (dollars: number): Meaning =>
  dollars < 0
    ? { zh: `少 ${moneyText(-dollars)}`, en: `${moneyText(-dollars)} less` }
    : { zh: `多 ${moneyText(dollars)}`, en: `${moneyText(dollars)} more` }

import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import type { ChoiceMark, Objection } from '../../browser/live-form.ts'
import { useDesk } from '../../desk.ts'
import { LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import type { Candidate } from './choose-candidates.ts'

type ChoiceProps = {
  readonly candidate: Pick<Candidate, 'id' | 'amount'>
  readonly isChosen: boolean
  readonly objection?: Objection | undefined
  /** Whether somebody else has sent it, so that a reason is required. */
  readonly isFromOther?: boolean
}

type TransactionBoxProps = ChoiceProps & {
  readonly look?: string
  readonly describedBy?: string
  readonly children: Child
}

/** A transaction's check box with its label; the page's script adds up the chosen amounts, and shows objections. */
export function TransactionBox({ look, children, describedBy, ...box }: TransactionBoxProps) {
  const { id, amount } = box.candidate
  return (
    <label class={look}>
      <input
        type="checkbox"
        id={`transaction-${id}`}
        name="bank_transactions"
        value={String(id)}
        checked={box.isChosen}
        data-amount={amount}
        data-marks={marksOf(box)}
        aria-describedby={describedBy}
      />{' '}
      {children}
    </label>
  )
}

function marksOf({ objection, isFromOther }: ChoiceProps): string | undefined {
  const otherPayer: ChoiceMark | false = isFromOther === true && 'other_payer'
  return [objection, otherPayer].filter((one) => one).join(' ') || undefined
}

type TransactionLineProps = ChoiceProps & {
  readonly candidate: Pick<Candidate, 'booked_at' | 'counterparty_last5' | 'counterparty_name'> & {
    readonly day_only?: boolean
  }
  /** The parts of its amount, or its difference from the order's amount, if they differ. */
  readonly note?: Meaning
}

/** A transaction to choose, in one line. */
export function TransactionLine(line: TransactionLineProps) {
  const { say } = useDesk()
  const { candidate, note } = line
  const { amount, booked_at: bookedAt, day_only: dayOnly = false } = candidate
  return (
    <TransactionBox {...line} look="line-offer">
      <b>
        <Money dollars={amount} />
      </b>{' '}
      {note === undefined ? null : <small>{say(note)}</small>}{' '}
      <LastFive account={candidate.counterparty_last5} />{' '}
      <OutsideText text={candidate.counterparty_name} />{' '}
      <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />
    </TransactionBox>
  )
}

/** How far a transaction's amount is from the order's, in dollars. */
export const gapOf = (dollars: number): Meaning =>
  dollars < 0
    ? { zh: `少 ${moneyText(-dollars)}`, en: `${moneyText(-dollars)} less` }
    : { zh: `多 ${moneyText(dollars)}`, en: `${moneyText(dollars)} more` }

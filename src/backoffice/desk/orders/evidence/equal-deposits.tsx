import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { doubtLabels } from '../../labels/auto-labels.ts'
import { reasonLabels, sourceLabels } from '../../labels/banking-labels.ts'
import { LongText } from '../../parts/long-text.tsx'
import { LastFive, Money, OutsideText, shortNumber, Time } from '../../parts/values.tsx'
import {
  type DepositList,
  isCollection,
  needsOperator,
  type OrderDetail,
  type OrderPageData,
} from '../order-details.ts'
import { type Candidate, fittingCandidates, isByOther } from './choose-candidates.ts'

/** A deposit that fits an order as well as another one, with all of the bank's values. */
type EqualDeposit = { readonly candidate: Candidate; readonly line: DepositList[number] }

/** The deposits that fit a waiting order equally and that a person compares; empty if its money is one deposit. */
export function equalDepositsOf(data: OrderPageData<OrderDetail>): readonly EqualDeposit[] {
  const { order, candidates, payerDeposits } = data
  if (!isCollection(order) || order.status !== 'pending' || needsOperator(data)) return []
  const good = fittingCandidates(order, candidates)
  const twins = good.flatMap((candidate) => {
    const line = payerDeposits.find(({ id }) => id === candidate.id)
    return line === undefined || candidate.fits_better !== null ? [] : [{ candidate, line }]
  })
  const isWhole = twins.length === good.length && twins.length <= columnsMax
  return isWhole && twins.length > 1 ? twins : []
}

// As many as fit on a phone; more are not compared side by side.
const columnsMax = 2

/** The fate of the other deposit, at the end of a button that settles by one. */
export const otherStays: Meaning = { zh: '，另一筆留待處理', en: '; the other one stays' }

type Props = {
  readonly order: OrderDetail
  readonly twins: readonly EqualDeposit[]
  readonly isChosen: (one: Candidate) => boolean
  /** The deposits that somebody else has sent, so that a reason is required. */
  readonly fromOthers: readonly Candidate[]
}

/** Deposits that fit an order equally, side by side with their differences marked, for a person to choose one. */
export function EqualDeposits({ order, twins, isChosen, fromOthers }: Props) {
  const { say } = useDesk()
  return (
    <div class="offer twins" id="twins">
      <p>
        {say({
          zh: `${twins.length} 筆款項都與訂單相符（`,
          en: `${twins.length} deposits fit the order alike (`,
        })}
        <Money dollars={order.amount} /> <LastFive account={order.last5} />
        {say({ zh: '）：請比對後選一筆。', en: '): compare, and choose one.' })}
      </p>
      <table>
        <thead>
          <tr>
            <td />
            {twins.map(({ candidate }) => (
              <th scope="col">
                <label>
                  <input
                    type="radio"
                    id={`transaction-${candidate.id}`}
                    name="bank_transactions"
                    value={String(candidate.id)}
                    checked={isChosen(candidate)}
                    required
                    data-amount={candidate.amount}
                    data-marks={fromOthers.includes(candidate) ? 'other_payer' : undefined}
                  />{' '}
                  <span class="sum">{shortNumber(String(candidate.id))}</span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(order, twins).map(([name, cells, isCare]) => {
            const isSame = cells.every(({ text }) => text === cells[0]?.text)
            return (
              <tr class={isSame ? undefined : 'differs care'}>
                <th scope="row">
                  {say(name)} {isSame ? null : <small>{say(differing)}</small>}
                </th>
                {cells.map(({ content }) => (
                  <td class={isCare ? 'care' : undefined}>{content}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const differing: Meaning = { zh: '不同', en: 'differs' }

type Cell = { readonly text: string; readonly content: Child }
type Row = readonly [name: Meaning, cells: readonly Cell[], isCare?: boolean]

function rowsOf(order: OrderDetail, twins: readonly EqualDeposit[]): readonly Row[] {
  const { say } = useDesk()
  const cells = (textOf: (twin: EqualDeposit) => string, show: (text: string) => Child) =>
    twins.map((twin) => ({ text: textOf(twin), content: textOf(twin) && show(textOf(twin)) }))
  const asText = (text: string) => <OutsideText text={text} />
  const all: readonly Row[] = [
    [
      { zh: '入帳時間', en: 'Booked' },
      cells(
        ({ line }) => line.booked_at,
        (at) => <Time at={at} brief="seconds" />,
      ),
    ],
    [
      { zh: '匯款人', en: 'Paid by' },
      cells(({ line }) => line.counterparty_name, asText),
      twins.some(({ candidate }) => isByOther(order, candidate)),
    ],
    [
      { zh: '來源', en: 'Source' },
      cells(({ line }) => `${say(sourceLabels[line.source])} ${line.posted_by}`, asText),
    ],
    [{ zh: '銀行編號', en: "Bank's number" }, cells(({ line }) => line.external_id ?? '', asText)],
    [
      { zh: '備註', en: 'Memo' },
      cells(
        ({ line }) => line.memo,
        (text) => <LongText text={text} />,
      ),
    ],
    [
      { zh: '注意', en: 'Look at' },
      cells(({ candidate }) => noticesOf(candidate).map(say).join(say(between)), asText),
      true,
    ],
  ]
  // A value that the bank gives for none of them has no row.
  return all.filter(([, texts]) => texts.some(({ text }) => text !== ''))
}

const between: Meaning = { zh: '；', en: '; ' }

// Without the values that the table itself shows.
function noticesOf({ doubts, reasons }: Candidate): readonly Meaning[] {
  const late = reasons.includes('late') ? [reasonLabels.late] : []
  const visible = doubts?.filter((doubt) => doubt !== 'two_transactions') ?? []
  return [...late, ...visible.map((doubt) => doubtLabels[doubt])]
}

import { settledAtOnceMax } from '../../../contract/back-office/states.ts'
import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { type Desk, useDesk } from '../desk.ts'
import { OutsideText, shortNumber } from '../parts/values.tsx'
import { orderName, orderNumber } from './order-name.ts'
import type { OutcomeOfOrder, OutcomeSummary } from './outcome-summary.ts'

/** The names of the first orders, by their transaction numbers; in full if they were not done. */
export async function outcomeNames(desk: Desk): Promise<ReadonlyMap<string, string>> {
  const { settled, others } = desk.attempt?.outcomes ?? nothing
  const all = [...others.map((one) => one.trade_no), ...settled.orders]
  const readings = all.slice(0, namedMax).map(async (tradeNo, n) => {
    const answer = await desk.ask('showCollection', { path: { trade_no: tradeNo } })
    if (!answer.ok) return []
    const { value: order } = answer
    if (n >= others.length) return [[tradeNo, orderNumber(order)] as const]
    const name = orderName({ ...order, name: order.payer_name || order.user_name }).join(' · ')
    return [[tradeNo, name] as const]
  })
  return new Map((await Promise.all(readings)).flat())
}

// Each name costs one call, hence the limit.
const namedMax = settledAtOnceMax

/** The outcomes of several orders: the number done, and each other one with its reason and remedy. */
export function Outcomes({ names }: { names: ReadonlyMap<string, string> }) {
  const { say, attempt } = useDesk()
  const { done, settled, others, more } = attempt?.outcomes ?? nothing
  const undone = others.length + more
  if (done + undone === 0) return null
  return (
    <section id="outcomes" role="status">
      <p class={undone === 0 ? 'notice done' : 'notice care'}>
        {say(settled.sum === 0 ? doneOf(done) : settledOf(done, settled.sum))}
        {undone === 0 ? null : (
          <b> {say({ zh: `未完成 ${undone} 筆：`, en: `Not done: ${undone}.` })}</b>
        )}
      </p>
      {settled.orders.length === 0 ? null : (
        <details>
          <summary>{say({ zh: '查看訂單', en: 'See them' })}</summary>
          <ul class="card">
            {settled.orders.map((tradeNo) => (
              <li>
                <a href={`/collections/${tradeNo}`}>
                  <OutsideText text={names.get(tradeNo) ?? shortNumber(tradeNo)} />
                </a>
              </li>
            ))}
            {done > settled.orders.length ? <li>…</li> : null}
          </ul>
        </details>
      )}
      {others.length === 0 ? null : (
        <ul class="outcomes">
          {others.map((one) => (
            <li>
              <a href={`/collections/${one.trade_no}`}>
                <OutsideText text={names.get(one.trade_no) ?? shortNumber(one.trade_no)} />
              </a>{' '}
              <OutcomeReason outcome={one} />
            </li>
          ))}
          {more === 0 ? null : <li>…</li>}
        </ul>
      )}
    </section>
  )
}

const doneOf = (done: number): Meaning => ({ zh: `已完成 ${done} 筆。`, en: `Done: ${done}.` })

const settledOf = (done: number, sum: number): Meaning => ({
  zh: `已入帳 ${done} 筆，${moneyText(sum)}。`,
  en: `${done} settled, ${moneyText(sum)}.`,
})

const nothing: OutcomeSummary = { done: 0, settled: { orders: [], sum: 0 }, others: [], more: 0 }

function OutcomeReason({ outcome: one }: { outcome: OutcomeOfOrder }) {
  const { say } = useDesk()
  const { outcome, message = '', approval_id: approval } = one
  if (approval !== undefined) {
    return (
      <a href={`/approvals/${approval}`}>
        {say({ zh: '等待另一位營運人員核准', en: 'Waits for another operator' })}
      </a>
    )
  }
  return <span title={outcome}>{message}</span>
}

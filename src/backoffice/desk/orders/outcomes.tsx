import type { Meaning } from '../../../units/language.ts'
import { type Desk, useDesk } from '../desk.ts'
import { Foreign, moneyText, shortNumber } from '../parts/values.tsx'
import { orderName } from './order-name.ts'
import type { OutcomeOfOrder, OutcomeSummary } from './outcome-summary.ts'

/** What the first orders are called that were not done, by their transaction numbers. */
export async function outcomeNames(desk: Desk): Promise<ReadonlyMap<string, string>> {
  const { others } = desk.attempt?.outcomes ?? nothing
  const named = others.slice(0, namedMax).map(async ({ trade_no: tradeNo }) => {
    const answer = await desk.ask('showCollection', { path: { trade_no: tradeNo } })
    if (!answer.ok) return []
    const { value: order } = answer
    const name = orderName({ ...order, name: order.payer_name || order.user_name }).join(' · ')
    return [[tradeNo, name] as const]
  })
  return new Map((await Promise.all(named)).flat())
}

// Each is read by itself.
const namedMax = 5

/** What became of several orders: how many are done, and each that is not, with why and what to do. */
export function Outcomes({ names }: { names: ReadonlyMap<string, string> }) {
  const { say, attempt } = useDesk()
  const { done, settled, others, more } = attempt?.outcomes ?? nothing
  const undone = others.length + more
  if (done + undone === 0) return null
  return (
    <section id="outcomes" role="status">
      <p class={undone === 0 ? 'notice done' : 'notice care'}>
        {say(settled.orders.length === 0 ? doneOf(done) : settledOf(done, settled.sum))}
        {settled.orders.map((tradeNo) => (
          <>
            {' '}
            <a href={`/collections/${tradeNo}`}>{shortNumber(tradeNo)}</a>
          </>
        ))}
        {undone === 0 ? null : (
          <b> {say({ zh: `未完成 ${undone} 筆：`, en: `Not done: ${undone}.` })}</b>
        )}
      </p>
      {others.length === 0 ? null : (
        <ul class="outcomes">
          {others.map((one) => (
            <li>
              <a href={`/collections/${one.trade_no}`}>
                <Foreign text={names.get(one.trade_no) ?? shortNumber(one.trade_no)} />
              </a>{' '}
              <Why outcome={one} />
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
  zh: `已入帳 ${done} 筆，${moneyText(sum)}：`,
  en: `${done} settled, ${moneyText(sum)}:`,
})

const nothing: OutcomeSummary = { done: 0, settled: { orders: [], sum: 0 }, others: [], more: 0 }

function Why({ outcome: one }: { outcome: OutcomeOfOrder }) {
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

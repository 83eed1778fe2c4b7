import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { useDesk } from '../desk.ts'
import { ShortNumber } from '../parts/values.tsx'

/** What became of one of several orders. */
export type OutcomeOfOrder =
  | AnswerOf<'settleCollections'>['items'][number]
  | AnswerOf<'reassignCollections'>['items'][number]

const isDone = ({ outcome }: OutcomeOfOrder) => outcome === 'settled' || outcome === 'matched'

/** What became of several orders: how many are done, and each that is not, with why and what to do. */
export function Outcomes({ outcomes }: { outcomes: readonly OutcomeOfOrder[] }) {
  const { say } = useDesk()
  if (outcomes.length === 0) return null
  const done = outcomes.filter(isDone).length
  const others = outcomes.filter((one) => !isDone(one))
  return (
    <section id="outcomes" role="status">
      <p class={others.length === 0 ? 'notice done' : 'notice care'}>
        {say({
          zh: `已完成 ${done} 筆${others.length === 0 ? '。' : `，未完成 ${others.length} 筆：`}`,
          en: `Done: ${done}${others.length === 0 ? '.' : `. Not done: ${others.length}.`}`,
        })}
      </p>
      {others.length === 0 ? null : (
        <ul class="outcomes">
          {others.map((one) => (
            <li>
              <a href={`/collections/${one.trade_no}`}>
                <ShortNumber text={one.trade_no} />
              </a>{' '}
              <Why outcome={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

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

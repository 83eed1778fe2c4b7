import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { actionLabels } from '../../labels/order-labels.ts'
import { beyondAgents, codeLabel } from '../../labels/refusal-labels.ts'
import type { OrderDetail } from '../order-details.ts'
import { HoldForms } from '../page/hold-notice.tsx'

type OrderFormsProps = {
  readonly order: OrderDetail
  /** The usual act, and its alternatives. */
  readonly children: Child
  readonly others: Child
}

/** The forms of an order for its reader, and why the other calls are not possible now. */
export function OrderForms({ order, children, others }: OrderFormsProps) {
  const { say } = useDesk()
  return (
    <section class="acts" id="acts" data-parts>
      <h2>{say({ zh: '可以做的事', en: 'What you can do' })}</h2>
      {order.actions.some(({ allowed }) => allowed) ? null : <p>{say(whyNothing(order))}</p>}
      {children}
      <section class="other-ways" id="other-ways" data-parts>
        <h3>{say({ zh: '其他方式', en: 'Other ways' })}</h3>
        {others}
        <HoldForms order={order} />
      </section>
      {order.status === 'pending' ? <NotNow order={order} /> : null}
    </section>
  )
}

function whyNothing({ actions, agent }: OrderDetail): Meaning {
  const isOthers = actions.some(({ reason }) => reason === 'taken')
  return isOthers
    ? { zh: `目前由 ${agent} 處理。`, en: `Taken by ${agent}.` }
    : { zh: '目前沒有可做的事。', en: 'Nothing just now.' }
}

function NotNow({ order: { actions, agent } }: { order: OrderDetail }) {
  const { say, identity } = useDesk()
  const refused = actions.filter(({ allowed }) => !allowed)
  const why = (name: string, reason: string) =>
    // The API refuses to match an order that has a match already, the reader's own included.
    name === 'match' && reason === 'taken' && [identity.name, ''].includes(agent)
      ? hasAccount
      : name === 'process' && reason === 'forbidden'
        ? beyondAgents
        : codeLabel(reason)
  if (refused.length === 0) return null
  return (
    <details class="more" id="not-now">
      <summary>
        {say({ zh: '目前不能做的事，及其原因', en: 'What cannot be done now, and why' })}
      </summary>
      <dl class="facts">
        {refused.map(({ name, reason = '' }) => (
          <div>
            <dt>{say(actionLabels[name])}</dt>
            <dd>
              <span title={reason}>{say(why(name, reason))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const hasAccount: Meaning = {
  zh: '已指定帳戶；要改須先列為例外',
  en: 'It has an account: report an exception first to give it another',
}

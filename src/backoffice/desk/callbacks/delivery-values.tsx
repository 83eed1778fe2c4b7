import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { CallbackState, Outcome } from '../../../contract/callbacks/callback-states.ts'
import { useDesk } from '../desk.ts'
import { outcomeAdvice, outcomeMeaning } from '../labels/callback-labels.ts'
import { fieldLabels } from '../labels/field-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { callbackStateLabels, callbackTones, outcomeLabels } from '../labels/order-labels.ts'
import type { Column } from '../parts/list.tsx'
import { LongText } from '../parts/long-text.tsx'
import { Badge } from '../parts/values.tsx'

type StateProps = { state: CallbackState | 'ended'; last: Outcome | null }

/** The state of a callback. One that waits for another attempt after a failed one needs care. */
export function StateBadge({ state, last }: StateProps) {
  const { say } = useDesk()
  const isFailing = state === 'due' && last !== null && last !== 'delivered'
  const tone = isFailing ? 'care' : callbackTones[state]
  return <Badge tone={tone}>{say(callbackStateLabels[state])}</Badge>
}

/** The outcome of an attempt, with the status of the answer unless the outcome says it. */
export function OutcomeBadge({ outcome, status }: { outcome: Outcome; status: number | null }) {
  const { say } = useDesk()
  const word = outcome.startsWith('http_') && status !== null ? `HTTP ${status}` : null
  return (
    <Badge tone={outcome === 'delivered' ? 'done' : 'wrong'}>
      {word ?? say(labelFor(outcomeLabels, outcome))}
    </Badge>
  )
}

/** The problem of an attempt, and what the merchant's engineer should do. */
export function Advice({ outcome }: { outcome: Outcome }) {
  const { say } = useDesk()
  return (
    <p class={`notice ${outcome === 'delivered' ? 'done' : 'care'}`}>
      {say(outcomeMeaning[outcome])}
      {say({ zh: '', en: ' ' })}
      {say(outcomeAdvice[outcome])}
    </p>
  )
}

/** The parameters that a callback sends, but for those of each attempt. */
export function SentBody({ body }: { body: Readonly<Record<string, unknown>> }) {
  const { say } = useDesk()
  return (
    <dl class="facts">
      {Object.entries(body).map(([name, value]) => (
        <div>
          <dt title={name}>{say(labelFor(fieldLabels, name))}</dt>
          <dd>
            <LongText text={String(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

// As both the page of an order and that of a callback have it.
type Attempt = AnswerOf<'showCollection'>['attempts'][number]

export const outcomeColumns: readonly Column<Attempt>[] = [
  {
    name: { zh: '結果', en: 'Outcome' },
    cell: ({ outcome, http_status: status }) => <OutcomeBadge outcome={outcome} status={status} />,
  },
  {
    name: { zh: '耗時', en: 'Took' },
    isAmount: true,
    cell: ({ duration_ms: ms }) => `${Math.round(ms).toLocaleString('en-US')} ms`,
  },
  { name: { zh: '對方的回應', en: 'Answer' }, cell: ({ answer }) => <LongText text={answer} /> },
]

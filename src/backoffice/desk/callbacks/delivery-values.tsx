import type { CallbackState, Outcome } from '../../../contract/callbacks/callback-states.ts'
import { useDesk } from '../desk.ts'
import { outcomeAdvice, outcomeMeaning } from '../labels/callback-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { callbackStateLabels, outcomeLabels } from '../labels/order-labels.ts'
import { Badge, Foreign, type Tone } from '../parts/values.tsx'

type State = CallbackState | 'ended'

const tones: Readonly<Record<State, Tone>> = {
  due: 'busy',
  delivered: 'done',
  given_up: 'wrong',
  parked: 'wrong',
  ended: 'over',
}

/** The state of a callback. One that waits for another attempt after a failed one needs care. */
export function StateBadge({ state, last }: { state: State; last: Outcome | null }) {
  const { say } = useDesk()
  const isFailing = state === 'due' && last !== null && last !== 'delivered'
  return <Badge tone={isFailing ? 'care' : tones[state]}>{say(callbackStateLabels[state])}</Badge>
}

/** How an attempt ended: in a word, with the status of the answer where the word does not say it. */
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

/** The server of an address: its origin, which a receiver is known by. */
export function Server({ url }: { url: string }) {
  return <Foreign text={URL.parse(url)?.host ?? url} />
}

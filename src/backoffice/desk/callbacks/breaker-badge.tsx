import type { BreakerState } from '../../../contract/callbacks/callback-states.ts'
import { useDesk } from '../desk.ts'
import { receiverLabels } from '../labels/callback-labels.ts'
import { Badge, type Tone, Until } from '../parts/values.tsx'

const tones: Readonly<Record<keyof typeof receiverLabels, Tone>> = {
  closed: 'done',
  failing: 'care',
  open: 'wrong',
  half_open: 'care',
}

type BreakerBadgeProps = {
  readonly breaker: BreakerState
  readonly until: string | null
  readonly isFailing: boolean
}

/** Whether callbacks to a receiver are attempted, and how long its pause lasts. */
export function BreakerBadge({ breaker, until, isFailing }: BreakerBadgeProps) {
  const { say } = useDesk()
  const state = breaker === 'closed' && isFailing ? 'failing' : breaker
  return (
    <>
      <Badge tone={tones[state]}>{say(receiverLabels[state])}</Badge>{' '}
      {breaker === 'open' ? (
        <small>
          {say({ zh: '再試：', en: 'tried again ' })}
          <Until at={until} />
        </small>
      ) : null}
    </>
  )
}

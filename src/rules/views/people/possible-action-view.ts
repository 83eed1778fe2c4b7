import type { PossibleAction } from '../../orders/possible-actions.ts'

/** A reader's possible action on an order, or why it is impossible (back office §7). */
export function possibleActionView({ name, refusal, needsSecond }: PossibleAction) {
  const allowed = refusal === null
  return { name, allowed, ...(allowed ? {} : { reason: refusal }), needs_second: needsSecond }
}

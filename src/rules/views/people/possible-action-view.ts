import type { PossibleAction } from '../../orders/possible-action.ts'

/** What the reader of an order can do with it, or why not (back office §7). */
export function possibleActionView({ name, refusal, needsSecond }: PossibleAction) {
  const allowed = refusal === null
  return { name, allowed, ...(allowed ? {} : { reason: refusal }), needs_second: needsSecond }
}

import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import { isGiven, textOf } from '../contract/sent-parameter.ts'
import type { SentBody } from './read-body.ts'

/** The parameter by which a test merchant asks for a fault, at any endpoint. A real merchant's is ignored. */
export const faultName = 'sandbox_fault'

/** What a request of a test merchant is refused with; `isDone` where it is carried out all the same. */
export type SandboxFault = { readonly code: RefusalCode; readonly isDone: boolean }

const faults: ReadonlyMap<string | null, SandboxFault> = new Map([
  ['429', { code: 'too_many_requests', isDone: false }],
  ['500', { code: 'internal_error', isDone: false }],
  ['503', { code: 'unavailable', isDone: false }],
  ['lost', { code: 'internal_error', isDone: true }],
])

/** The fault that a body asks for; undefined where it asks for none that there is. */
export function faultIn({ named }: SentBody): SandboxFault | undefined {
  const asked = named.get(faultName)
  return isGiven(asked) ? faults.get(textOf(asked)) : undefined
}

/** The refusal that plays a fault. */
export function refusalOfFault({ code }: SandboxFault): Refusal {
  return new Refusal(code, code === 'internal_error' ? {} : { retryAfterSeconds: 1 })
}

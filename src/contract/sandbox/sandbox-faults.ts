import { Refusal, type RefusalCode } from '../refusals.ts'
import { isGiven, type SentValue, sentText } from '../sent-parameter.ts'

/** The parameter by which a test merchant asks for a fault, at any endpoint. Ignored for a real merchant. */
export const faultName = 'sandbox_fault'

/** The refusal of a test merchant's request; with `isDone` the request is carried out all the same. */
type SandboxFault = { readonly code: RefusalCode; readonly isDone: boolean }

const faults: ReadonlyMap<string | null, SandboxFault> = new Map([
  ['429', { code: 'too_many_requests', isDone: false }],
  ['500', { code: 'internal_error', isDone: false }],
  ['503', { code: 'unavailable', isDone: false }],
  ['lost', { code: 'internal_error', isDone: true }],
])

/** The fault that a body asks for, if it is a known one. */
export function faultIn(parameters: ReadonlyMap<string, SentValue>): SandboxFault | undefined {
  const value = parameters.get(faultName)
  return isGiven(value) ? faults.get(sentText(value)) : undefined
}

/** The refusal for a requested fault. */
export function refusalOfFault({ code }: SandboxFault): Refusal {
  return new Refusal(code, code === 'internal_error' ? {} : { retryAfterSeconds: 1 })
}

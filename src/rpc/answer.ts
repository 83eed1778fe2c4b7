import type { Answer } from '../contract/back-office/call.ts'
import { faultText } from '../contract/log-redaction.ts'
import { Refusal, refusedAnswer } from '../contract/refusals.ts'
import { refusalOfFailure } from '../operations/answer-in-time.ts'

/**
 * Turns an operation's result or error into a plain answer, because errors lose their class between two Workers. The
 * other Worker logs a fault, because it has the id of the request.
 */
export async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...refusedAnswer(error) }
    const refusal = refusalOfFailure(error) ?? new Refusal('internal_error')
    const refused = { ok: false, ...refusedAnswer(refusal) } as const
    if (refusal.details.isMaintenance === true) return refused
    return { ...refused, fault: faultText(error) }
  }
}

/** The `props` of a private Worker's service binding. */
export type EntrypointProps = { readonly caller: string }

/** Throws unless a binding's `props` name the back office. */
export function requireBackOffice(props: EntrypointProps | undefined): void {
  if (props?.caller !== 'backoffice') throw new Error('this entrypoint serves the back office only')
}

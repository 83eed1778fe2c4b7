import type { Answer } from '../contract/back-office-calls.ts'
import { faultText } from '../contract/log-redaction.ts'
import { refusals } from '../contract/refusal-table.ts'
import { Refusal } from '../contract/refusals.ts'
import { writeLog } from '../platform/log.ts'

/** Turns what an operation returns or throws into a plain answer: errors lose their class between two Workers. */
export async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, status, details } = error
      const { errors, taken_by: takenBy, retryAfterSeconds } = details
      return {
        ok: false,
        status,
        error: code,
        message,
        ...(errors === undefined ? {} : { errors }),
        ...(takenBy === undefined ? {} : { taken_by: takenBy }),
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
      }
    }
    writeLog({ event: 'fault', fault: faultText(error) })
    const { status, message } = refusals.internal_error
    return { ok: false, error: 'internal_error', status, message }
  }
}

/** What the binding of a private Worker says of it (`props` in its configuration). */
export type Caller = { readonly caller: string }

/** Refuses to serve a binding that does not say it is the back office's. */
export function requireBackOffice(props: Caller | undefined): void {
  if (props?.caller !== 'backoffice') throw new Error('this entrypoint serves the back office only')
}

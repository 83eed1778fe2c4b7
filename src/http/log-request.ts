import type { Context } from 'hono'
import { loggedPath } from '../contract/log-texts.ts'
import { writeLog } from '../env.ts'

/** What is known of a request once it is answered. */
type Answered = {
  readonly requestId: string
  /** UTC milliseconds. */
  readonly started: number
  readonly error: string | undefined
  readonly uid?: string | undefined
}

/** Writes the one wide line that a request leaves in the log. */
export function logRequest(c: Context, { requestId, started, error, uid }: Answered): void {
  writeLog({
    event: 'request',
    request_id: requestId,
    method: c.req.method,
    path: loggedPath(c.req.path, nameLengthMax),
    status: c.res.status,
    error,
    uid,
    duration_ms: Date.now() - started,
    country: c.req.header('cf-ipcountry'),
  })
}

// However mistyped a token is, and on whichever host it was asked for.
const nameLengthMax = 20

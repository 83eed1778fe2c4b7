import type { Context } from 'hono'
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
    path: loggedPath(c.req.path),
    status: c.res.status,
    error,
    uid,
    duration_ms: Date.now() - started,
    country: c.req.header('cf-ipcountry'),
  })
}

const nameLengthMax = 20
const linkIdLength = 9

/**
 * A path as the log may have it. A wait page's token opens the page to whoever has it, so of a long name only the
 * beginning is kept: of a token that is the link's id. On whichever host it was asked for, and however mistyped.
 */
function loggedPath(path: string): string {
  const names = path.split('/')
  return names
    .map((name) => (name.length > nameLengthMax ? `${name.slice(0, linkIdLength)}…` : name))
    .join('/')
}

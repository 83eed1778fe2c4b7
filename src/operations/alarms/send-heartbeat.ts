import type { Context } from '../../context.ts'
import { sendRequest } from './send-message.ts'

/**
 * Reports to `HEARTBEAT_URL` that the minute's jobs have run; its monitor notices when the cron stops. Never throws: a
 * failure is logged.
 */
export async function sendHeartbeat(context: Context): Promise<void> {
  const { heartbeatUrl } = context.settings
  if (heartbeatUrl === null) return
  const { outcome, httpStatus } = await sendRequest(context, heartbeatUrl.href, { method: 'GET' })
  if (outcome === 'delivered') return
  context.log({ event: 'heartbeat_failed', outcome, http_status: httpStatus })
}

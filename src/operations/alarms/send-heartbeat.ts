import type { Context } from '../../context.ts'
import { sendRequest } from './send-message.ts'

/**
 * Tells the address of `HEARTBEAT_URL` that the minute's jobs have run: whoever waits for it there notices when the
 * cron does not. Never throws; what the address does not take is a log line.
 */
export async function sendHeartbeat(context: Context): Promise<void> {
  const { heartbeatUrl } = context.settings
  if (heartbeatUrl === null) return
  const { outcome, httpStatus } = await sendRequest(context, heartbeatUrl.href, { method: 'GET' })
  if (outcome === 'delivered') return
  context.log({ event: 'heartbeat_failed', outcome, http_status: httpStatus })
}

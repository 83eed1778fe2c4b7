import { createHash } from 'node:crypto'

/** The `webhook-id` of a message about these ids, the same for every such message. */
export function messageId(ids: readonly string[]): string {
  return `alarms_${createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32)}`
}

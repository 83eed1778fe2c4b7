import { createHash } from 'node:crypto'

/** The `webhook-id` of a message that tells of these things: the same whenever it tells of the same. */
export function messageId(ids: readonly string[]): string {
  return `alarms_${createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32)}`
}

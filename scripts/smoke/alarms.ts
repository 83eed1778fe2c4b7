import type { AlarmName } from '../../src/contract/back-office/states.ts'
import { must } from './check.ts'
import { type Client, type Json, jsonOf } from './client.ts'
import type { SmokeOptions } from './options.ts'

// The alarms that a new version can raise within minutes. Alarms about banks, people and copies have other causes.
const alarmsOfVersions: readonly AlarmName[] = [
  'callback_backlog',
  'callbacks_parked',
  'dead_wake_ups',
  'sweep_stopped',
  'job_failing',
  'server_errors',
  'database_down',
  'wrong_secrets_key',
  'books_differ',
]

/**
 * The standing alarms that a new version can raise, each with its subject: `server_errors`, `sweep_stopped of database 1`.
 * None without a back office. Throws `CheckFailure` if the back office does not answer with alarms.
 */
export async function standingAlarms(
  client: Client,
  { backofficeUrl, access }: Pick<SmokeOptions, 'backofficeUrl' | 'access'>,
): Promise<readonly string[]> {
  if (backofficeUrl === null) return []
  const reply = await client.send(new URL('/api/alarms', backofficeUrl), undefined, access ?? {})
  const { items } = jsonOf(reply)
  must(
    Array.isArray(items),
    `/api/alarms of the back office answers ${reply.status} without alarms`,
  )
  return items
    .filter(({ name, state }: Json) => state === 'standing' && alarmsOfVersions.includes(name))
    .map(({ name, subject: { kind, id } }: Json) =>
      id === null ? name : `${name} of ${kind} ${id}`,
    )
}

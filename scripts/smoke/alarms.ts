import type { AlarmName } from '../../src/contract/back-office/states.ts'
import { must } from './check.ts'
import { type Client, type Json, jsonOf } from './client.ts'
import type { SmokeOptions } from './options.ts'

// The alarms that a new version can raise within minutes. Alarms of banks, people and copies have other causes.
const ofVersions: readonly AlarmName[] = [
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
 * The alarms that stand and can come from a new version, each with what it is about: `server_errors`,
 * `sweep_stopped of database 1`. None without a back office. Throws `Wrong` where the back office does not tell.
 */
export async function standingAlarms(
  client: Client,
  { backofficeUrl, access }: Pick<SmokeOptions, 'backofficeUrl' | 'access'>,
): Promise<readonly string[]> {
  if (backofficeUrl === null) return []
  const reply = await client.send(new URL('/api/alarms', backofficeUrl), undefined, access ?? {})
  const { items } = jsonOf(reply)
  must(Array.isArray(items), `/api/alarms of the back office answers ${reply.status} and no alarms`)
  return items
    .filter(({ name, state }: Json) => state === 'standing' && ofVersions.includes(name))
    .map(({ name, subject: { kind, id } }: Json) =>
      id === null ? name : `${name} of ${kind} ${id}`,
    )
}

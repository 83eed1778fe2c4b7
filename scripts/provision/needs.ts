import { join } from 'node:path'
import { parseSettings } from '../../src/settings.ts'
import { Problem, reasonOf } from '../command/problem.ts'
import type { ResourceKind } from './account.ts'
import {
  type Configuration,
  environmentsOf,
  parseToml,
  readConfiguration,
  type Toml,
} from './configuration.ts'
import { type BoundId, idField, statedId } from './ids-in-file.ts'

/** The wrangler files in the order of deployment: the public Worker first, because the back office is bound to it. */
export const configurationFiles = ['wrangler.toml', 'wrangler.backoffice.toml'] as const

export type WorkerNeeds = {
  readonly file: string
  readonly name: string
  readonly configuration: Configuration
  readonly target: readonly string[]
}

export type ResourceNeeds = {
  readonly kind: ResourceKind
  readonly name: string
  /** The place of its id in a wrangler file, and the id, null before its creation; queues and buckets have none. */
  readonly bound?: Omit<BoundId, 'id'> & { readonly file: string; readonly id: string | null }
}

/** The Workers and resources of an environment, from its wrangler files. */
export type Needs = {
  readonly env: string
  readonly workers: readonly WorkerNeeds[]
  readonly resources: readonly ResourceNeeds[]
}

/** Reads the needs of an environment. Throws a problem if the files are inconsistent. */
export function needsOf(folder: string, env: string): Needs {
  refuseSharedIds(folder, env)
  const workers = configurationFiles.map((file) => {
    const path = join(folder, file)
    if (!environmentsOf(path).includes(env)) {
      throw new Problem(`${file} has no environment "${env}".`)
    }
    const configuration = readConfiguration(path, env)
    const refused = refusedSettings(file, configuration)
    if (refused !== null) throw new Problem(refused)
    const target = ['-c', file, '-e', env]
    return { file, name: configuration.name ?? '', configuration, target }
  })
  const all = workers.flatMap((worker) => resourcesOf(worker, env))
  // The producer and the consumer of a queue both list it.
  const resources = new Map(all.map((one) => [`${one.kind} ${one.name}`, one]))
  return { env, workers, resources: [...resources.values()] }
}

function resourcesOf({ file, name, configuration }: WorkerNeeds, env: string): ResourceNeeds[] {
  const { d1_databases, kv_namespaces, r2_buckets, queues } = configuration
  const databases = d1_databases.map(({ binding, database_name, database_id }) => {
    if (database_name === undefined) {
      throw new Problem(`${file}: the database ${binding} of ${env} has no database_name.`)
    }
    const bound = { file, env, table: 'd1_databases', binding, id: statedId(database_id) } as const
    return { kind: 'database', name: database_name, bound } as const
  })
  const namespaces = kv_namespaces.map(({ binding, id }) => {
    const suffix = binding.toLowerCase().replaceAll('_', '-')
    const bound = { file, env, table: 'kv_namespaces', binding, id: statedId(id) } as const
    return { kind: 'namespace', name: `${name}-${suffix}`, bound } as const
  })
  const queueNames = [
    ...(queues.producers ?? []).map(({ queue }) => queue),
    ...(queues.consumers ?? []).flatMap((one) => [one.queue, one.dead_letter_queue ?? one.queue]),
  ]
  return [
    ...databases,
    ...namespaces,
    ...queueNames.map((queue) => ({ kind: 'queue', name: queue }) as const),
    ...r2_buckets.map((one) => ({ kind: 'bucket', name: one.bucket_name ?? '' }) as const),
  ]
}

/** The message about variables for which the public Worker would answer 500; null if it accepts all. Keys are placeholders. */
export function refusedSettings(file: string, { vars, secrets }: Configuration): string | null {
  if (secrets?.required === undefined) return null
  const key = btoa('0'.repeat(32))
  const keys = Object.fromEntries(secrets.required.map((name) => [name, key]))
  try {
    parseSettings({ ...vars, ...keys } as unknown as Env)
    return null
  } catch (error) {
    const reason = reasonOf(error).replace(/^settings: /, '')
    return `${file} has variables that the Worker refuses; nothing was done: ${reason}`
  }
}

// Two environments on the same database would overwrite each other's data; two bindings would count each merchant twice.
function refuseSharedIds(folder: string, env: string): void {
  const places = new Map<string, { env: string; where: string }>()
  for (const file of configurationFiles) {
    const raw = parseToml(join(folder, file))
    const parts: [string, Toml][] = [['', raw], ...Object.entries(raw.env ?? {})]
    for (const entry of parts.flatMap(([part, bindings]) => idsIn(file, part, bindings))) {
      const other = places.get(entry.id)
      if (other !== undefined && [entry.env, other.env].includes(env)) {
        throw new Problem(
          `${other.where} and ${entry.where} have the same id, ${entry.id}, but each needs its own. ` +
            'Replace the wrong one with zeros, and repeat the command.',
        )
      }
      places.set(entry.id, entry)
    }
  }
}

function idsIn(file: string, env: string, bindings: Toml) {
  return (['d1_databases', 'kv_namespaces'] as const).flatMap((table) =>
    (bindings[table] ?? []).flatMap((entry) => {
      const id = statedId(entry[idField[table]])
      const where = `${entry.binding} of ${env || 'the top level'} in ${file}`
      return id === null ? [] : [{ env, where, id }]
    }),
  )
}

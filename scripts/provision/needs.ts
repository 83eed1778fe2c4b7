import { join } from 'node:path'
import { parseSettings } from '../../src/settings.ts'
import {
  type Configuration,
  environmentsOf,
  parseToml,
  type Raw,
  readConfiguration,
} from './configuration.ts'
import { type BoundId, idField, isPlaceholder } from './ids-in-file.ts'
import { Problem } from './problem.ts'

/** The wrangler files, in the order in which their Workers are deployed: the public one first, which the other is bound to. */
export const configurationFiles = ['wrangler.toml', 'wrangler.backoffice.toml'] as const

/** One of the two Workers of an environment. */
export type WorkerNeeds = {
  readonly file: string
  readonly name: string
  readonly configuration: Configuration
  /** What tells wrangler that it is about this Worker. */
  readonly target: readonly string[]
}

/** Something with an id that a binding stands for. */
export type Bound = Omit<BoundId, 'id'> & {
  readonly file: string
  /** Its name in the account. */
  readonly name: string
  /** What the file says; null for nothing yet. */
  readonly id: string | null
}

/** What an environment is made of, as its wrangler files say. */
export type Needs = {
  readonly env: string
  readonly workers: readonly WorkerNeeds[]
  /** Databases in the order of their bindings, then namespaces. */
  readonly bound: readonly Bound[]
  readonly queues: readonly string[]
  readonly buckets: readonly string[]
}

/** Reads what an environment needs. Throws a problem where the files cannot be meant so. */
export function needsOf(folder: string, env: string): Needs {
  const workers = configurationFiles.map((file) => {
    const path = join(folder, file)
    if (!environmentsOf(path).includes(env)) {
      throw new Problem(`${file} has no environment "${env}".`)
    }
    const configuration = readConfiguration(path, env)
    return {
      file,
      name: configuration.name ?? '',
      configuration,
      target: ['-c', file, '-e', env],
    }
  })
  refuseSharedIds(folder, env)
  for (const worker of workers) refuseWrongSettings(worker, env)
  const all = workers.map(({ configuration }) => configuration)
  return {
    env,
    workers,
    bound: workers.flatMap((worker) => boundIn(worker, env)),
    queues: distinct(all.flatMap(queuesIn)),
    buckets: distinct(
      all.flatMap(({ r2_buckets }) => r2_buckets.map((one) => one.bucket_name ?? '')),
    ),
  }
}

function boundIn({ file, name, configuration }: WorkerNeeds, env: string): Bound[] {
  const databases = configuration.d1_databases.map((one) => {
    const id = isPlaceholder(one.database_id) ? null : (one.database_id ?? null)
    const { binding, database_name } = one
    if (database_name === undefined) {
      throw new Problem(`${file}: the database ${binding} of ${env} has no database_name.`)
    }
    return { file, env, table: 'd1_databases', binding, name: database_name, id } as const
  })
  const namespaces = configuration.kv_namespaces.map(({ binding, id }) => {
    const suffix = binding.toLowerCase().replaceAll('_', '-')
    const stated = isPlaceholder(id) ? null : (id ?? null)
    const table = 'kv_namespaces'
    return { file, env, table, binding, name: `${name}-${suffix}`, id: stated } as const
  })
  return [...databases, ...namespaces]
}

function queuesIn({ queues }: Configuration): string[] {
  return [
    ...(queues.producers ?? []).map(({ queue }) => queue),
    ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) =>
      dead_letter_queue === undefined ? [queue] : [queue, dead_letter_queue],
    ),
  ]
}

// As the public Worker itself would at each request, with a 500. Its keys are not known here.
function refuseWrongSettings({ file, configuration }: WorkerNeeds, env: string): void {
  const { vars, secrets } = configuration
  if (secrets?.required === undefined) return
  const key = btoa('0'.repeat(32))
  const keys = Object.fromEntries(secrets.required.map((name) => [name, key]))
  try {
    parseSettings({ ...vars, ...keys } as unknown as Env)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^settings: /, '') : error
    throw new Problem(
      `${file} has variables of ${env} that the Worker refuses, so that nothing was done: ${why}`,
    )
  }
}

type Stated = { readonly env: string; readonly where: string; readonly id: string }

// Two environments on one database would be each other's end, and two bindings on one count each merchant twice.
function refuseSharedIds(folder: string, env: string): void {
  const all = configurationFiles.flatMap((file) => statedIn(file, parseToml(join(folder, file))))
  for (const [n, one] of all.entries()) {
    const other = all.slice(0, n).find(({ id }) => id === one.id)
    if (other === undefined || ![one.env, other.env].includes(env)) continue
    throw new Problem(
      `${other.where} and ${one.where} have the same id, ${one.id}: each needs one of its own. ` +
        'Put zeros where it does not belong, and give the same command again.',
    )
  }
}

function statedIn(file: string, raw: Raw): Stated[] {
  const parts = [['', raw] as const, ...Object.entries(raw.env ?? {})]
  return parts.flatMap(([env, part]) =>
    Object.entries(idField).flatMap(([table, field]) => {
      const bindings: unknown = part[table]
      return (Array.isArray(bindings) ? bindings : []).flatMap((one) => {
        const id = String(one[field] ?? '')
        const where = `${one.binding} of ${env || 'the top level'} in ${file}`
        return isPlaceholder(id) ? [] : [{ env, where, id }]
      })
    }),
  )
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

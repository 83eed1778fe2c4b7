import * as z from 'zod/mini'
import { type Answer, failedRun, said, unreadable, type Wrangler } from './wrangler.ts'

/** A thing of the account that has an id beside its name. */
export type Named = { readonly id: string; readonly name: string }

const login = z.object({
  loggedIn: z.boolean(),
  accounts: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
})
const databases = z.array(z.object({ uuid: z.string(), name: z.string() }))
const namespaces = z.array(z.object({ id: z.string(), title: z.string() }))
const secrets = z.array(z.object({ name: z.string() }))
const deployment = z.object({ versions: z.array(z.object({ percentage: z.number() })) })
const rows = z.array(z.object({ success: z.literal(true), results: z.array(z.unknown()) }))

/** The accounts that the login reaches; null when nobody is logged in. */
export async function accountsOfLogin(wrangler: Wrangler): Promise<readonly Named[] | null> {
  const args = ['whoami', '--json']
  const answer = await wrangler(args)
  if (/"loggedIn":\s*false/.test(answer.stdout)) return null
  if (answer.code !== 0) throw failedRun('Asking who is logged in', args, answer)
  return read(login, args, answer).accounts ?? []
}

/** Every D1 database of the account. */
export async function databasesOf(wrangler: Wrangler): Promise<readonly Named[]> {
  const args = ['d1', 'list', '--json']
  const listed = read(databases, args, await done('Listing D1 databases', wrangler, args))
  return listed.map(({ uuid, name }) => ({ id: uuid, name }))
}

/** Every KV namespace of the account. */
export async function namespacesOf(wrangler: Wrangler): Promise<readonly Named[]> {
  const args = ['kv', 'namespace', 'list']
  const listed = read(namespaces, args, await done('Listing KV namespaces', wrangler, args))
  return listed.map(({ id, title }) => ({ id, name: title }))
}

/** The names of R2 buckets; of an account with many, wrangler lists the first ones only. */
export async function bucketsOf(wrangler: Wrangler): Promise<readonly string[]> {
  const args = ['r2', 'bucket', 'list']
  const answer = await done('Listing R2 buckets', wrangler, args)
  const [title, ...lines] = answer.stdout.split('\n').filter((line) => line.trim() !== '')
  const fields = lines.map((line) => /^(\w+):\s+(\S+)\s*$/.exec(line))
  if (title?.startsWith('Listing buckets') !== true || fields.includes(null)) {
    throw unreadable(args, answer)
  }
  return fields.flatMap((field) => (field?.[1] === 'name' ? [field[2] ?? ''] : []))
}

/** Whether the account has a queue of this name. */
export async function hasQueue(wrangler: Wrangler, name: string): Promise<boolean> {
  const args = ['queues', 'info', name]
  const answer = await wrangler(args)
  if (answer.code === 0) {
    if (answer.stdout.includes(`Queue Name: ${name}\n`)) return true
    throw unreadable(args, answer)
  }
  if (said(answer).includes(`Queue "${name}" does not exist`)) return false
  throw failedRun(`Looking for the queue ${name}`, args, answer)
}

/** The names of a Worker's secrets; null when there is no such Worker. Throws when that is not certain. */
export async function secretsOf(
  wrangler: Wrangler,
  worker: string,
  target: readonly string[],
): Promise<readonly string[] | null> {
  const args = ['secret', 'list', '--format', 'json', ...target]
  const answer = await wrangler(args)
  const notFound = new RegExp(`^Worker "${worker}"(?: \\(env: \\S+\\))? not found\\.`, 'm')
  if (answer.code !== 0 && notFound.test(said(answer))) return null
  if (answer.code !== 0) throw failedRun(`Listing the secrets of ${worker}`, args, answer)
  return read(secrets, args, answer).map(({ name }) => name)
}

/** Among how many versions a Worker's traffic is divided; more than one while a release is under way. */
export async function versionsInUse(
  wrangler: Wrangler,
  worker: string,
  target: readonly string[],
): Promise<number> {
  const args = ['deployments', 'status', '--json', ...target]
  const answer = await wrangler(args)
  if (answer.code !== 0 && said(answer).includes('has no deployments')) return 0
  if (answer.code !== 0) throw failedRun(`Asking what runs as ${worker}`, args, answer)
  return read(deployment, args, answer).versions.length
}

/** Whether a migrated database has a merchant, and with it a secret that was sealed with `SECRETS_KEY`. */
export async function hasMerchant(
  wrangler: Wrangler,
  binding: string,
  target: readonly string[],
): Promise<boolean> {
  const sql = 'SELECT uid FROM merchants LIMIT 1'
  const args = ['d1', 'execute', binding, '--remote', '--json', '--command', sql, ...target]
  const answer = await done(`Looking for merchants in ${binding}`, wrangler, args)
  return read(rows, args, answer).some(({ results }) => results.length > 0)
}

/** Runs wrangler; throws a problem when it fails. */
export async function done(
  what: string,
  wrangler: Wrangler,
  args: readonly string[],
  input?: string,
): Promise<Answer> {
  const answer = await wrangler(args, input)
  if (answer.code !== 0) throw failedRun(what, args, answer)
  return answer
}

// Warnings may stand before the JSON.
function read<Shape extends z.core.$ZodType>(
  shape: Shape,
  args: readonly string[],
  answer: Answer,
): z.output<Shape> {
  const text = /^[[{][\s\S]*/m.exec(answer.stdout)?.[0] ?? ''
  try {
    return z.parse(shape, JSON.parse(text))
  } catch {
    throw unreadable(args, answer)
  }
}

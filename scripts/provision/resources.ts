import { join } from 'node:path'
import { bucketsOf, databasesOf, hasQueue, namespacesOf } from './account.ts'
import { idField, writeId } from './ids-in-file.ts'
import type { Bound, Needs } from './needs.ts'
import { Problem } from './problem.ts'
import type { Tools } from './provision.ts'
import { failedRun, type Wrangler } from './wrangler.ts'

/** Where data is kept: near the merchants, who are in Taiwan. */
const location = ['--location', 'apac']

/** What of an environment's needs is in the account. */
export type Present = {
  /** Of databases and namespaces, by name. */
  readonly ids: ReadonlyMap<string, string>
  readonly queues: ReadonlySet<string>
  readonly buckets: ReadonlySet<string>
}

/** Looks up what is there. Throws a problem when the files name an id that the account does not have under that name. */
export async function lookUp(wrangler: Wrangler, needs: Needs): Promise<Present> {
  // One after the other: each is a process that loads all of wrangler.
  const databases = await databasesOf(wrangler)
  const namespaces = await namespacesOf(wrangler)
  const buckets = needs.buckets.length === 0 ? [] : await bucketsOf(wrangler)
  const ids = new Map<string, string>()
  for (const one of needs.bound) {
    const all = one.table === 'd1_databases' ? databases : namespaces
    const byId = all.find(({ id }) => id === one.id)
    if (one.id !== null && byId === undefined) throw strangeId(one)
    if (one.table === 'd1_databases' && byId !== undefined && byId.name !== one.name) {
      throw new Problem(
        `${one.file}: the id of ${one.binding} of ${one.env} is that of the database "${byId.name}", and its ` +
          `database_name is "${one.name}". Mend the one that is wrong; nothing was changed.`,
      )
    }
    const id = one.id ?? all.find(({ name }) => name === one.name)?.id
    if (id !== undefined) ids.set(one.name, id)
  }
  const queues = new Set<string>()
  for (const name of needs.queues) if (await hasQueue(wrangler, name)) queues.add(name)
  return { ids, queues, buckets: new Set(buckets) }
}

/** Creates what is not there, and writes each id into the files as soon as it is known. */
export async function makeMissing(
  wrangler: Wrangler,
  needs: Needs,
  present: Present,
  tools: Tools,
): Promise<void> {
  for (const bound of needs.bound) {
    const what = bound.table === 'd1_databases' ? 'database' : 'namespace'
    const there = present.ids.get(bound.name)
    const id = there ?? (await createBound(wrangler, bound, tools))
    if (bound.id === null) writeId(join(tools.folder, bound.file), { ...bound, id })
    const written = bound.id === null ? `; its id is in ${bound.file}` : ''
    tools.log(
      `✓ ${what} ${bound.name}: ${there === undefined ? 'created' : 'there'} (${id})${written}`,
    )
  }
  for (const name of needs.queues) {
    const there = present.queues.has(name)
    if (!there) {
      await create(wrangler, ['queues', 'create', name], () => hasQueue(wrangler, name))
    }
    tools.log(`✓ queue ${name}: ${there ? 'there' : 'created'}`)
  }
  for (const name of needs.buckets) {
    const there = present.buckets.has(name)
    if (!there) await createBucket(wrangler, name)
    tools.log(`✓ bucket ${name}: ${there ? 'there' : 'created'}`)
  }
}

// The id is taken from the list: the answer of a creation is prose, and it can be lost.
async function createBound(
  wrangler: Wrangler,
  { table, name }: Bound,
  { pause }: Tools,
): Promise<string> {
  const isDatabase = table === 'd1_databases'
  const find = async () => {
    const all = await (isDatabase ? databasesOf(wrangler) : namespacesOf(wrangler))
    return all.find((one) => one.name === name)?.id
  }
  const args = isDatabase
    ? ['d1', 'create', name, ...location]
    : ['kv', 'namespace', 'create', name]
  await create(wrangler, args, async () => (await find()) !== undefined)
  for (const wait of [0, 1000, 3000]) {
    if (wait > 0) await pause(wait)
    const id = await find()
    if (id !== undefined) return id
  }
  throw new Problem(
    `${name} was created and is not listed yet. Give the same command again in a minute: it will be found, not made twice.`,
  )
}

// Wrangler lists the first buckets only, so that one that is there may have looked missing.
async function createBucket(wrangler: Wrangler, name: string): Promise<void> {
  const args = ['r2', 'bucket', 'create', name, ...location]
  await create(
    wrangler,
    args,
    async () => (await bucketsOf(wrangler)).includes(name),
    /already exists, and you own it/,
  )
}

// A creation that fails may have had its effect: then it is as good as done.
async function create(
  wrangler: Wrangler,
  args: readonly string[],
  isThere: () => Promise<boolean>,
  taken?: RegExp,
): Promise<void> {
  const answer = await wrangler(args)
  if (answer.code === 0 || taken?.test(answer.stderr)) return
  if (!(await isThere().catch(() => false))) {
    throw failedRun(`Creating ${args.find((arg) => arg.includes('-'))}`, args, answer)
  }
}

function strangeId({ file, table, binding, env, id }: Bound): Problem {
  return new Problem(
    `${file} has ${idField[table]} = "${id}" for ${binding} of ${env}, which this account does not have. Nothing was changed. ` +
      'Either the login is for another account (`npx wrangler whoami`, CLOUDFLARE_ACCOUNT_ID); or it was deleted: then put ' +
      'zeros in its place, and the same command makes a new one.',
  )
}

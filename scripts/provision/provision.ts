import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { withProgress } from '../progress.mjs'
import { accountsOfLogin, done, versionsInUse } from './account.ts'
import type { Asked } from './command-line.ts'
import { refuseInside } from './keys.ts'
import { leftToDo } from './left-to-do.ts'
import { configurationFiles, type Needs, needsOf } from './needs.ts'
import { Problem } from './problem.ts'
import { lookUp, makeMissing, type Present } from './resources.ts'
import { type KeyPlan, planKeys, refuseUnshown, setKeys } from './set-keys.ts'
import type { Wrangler } from './wrangler.ts'

/** What provisioning works with. */
export type Tools = {
  readonly asked: Asked
  /** Where the wrangler files are. */
  readonly folder: string
  /** Wrangler for an account; without one, wrangler chooses. */
  readonly wranglerFor: (account?: string) => Wrangler
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: (line: string) => void
  /** Whether what is logged is shown to a person and kept nowhere. */
  readonly showsKeys: boolean
  /** Base64 of 32 random bytes. */
  readonly randomKey: () => string
  readonly pause: (milliseconds: number) => Promise<void>
}

/**
 * Makes an environment what its wrangler files say: finds or creates what it needs, writes the ids into the files, applies
 * the migrations, sets the keys, deploys both Workers, and says what is left to a person. What is there stays as it is,
 * so that it goes on where it was stopped. Throws a problem, in words for a person, where it cannot go on.
 */
export async function provision(tools: Tools): Promise<void> {
  const { asked, folder, log } = tools
  const needs = needsOf(folder, asked.env)
  if (asked.keysFile !== null) refuseInside(folder, asked.keysFile)
  const account = await accountFor(needs, tools)
  if (account === null) {
    log(
      'Nobody is logged in to Cloudflare, so that nothing could be looked up: the steps for an empty account.',
    )
    return listSteps(needs, null, tools)
  }
  const wrangler = tools.wranglerFor(account)
  const looked = await withProgress(
    `What the account has for ${asked.env}`,
    async () => {
      const present = await lookUp(wrangler, needs)
      const keys: KeyPlan[] = []
      for (const worker of needs.workers) keys.push(await planKeys(wrangler, worker))
      await refuseOthers(wrangler, needs, present, keys)
      return { present, keys }
    },
    { log },
  )
  if (asked.dryRun) return listSteps(needs, looked, tools)
  for (const plan of looked.keys) refuseUnshown(plan, tools)
  refuseUnwritable(needs, folder)
  await makeMissing(wrangler, needs, looked.present, tools)
  await applyMigrations(wrangler, needs, tools)
  for (const plan of looked.keys) {
    for (const name of plan.there) log(`✓ secret ${name}: there, and stays as it is`)
    await setKeys(wrangler, needs, plan, tools)
  }
  for (const { name, target } of needs.workers) {
    await withProgress(
      `Deploying ${name}`,
      () => done(`Deploying ${name}`, wrangler, ['deploy', ...target]),
      { log },
    )
  }
  log(leftToDo(needs))
}

// Null when nobody is logged in, which only a dry run may go on without.
async function accountFor(needs: Needs, tools: Tools): Promise<string | null> {
  const stated = needs.workers.find(({ configuration }) => configuration.account_id)
  const named = stated?.configuration.account_id || tools.environment.CLOUDFLARE_ACCOUNT_ID || null
  const accounts = await accountsOfLogin(tools.wranglerFor())
  if (accounts === null) {
    if (tools.asked.dryRun) return null
    throw new Problem(
      'Nobody is logged in to Cloudflare. Log in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN; then give the same ' +
        'command again.',
    )
  }
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  const chosen = named ?? (accounts.length === 1 ? accounts[0]?.id : undefined)
  if (chosen === undefined) {
    throw new Problem(
      accounts.length === 0
        ? 'The login reaches no account. Set CLOUDFLARE_ACCOUNT_ID to the id of the account that the token is for.'
        : `The login reaches several accounts. Choose one:\n${list}\n  export CLOUDFLARE_ACCOUNT_ID=<its id>`,
    )
  }
  const known = accounts.find(({ id }) => id === chosen)
  if (known === undefined && accounts.length > 0) {
    throw new Problem(`The login does not reach the account ${chosen}. It reaches:\n${list}`)
  }
  tools.log(`Account ${known?.name ?? ''} (${chosen}), environment ${needs.env}`)
  return chosen
}

// Databases are made before Workers, so that a Worker without its databases is not a half-made one of ours.
async function refuseOthers(
  wrangler: Wrangler,
  { bound, env }: Needs,
  present: Present,
  keys: readonly KeyPlan[],
): Promise<void> {
  const isNew = !bound.some((one) => one.table === 'd1_databases' && present.ids.has(one.name))
  for (const { worker } of keys.filter(({ exists }) => exists)) {
    if (isNew) {
      throw new Problem(
        `The account has a Worker ${worker.name} and no database of ${env}: it may be somebody else's, and nothing was ` +
          `changed. Give the Workers of [env.${env}] other names in both files, or delete that one, or write the id of its ` +
          'database into wrangler.toml.',
      )
    }
    if ((await versionsInUse(wrangler, worker.name, worker.target)) > 1) {
      throw new Problem(
        `A release of ${worker.name} is under way: its traffic is divided among versions, and a deployment would take ` +
          'all of it. Finish the release, or go back, as docs/releasing.md says. Nothing was changed.',
      )
    }
  }
}

// Before anything is made whose id could not be written down.
function refuseUnwritable({ bound }: Needs, folder: string): void {
  for (const file of configurationFiles) {
    if (!bound.some((one) => one.file === file && one.id === null)) continue
    try {
      accessSync(join(folder, file), constants.R_OK | constants.W_OK)
      accessSync(folder, constants.W_OK)
    } catch {
      throw new Problem(
        `${file} has to take ids and cannot be written: give yourself the right to.`,
      )
    }
  }
}

async function applyMigrations(wrangler: Wrangler, needs: Needs, { log }: Tools): Promise<void> {
  for (const { args, name } of migrations(needs)) {
    const what = `Applying migrations to ${name}`
    const { stdout } = await withProgress(what, () => done(what, wrangler, args), { log })
    // Wrangler tells of all of them anew after each one.
    const applied = stdout.slice(stdout.lastIndexOf('┌')).match(/│ ✅/g)?.length ?? 0
    log(`✓ migrations of ${name}: ${applied === 0 ? 'all there' : `${applied} applied`}`)
  }
}

function migrations({ bound, workers }: Needs) {
  return workers.flatMap(({ file, target, configuration }) =>
    bound
      .filter((one) => one.table === 'd1_databases' && one.file === file)
      .filter(({ binding }) =>
        configuration.d1_databases.some((one) => one.binding === binding && one.migrations_dir),
      )
      .map(({ binding, name }) => {
        return { name, args: ['d1', 'migrations', 'apply', binding, '--remote', ...target] }
      }),
  )
}

function listSteps(
  needs: Needs,
  looked: { present: Present; keys: readonly KeyPlan[] } | null,
  { log }: Tools,
): void {
  log(`Steps for ${needs.env}; none was taken:`)
  for (const { name, table, file, id, binding } of needs.bound) {
    const what = table === 'd1_databases' ? 'database' : 'namespace'
    const there = id ?? looked?.present.ids.get(name)
    const writing = id === null ? `; write its id into ${file}, ${binding}` : ''
    log(`  ${what} ${name}: ${there === undefined ? 'create' : `there (${there})`}${writing}`)
  }
  for (const name of needs.queues) {
    log(`  queue ${name}: ${looked?.present.queues.has(name) ? 'there' : 'create'}`)
  }
  for (const name of needs.buckets) {
    log(`  bucket ${name}: ${looked?.present.buckets.has(name) ? 'there' : 'create'}`)
  }
  for (const { name } of migrations(needs)) log(`  migrations of ${name}: apply what is missing`)
  for (const { configuration, name } of needs.workers) {
    const there = looked?.keys.find(({ worker }) => worker.name === name)?.there ?? []
    for (const secret of configuration.secrets?.required ?? []) {
      log(`  secret ${secret}: ${there.includes(secret) ? 'there' : `generate, set for ${name}`}`)
    }
  }
  for (const { name } of needs.workers) log(`  Worker ${name}: deploy`)
  log(leftToDo(needs))
}

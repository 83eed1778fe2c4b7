import { join } from 'node:path'
import { Problem } from '../command/problem.ts'
import { withProgress } from '../progress.mjs'
import { deploymentsOf } from '../release/deployments.ts'
import {
  addReplicas,
  createResource,
  findResource,
  hasMerchant,
  hasReplicas,
  type Location,
  type Resource,
  secretsOf,
  workersOf,
} from './account.ts'
import { type Api, accountOf, inAccount } from './api.ts'
import { writeId } from './ids-in-file.ts'
import { type Keys, keysIn, makeKeys, refuseInside } from './keys.ts'
import { leftToDo } from './left-to-do.ts'
import { type Needs, needsOf, type ResourceNeeds, type WorkerNeeds } from './needs.ts'
import { failedRun, type Wrangler } from './wrangler.ts'

/** The options of the command, and its tools. */
export type Provisioning = {
  readonly env: string
  /** The location of new databases and buckets; existing ones stay where they are. */
  readonly location: Location
  /** Print the steps, and take none. */
  readonly dryRun: boolean
  /** Where generated keys are written to and taken from; without it none are generated. */
  readonly keysFile: string | null
  /** Where the wrangler files are. */
  readonly folder: string
  /** Null if wrangler is not logged in. */
  readonly api: Api | null
  /** The account that the environment names. */
  readonly account: string | null
  readonly wranglerFor: (account: string) => Wrangler
  readonly log: (line: string) => void
}

/** One step: its subject, whether it is done already, and how to do it. */
type Step = {
  readonly what: string
  /** The work of the step; null for none. */
  readonly todo: string | null
  readonly take: (login: Login) => Promise<void>
}

/** The secret without which nothing that is stored sealed can be read again. */
const sealing = 'SECRETS_KEY'

/**
 * Makes an environment what its wrangler files say: finds or creates what it needs, writes the ids into the files, applies
 * the migrations, sets the keys, and says what is left to a person. It deploys nothing: a release does. What is there stays
 * as it is, so that it goes on where it was stopped. Throws a problem, in words for a person, where it cannot go on.
 */
export async function provision(run: Provisioning): Promise<void> {
  const { env, dryRun, folder, log } = run
  const needs = needsOf(folder, env)
  if (run.keysFile !== null) refuseInside(folder, run.keysFile)
  const login = await loginOf(run, needs)
  const found = new Map<ResourceNeeds, Resource>()
  const replicated = new Set<ResourceNeeds>()
  const secrets = new Map<WorkerNeeds, readonly string[]>()
  if (login !== null) {
    const look = () => lookUp(login.api, needs, { found, replicated, secrets })
    await withProgress(`What the account has for ${env}`, look, { log })
  }
  if (dryRun) log(`Steps for ${env}; none is taken:`)
  for (const { what, todo, take } of stepsOf({ run, needs, found, replicated, secrets })) {
    if (dryRun || login === null) log(`  ${what}: ${todo ?? 'there'}`)
    else if (todo === null) log(`✓ ${what}: there`)
    else await withProgress(`${what}: ${todo}`, () => take(login), { log })
  }
  log(leftToDo(needs))
}

type Login = { readonly api: Api; readonly wrangler: Wrangler }

// Null if wrangler is not logged in; only a dry run goes on without a login.
async function loginOf(run: Provisioning, { env, workers }: Needs): Promise<Login | null> {
  if (run.api === null) {
    const problem = 'Nobody is logged in to Cloudflare'
    if (!run.dryRun) {
      throw new Problem(
        `${problem}. Log in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN; then give the same command again.`,
      )
    }
    run.log(`${problem}, so that nothing could be looked up: the steps for an empty account.`)
    return null
  }
  const stated = workers.find(({ configuration }) => configuration.account_id)
  const account = await accountOf(run.api, stated?.configuration.account_id ?? run.account)
  run.log(`Account ${account}, environment ${env}`)
  return { api: inAccount(run.api, account), wrangler: run.wranglerFor(account) }
}

type Findings = {
  /** The resources of an environment that are in the account. */
  readonly found: Map<ResourceNeeds, Resource>
  /** The databases that have replicas. */
  readonly replicated: Set<ResourceNeeds>
  /** The names of the secrets of each Worker that the account has. */
  readonly secrets: Map<WorkerNeeds, readonly string[]>
}

// Throws a problem, before anything is made, when what is there may be somebody else's or is in use by a release.
async function lookUp(api: Api, { env, workers, resources: all }: Needs, into: Findings) {
  const { found, replicated, secrets } = into
  for (const need of all) {
    const { kind, name, bound } = need
    const id = bound?.id ?? null
    const resource = await findResource(api, kind, { name, id })
    if (resource !== null) {
      found.set(need, resource)
      if (kind === 'database' && (await hasReplicas(api, resource))) replicated.add(need)
    } else if (id !== null) {
      const isCopied = kind === 'database' && bound?.binding !== 'DB_SANDBOX'
      throw new Problem(
        `${bound?.file} has the id "${id}" for ${bound?.binding} of ${env}, and this account has no ${kind} "${name}" of ` +
          'that id. Nothing was changed. Either the login is for another account (`npx wrangler whoami`, ' +
          'CLOUDFLARE_ACCOUNT_ID); or the id or the name is wrong; or it was deleted: then ' +
          `${isCopied ? 'restore its copies, as docs/runbooks/restore-database.md has it. Zeros' : 'zeros'} in the place of ` +
          'the id make the same command create an empty one.',
      )
    }
  }
  // Databases are made before Workers, so that a Worker without its databases is not a half-made one of ours.
  const isNew = ![...found.keys()].some(({ kind }) => kind === 'database')
  const deployed = await workersOf(api)
  for (const worker of workers.filter(({ name }) => deployed.includes(name))) {
    secrets.set(worker, await secretsOf(api, worker.name))
    if (isNew) {
      throw new Problem(
        `The account has a Worker ${worker.name} and no database of ${env}: it may be somebody else's, and nothing was ` +
          `changed. Give the Workers of [env.${env}] other names in both files, or delete that one, or write the id of its ` +
          'database into wrangler.toml.',
      )
    }
    const [current] = await deploymentsOf(api, worker.name)
    if (current !== undefined && current.versions.length > 1) {
      throw new Problem(
        `A release of ${worker.name} is under way: its traffic is divided among versions, and a secret that is set would ` +
          'give all of it to one. Finish the release, or go back, as docs/releasing.md says. Nothing was changed.',
      )
    }
  }
}

type StepInput = Findings & { readonly run: Provisioning; readonly needs: Needs }

// Throws a problem where keys have to be made and no file takes them.
function stepsOf({ run, needs, found, replicated, secrets }: StepInput): readonly Step[] {
  const made = needs.resources.map((need): Step => {
    const { kind, name, bound } = need
    const isThere = found.has(need)
    const writing = bound?.id === null ? [`write its id into ${bound.file}`] : []
    const todo = [...(isThere ? [] : ['create']), ...writing].join(', ')
    const take = async ({ api }: Login) => {
      const id =
        found.get(need)?.id ?? (await createResource(api, { kind, name, location: run.location }))
      found.set(need, { id, name })
      if (bound?.id === null) writeId(join(run.folder, bound.file), { ...bound, id })
    }
    return { what: `${kind} ${name}`, todo: todo || null, take }
  })
  const copied = needs.resources.flatMap((need): Step[] => {
    if (need.kind !== 'database') return []
    const todo = replicated.has(need) ? null : 'switch on'
    const take = async ({ api }: Login) => {
      const database = found.get(need)
      if (database !== undefined) await addReplicas(api, database)
    }
    return [{ what: `replicas of ${need.name}`, todo, take }]
  })
  const migrated = needs.resources.flatMap(({ kind, name, bound }): Step[] => {
    const worker = needs.workers.find(({ file }) => file === bound?.file)
    if (kind !== 'database' || bound === undefined || worker === undefined) return []
    const args = ['d1', 'migrations', 'apply', bound.binding, '--remote', ...worker.target]
    const take = ({ wrangler }: Login) => succeed(wrangler, `Applying migrations to ${name}`, args)
    return [{ what: `migrations of ${name}`, todo: 'apply what is missing', take }]
  })
  const keyed = needs.workers.flatMap((worker): Step[] => {
    // A key that a Worker has is never replaced.
    const required = worker.configuration.secrets?.required ?? []
    if (required.length === 0) return []
    const missing = required.filter((name) => !secrets.get(worker)?.includes(name))
    const todo = missing.length === 0 ? null : `set ${missing.join(' and ')}`
    const stored = missing.length === 0 ? {} : keptKeys(run, required)
    const take = (login: Login) => setKeys({ run, worker, found, missing, stored, login })
    return [{ what: `secrets of ${worker.name}`, todo, take }]
  })
  return [...made, ...copied, ...migrated, ...keyed]
}

function keptKeys({ keysFile, env, dryRun }: Provisioning, required: readonly string[]): Keys {
  if (keysFile !== null) return keysIn(keysFile, env, required)
  if (dryRun) return {}
  throw new Problem(
    `${required.join(' and ')} will be generated: add --keys <file>, a new file outside the project, for the copy that you keep.`,
  )
}

type KeyInput = Pick<StepInput, 'run' | 'found'> & {
  readonly worker: WorkerNeeds
  readonly missing: readonly string[]
  readonly stored: Keys
  readonly login: Login
}

// They are in the person's file first, and reach wrangler on its standard input.
async function setKeys({ run, worker, found, missing, stored, login }: KeyInput): Promise<void> {
  const making = missing.filter((name) => stored[name] === undefined)
  if (making.includes(sealing)) await refuseLostKey(login.api, worker, found)
  const { keysFile, env } = run
  const generated = keysFile === null || making.length === 0 ? {} : makeKeys(keysFile, env, making)
  const all = { ...stored, ...generated }
  const keys = Object.fromEntries(missing.map((name) => [name, all[name]]))
  const args = ['secret', 'bulk', ...worker.target]
  await succeed(login.wrangler, `Setting the secrets of ${worker.name}`, args, JSON.stringify(keys))
  run.log(
    `  ${missing.join(' and ')}: in ${keysFile}, which only you may read. Keep ${sealing} where secrets are kept: without ` +
      'it no stored API secret can be read again.',
  )
}

async function refuseLostKey(
  api: Api,
  { name, file }: WorkerNeeds,
  found: StepInput['found'],
): Promise<void> {
  for (const [{ kind, bound }, database] of found) {
    if (kind !== 'database' || bound?.file !== file) continue
    if (!(await hasMerchant(api, database))) continue
    throw new Problem(
      `${name} has no ${sealing}, but the database ${bound.binding} of ${bound.env} has merchants, whose secrets were ` +
        `sealed with one. Put the kept key into a file of its own, ${sealing}="…", and name it with --keys. A new key ` +
        'would lose them.',
    )
  }
}

async function succeed(wrangler: Wrangler, what: string, args: readonly string[], input?: string) {
  const answer = await wrangler(args, input)
  if (answer.code !== 0) throw failedRun(what, args, answer)
}

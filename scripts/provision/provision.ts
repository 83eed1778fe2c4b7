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
import { generateKeys, type Keys, keysIn, requireOutside } from './keys.ts'
import { type Needs, needsOf, type ResourceNeeds, type WorkerNeeds } from './needs.ts'
import { remainingSteps } from './remaining-steps.ts'
import { failedRun, type Wrangler } from './wrangler.ts'

export type Provisioning = {
  readonly env: string
  readonly location: Location
  /** Prints the steps without taking them. */
  readonly dryRun: boolean
  /** The file of generated keys; without it, none are generated. */
  readonly keysFile: string | null
  readonly folder: string
  /** Null if wrangler is not logged in. */
  readonly api: Api | null
  /** The account that the environment names. */
  readonly account: string | null
  readonly wranglerFor: (account: string) => Wrangler
  readonly log: (line: string) => void
}

type Step = {
  readonly subject: string
  /** The work of the step; null if it is done already. */
  readonly todo: string | null
  readonly take: (login: Login) => Promise<void>
}

/** The key that encrypts stored API secrets. */
const encryptionKey = 'SECRETS_KEY'

/**
 * Creates the resources in an environment's wrangler files, writes their ids into the files, applies migrations, sets keys,
 * and prints a person's remaining steps. It deploys nothing. It changes no existing resource, so it can be repeated after
 * an interruption. Throws a problem if it cannot continue.
 */
export async function provision(run: Provisioning): Promise<void> {
  const { env, dryRun, folder, log } = run
  const needs = needsOf(folder, env)
  if (run.keysFile !== null) requireOutside(folder, run.keysFile)
  const login = await loginOf(run, needs)
  const found = new Map<ResourceNeeds, Resource>()
  const replicated = new Set<ResourceNeeds>()
  const secrets = new Map<WorkerNeeds, readonly string[]>()
  if (login !== null) {
    const look = () => lookUp(login.api, needs, { found, replicated, secrets })
    await withProgress(`Looking up the resources of ${env}`, look, { log })
  }
  if (dryRun) log(`Steps for ${env}, a dry run:`)
  for (const { subject, todo, take } of stepsOf({ run, needs, found, replicated, secrets })) {
    if (dryRun || login === null) log(`  ${subject}: ${todo ?? 'exists'}`)
    else if (todo === null) log(`✓ ${subject}: exists`)
    else await withProgress(`${subject}: ${todo}`, () => take(login), { log })
  }
  log(remainingSteps(needs))
}

type Login = { readonly api: Api; readonly wrangler: Wrangler }

// Null if wrangler is not logged in, which only a dry run accepts.
async function loginOf(run: Provisioning, { env, workers }: Needs): Promise<Login | null> {
  if (run.api === null) {
    const problem = 'Not logged in to Cloudflare'
    if (!run.dryRun) {
      throw new Problem(
        `${problem}. Log in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN; then repeat the command.`,
      )
    }
    run.log(`${problem}: these are the steps for an empty account.`)
    return null
  }
  const bound = workers.find(({ configuration }) => configuration.account_id)
  const account = await accountOf(run.api, bound?.configuration.account_id ?? run.account)
  run.log(`Account ${account}, environment ${env}`)
  return { api: inAccount(run.api, account), wrangler: run.wranglerFor(account) }
}

/** The existing resources of an environment. */
type Inventory = {
  readonly found: Map<ResourceNeeds, Resource>
  /** The databases with replicas. */
  readonly replicated: Set<ResourceNeeds>
  /** The names of the secrets of each deployed Worker. */
  readonly secrets: Map<WorkerNeeds, readonly string[]>
}

// Throws a problem, before any change, if a resource may be somebody else's or a release is unfinished.
async function lookUp(api: Api, { env, workers, resources: all }: Needs, into: Inventory) {
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
        `${bound?.file} has the id "${id}" for ${bound?.binding} of ${env}, but this account has no ${kind} "${name}" with ` +
          'that id. Nothing was changed. Either the login is for another account (`npx wrangler whoami`, ' +
          'CLOUDFLARE_ACCOUNT_ID), or the id or the name is wrong, or the resource was deleted. ' +
          `${isCopied ? 'Restore a deleted one from its copies: docs/runbooks/restore-database.md. ' : ''}To create an ` +
          'empty one, replace the id with zeros and repeat the command.',
      )
    }
  }
  // Databases are created before Workers, so a Worker without databases is not from an interrupted run.
  const isNew = ![...found.keys()].some(({ kind }) => kind === 'database')
  const deployed = await workersOf(api)
  for (const worker of workers.filter(({ name }) => deployed.includes(name))) {
    secrets.set(worker, await secretsOf(api, worker.name))
    if (isNew) {
      throw new Problem(
        `The account has a Worker ${worker.name} but no database of ${env}: it may be somebody else's. Nothing was changed. ` +
          `Rename the Workers of [env.${env}] in both files, or delete that Worker, or write the id of its database into ` +
          'wrangler.toml.',
      )
    }
    const [current] = await deploymentsOf(api, worker.name)
    if (current !== undefined && current.versions.length > 1) {
      throw new Problem(
        `A release of ${worker.name} is unfinished: its traffic is split, and setting a secret would give all of it to one ` +
          'version. Finish or roll back the release (docs/releasing.md). Nothing was changed.',
      )
    }
  }
}

type StepInput = Inventory & { readonly run: Provisioning; readonly needs: Needs }

// Throws a problem if keys must be generated and there is no file for them.
function stepsOf({ run, needs, found, replicated, secrets }: StepInput): readonly Step[] {
  const creations = needs.resources.map((need): Step => {
    const { kind, name, bound } = need
    const writing = bound?.id === null ? [`write its id into ${bound.file}`] : []
    const todo = [...(found.has(need) ? [] : ['create']), ...writing].join(', ')
    const take = async ({ api }: Login) => {
      const id =
        found.get(need)?.id ?? (await createResource(api, { kind, name, location: run.location }))
      found.set(need, { id, name })
      if (bound?.id === null) writeId(join(run.folder, bound.file), { ...bound, id })
    }
    return { subject: `${kind} ${name}`, todo: todo || null, take }
  })
  const replications = needs.resources.flatMap((need): Step[] => {
    if (need.kind !== 'database') return []
    const todo = replicated.has(need) ? null : 'switch on'
    const take = async ({ api }: Login) => {
      const database = found.get(need)
      if (database !== undefined) await addReplicas(api, database)
    }
    return [{ subject: `replicas of ${need.name}`, todo, take }]
  })
  const migrations = needs.resources.flatMap(({ kind, name, bound }): Step[] => {
    const worker = needs.workers.find(({ file }) => file === bound?.file)
    if (kind !== 'database' || bound === undefined || worker === undefined) return []
    const args = ['d1', 'migrations', 'apply', bound.binding, '--remote', ...worker.target]
    const what = `Applying migrations to ${name}`
    const take = ({ wrangler }: Login) => runWrangler(wrangler, { what, args })
    return [{ subject: `migrations of ${name}`, todo: 'apply missing ones', take }]
  })
  const secretSettings = needs.workers.flatMap((worker): Step[] => {
    // An existing key is never replaced.
    const required = worker.configuration.secrets?.required ?? []
    if (required.length === 0) return []
    const missing = required.filter((name) => !secrets.get(worker)?.includes(name))
    const todo = missing.length === 0 ? null : `set ${missing.join(' and ')}`
    const stored = missing.length === 0 ? {} : storedKeys(run, required)
    const take = (login: Login) => setKeys({ run, worker, found, missing, stored, login })
    return [{ subject: `secrets of ${worker.name}`, todo, take }]
  })
  return [...creations, ...replications, ...migrations, ...secretSettings]
}

function storedKeys({ keysFile, env, dryRun }: Provisioning, required: readonly string[]): Keys {
  if (keysFile !== null) return keysIn(keysFile, env, required)
  if (dryRun) return {}
  throw new Problem(
    `${required.join(' and ')} will be generated: add --keys <file>, a new file outside the project, for your copy.`,
  )
}

type KeyInput = Pick<StepInput, 'run' | 'found'> & {
  readonly worker: WorkerNeeds
  readonly missing: readonly string[]
  readonly stored: Keys
  readonly login: Login
}

// Keys are written to the person's file before wrangler gets them, on its standard input.
async function setKeys({ run, worker, found, missing, stored, login }: KeyInput): Promise<void> {
  const absent = missing.filter((name) => stored[name] === undefined)
  if (absent.includes(encryptionKey)) await refuseLostKey(login.api, worker, found)
  const { keysFile, env } = run
  const isGenerated = keysFile !== null && absent.length > 0
  const generated = isGenerated ? generateKeys(keysFile, env, absent) : {}
  const all = { ...stored, ...generated }
  const keys = Object.fromEntries(missing.map((name) => [name, all[name]]))
  const args = ['secret', 'bulk', ...worker.target]
  const what = `Setting the secrets of ${worker.name}`
  await runWrangler(login.wrangler, { what, args, input: JSON.stringify(keys) })
  run.log(
    `  ${missing.join(' and ')}: in ${keysFile}, which only you may read. Keep ${encryptionKey} in a safe place: without it ` +
      'no stored API secret can be decrypted.',
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
      `${name} has no ${encryptionKey}, but the secrets of the merchants in the database ${bound.binding} of ${bound.env} ` +
        `were encrypted with one. Write your copy of the key into a file, ${encryptionKey}="…", and pass it with --keys. A ` +
        'new key could not decrypt them.',
    )
  }
}

type WranglerRun = {
  readonly what: string
  readonly args: readonly string[]
  readonly input?: string
}

async function runWrangler(wrangler: Wrangler, { what, args, input }: WranglerRun): Promise<void> {
  const answer = await wrangler(args, input)
  if (answer.code !== 0) throw failedRun(what, args, answer)
}

import { hasMerchant, secretsOf } from './account.ts'
import { keepKeys, keysIn } from './keys.ts'
import type { Needs, WorkerNeeds } from './needs.ts'
import { Problem } from './problem.ts'
import type { Tools } from './provision.ts'
import { failedRun, type Wrangler } from './wrangler.ts'

/** The secret without which nothing that is stored sealed can be read again. */
const sealing = 'SECRETS_KEY'

/** What is known of a Worker's keys before anything is changed. */
export type KeyPlan = {
  readonly worker: WorkerNeeds
  /** Whether the account has the Worker. */
  readonly exists: boolean
  readonly there: readonly string[]
  readonly missing: readonly string[]
}

/** Looks which keys a Worker has. A key that it has is never replaced. */
export async function planKeys(wrangler: Wrangler, worker: WorkerNeeds): Promise<KeyPlan> {
  const required = worker.configuration.secrets?.required ?? []
  const set = await secretsOf(wrangler, worker.name, worker.target)
  return {
    worker,
    exists: set !== null,
    there: required.filter((name) => set?.includes(name)),
    missing: required.filter((name) => !set?.includes(name)),
  }
}

/** Refuses keys that could be shown to nobody, before anything is made. */
export function refuseUnshown({ there, missing }: KeyPlan, tools: Tools): void {
  if (missing.length === 0) return
  if (tools.asked.keysFile !== null) keysIn(tools.asked.keysFile, [...there, ...missing])
  else if (!tools.showsKeys) {
    throw new Problem(
      `${missing.join(' and ')} will be generated, and the output is no terminal to show them on once: ` +
        'add --keys <file>, a new file outside the project for a copy that you keep.',
    )
  }
}

/**
 * Sets the keys that a Worker lacks, each given to wrangler on its standard input. They are in the person's hands first:
 * in the file or on the terminal. Throws a problem when the database has secrets that a new key could not read.
 */
export async function setKeys(
  wrangler: Wrangler,
  needs: Needs,
  plan: KeyPlan,
  tools: Tools,
): Promise<void> {
  const { worker, missing } = plan
  if (missing.length === 0) return
  const { keysFile } = tools.asked
  const kept = keysFile === null ? {} : keysIn(keysFile, [...plan.there, ...missing])
  if (missing.includes(sealing) && kept[sealing] === undefined) {
    await refuseLostKey(wrangler, needs, worker)
  }
  const made = missing.filter((name) => kept[name] === undefined)
  const generated = Object.fromEntries(made.map((name) => [name, tools.randomKey()]))
  if (made.length > 0) handOver(needs.env, generated, tools)
  for (const name of missing) {
    await setKey(wrangler, plan, name, { ...kept, ...generated }[name] ?? '')
    tools.log(`✓ secret ${name}: set for ${worker.name}`)
  }
}

function handOver(env: string, keys: Readonly<Record<string, string>>, tools: Tools): void {
  const { log, asked } = tools
  if (asked.keysFile !== null) {
    keepKeys(asked.keysFile, env, keys)
    const names = Object.keys(keys).join(' and ')
    log(`  ${names}: in ${asked.keysFile}, which only you may read`)
  } else {
    log(`  Generated for ${env}, and shown this once:`)
    for (const [name, key] of Object.entries(keys)) log(`    ${name}=${key}`)
    log(
      '  A key counts once it is said to be set: should this stop before, the one shown last does.',
    )
  }
  if (keys[sealing] === undefined) return
  log(
    `  ${sealing} must be kept where secrets are kept: without it no stored API secret can be read again.`,
  )
}

async function setKey(
  wrangler: Wrangler,
  { worker }: KeyPlan,
  name: string,
  key: string,
): Promise<void> {
  const args = ['secret', 'put', name, ...worker.target]
  const answer = await wrangler(args, `${key}\n`)
  if (answer.code === 0) return
  const failed = failedRun(`Setting ${name} of ${worker.name}`, args, answer)
  const set = await secretsOf(wrangler, worker.name, worker.target).catch(() => {
    throw failed
  })
  // The answer was lost, and the key was not.
  if (!set?.includes(name)) throw failed
}

async function refuseLostKey(
  wrangler: Wrangler,
  { bound, env }: Needs,
  worker: WorkerNeeds,
): Promise<void> {
  for (const { table, binding, file } of bound) {
    if (table !== 'd1_databases' || file !== worker.file) continue
    if (!(await hasMerchant(wrangler, binding, worker.target))) continue
    throw new Problem(
      `${worker.name} has no ${sealing}, but the database ${binding} of ${env} has merchants, whose secrets were sealed ` +
        `with one. Put the kept key into a file of its own, ${sealing}="…", and add --keys <file>. A new key would lose them.`,
    )
  }
}

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Asked } from '../../../../scripts/provision/command-line.ts'
import { readConfiguration } from '../../../../scripts/provision/configuration.ts'
import { configurationFiles } from '../../../../scripts/provision/needs.ts'
import { provision, type Tools } from '../../../../scripts/provision/provision.ts'
import {
  type Account,
  answer,
  emptyAccount,
  type Fault,
  networkFailed,
  noteCall,
} from '../../../support/wrangler/account.ts'

/** How many migrations the account's databases can have. */
export const migrations = 26

/** What a run ended with: null when it went through, 'stopped' when the computer stopped, else what it said. */
export type End = string | null

/** A clone and an account, for provisioning without processes. */
export type Rehearsal = {
  readonly account: Account
  readonly folder: string
  /** What was shown, of all runs. */
  readonly shown: string[]
  readonly run: (more?: Partial<Asked & Pick<Tools, 'showsKeys' | 'environment'>>) => Promise<End>
  /** Runs with a fault at the nth call of the run. */
  readonly runWith: (fault: Fault) => Promise<End>
  readonly text: () => string
  /** What is answered instead to some command lines. */
  replace: (args: readonly string[]) => string | null
  readonly write: (file: string, change: (text: string) => string) => void
}

/** The wrangler files of this project in a folder of their own, beside an empty account. */
export function rehearsal(env = 'production'): Rehearsal {
  const folder = mkdtempSync(join(tmpdir(), 'provision-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of configurationFiles) copyFileSync(file, join(folder, file))
  const account = emptyAccount()
  const shown: string[] = []
  const run: Rehearsal['run'] = async ({ showsKeys = true, environment = {}, ...asked } = {}) => {
    const stopped = Promise.withResolvers<End>()
    const tools: Tools = {
      asked: { env, dryRun: false, keysFile: null, ...asked },
      folder,
      wranglerFor: () => (args, input) => {
        const stdout = one.replace(args)
        if (stdout !== null) return Promise.resolve({ code: 0, stdout, stderr: '' })
        return runWrangler(account, folder, args, input, stopped.resolve)
      },
      environment,
      log: (line) => shown.push(line),
      showsKeys,
      randomKey: () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))),
      pause: async () => {},
    }
    const ended = provision(tools).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    return Promise.race([ended, stopped.promise])
  }
  const one: Rehearsal = {
    account,
    folder,
    shown,
    run,
    replace: () => null,
    runWith: (fault) => {
      account.fault = { ...fault, at: account.calls.length + fault.at }
      return run()
    },
    write: (file, change) => {
      const path = join(folder, file)
      writeFileSync(path, change(readFileSync(path, 'utf8')))
    },
    text: () => configurationFiles.map((file) => readFileSync(join(folder, file), 'utf8')).join(''),
  }
  return one
}

function runWrangler(
  account: Account,
  folder: string,
  args: readonly string[],
  input: string | undefined,
  stop: (end: End) => void,
) {
  const fault = noteCall(account, args)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const said =
    fault === null || fault.after
      ? answer(account, args, input ?? '', { read, migrations })
      : networkFailed
  // What was stopped never hears the answer.
  if (fault?.stops) {
    stop('stopped')
    return new Promise<never>(() => {})
  }
  return Promise.resolve(fault === null ? said : networkFailed)
}

/** Whether both Workers are deployed, with what they need, once each, and the ids in the files. */
export function isWhole({ account, folder }: Rehearsal, env = 'production'): unknown {
  const { d1_databases, kv_namespaces } = readConfiguration(join(folder, 'wrangler.toml'), env)
  const { databases, namespaces, queues, buckets, workers } = account
  return {
    databases: databases.map(({ name, applied }) => [name, applied]),
    databaseIds: d1_databases.map((one) => databases.some(({ uuid }) => uuid === one.database_id)),
    namespaces: namespaces.map(({ title }) => title),
    namespaceIds: kv_namespaces.map((one) => namespaces.some(({ id }) => id === one.id)),
    queues: queues.map(({ name }) => name),
    buckets: buckets.map(({ name }) => name),
    workers: Object.entries(workers).map(([name, { deployed, secrets }]) => {
      return [name, deployed > 0, ...Object.keys(secrets)]
    }),
  }
}

/** What `isWhole` gives for an environment that is whole. */
export function whole(env = 'production'): unknown {
  return {
    databases: [
      [`merchant-pay-${env}`, migrations],
      [`merchant-pay-sandbox-${env}`, migrations],
    ],
    databaseIds: [true, true],
    namespaces: [`merchant-pay-${env}-tokens`],
    namespaceIds: [true],
    queues: [`merchant-pay-callbacks-${env}`, `merchant-pay-callbacks-dead-${env}`],
    buckets: [`merchant-pay-archive-${env}`],
    workers: [
      [`merchant-pay-${env}`, true, 'SECRETS_KEY', 'LINK_SIGNING_KEY'],
      [`merchant-pay-backoffice-${env}`, true],
    ],
  }
}

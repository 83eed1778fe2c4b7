import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Problem } from '../../../scripts/command/problem.ts'
import type { Api, ApiAnswer } from '../../../scripts/provision/api.ts'
import { readConfiguration } from '../../../scripts/provision/configuration.ts'
import { configurationFiles } from '../../../scripts/provision/needs.ts'
import { type Provisioning, provision } from '../../../scripts/provision/provision.ts'
import type { Wrangler } from '../../../scripts/provision/wrangler.ts'
import { readProject } from '../project-files.ts'
import { type Account, addVersion, divide, emptyAccount, replyOf, workerOf } from './account.ts'
import { newEnvironments } from './new-environments.ts'

/** The fault at a call, counted from 1: before its effect or after it, of the network or the computer. */
type Fault = {
  readonly at: number
  readonly after: boolean
  readonly stops: boolean
  /** Whether all calls after it fail, too. */
  readonly lasts?: boolean
}

type Envelope = {
  readonly data?: unknown
  readonly result?: unknown
  readonly errors?: { code: number; message: string }[] | null
}

/** The end of a run: null if it went through, 'stopped' if the computer stopped, else its output. */
type End = string | null

/** The wrangler files in a folder of their own and an account, without processes. */
export class Rehearsal {
  readonly account: Account = emptyAccount()
  readonly folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  readonly keysFile = `${this.folder}.keys`
  /** The log of all runs. */
  readonly logged: string[] = []
  /** Each request and each command of wrangler. */
  readonly calls: string[] = []
  fault: Fault | null = null
  readonly #env: string

  constructor(env = 'production') {
    this.#env = env
    for (const file of configurationFiles) {
      writeFileSync(join(this.folder, file), newEnvironments(readProject(file)))
    }
    onTestFinished(() => {
      for (const path of [this.folder, this.keysFile])
        rmSync(path, { recursive: true, force: true })
    })
  }

  run(changes: Partial<Provisioning> = {}): Promise<End> {
    const stopped = Promise.withResolvers<End>()
    const ended = provision({
      env: this.#env,
      location: 'apac',
      dryRun: false,
      keysFile: this.keysFile,
      folder: this.folder,
      api: this.apiUntil(stopped.resolve),
      account: this.account.id,
      wranglerFor: () => this.wranglerUntil(stopped.resolve),
      log: (line) => this.logged.push(line),
      ...changes,
    }).then(
      () => null,
      (error: Error) => error.message,
    )
    return Promise.race([ended, stopped.promise])
  }

  /** Provisions with a fault at the nth call of the run. */
  runWith(fault: Fault): Promise<End> {
    this.fault = { ...fault, at: this.calls.length + fault.at }
    return this.run()
  }

  /** Cloudflare's API; `stop` is called where the computer stops. */
  apiUntil(stop: (end: End) => void): Api {
    return (path, body, given: 'POST' | 'PUT' = 'POST') => {
      const method = body === undefined ? 'GET' : given
      return this.#call(`${method} ${path}`, stop, async () => {
        const text = JSON.stringify(body) ?? ''
        const { body: envelope } = replyOf(this.account, { method, path, text })
        const { data, result = data, errors } = envelope as Envelope
        const [error] = errors ?? []
        const answer: ApiAnswer =
          error === undefined ? { success: true, result } : { success: false, ...error }
        return answer
      })
    }
  }

  /** Wrangler, as far as provisioning and a release need it. */
  wranglerUntil(stop: (end: End) => void): Wrangler {
    return (args, input = '') =>
      this.#call(args.join(' '), stop, async () => {
        const failure = this.#command(args, input)
        return { code: failure === null ? 0 : 1, stdout: '', stderr: failure ?? '' }
      })
  }

  write(file: string, change: (text: string) => string): void {
    const path = join(this.folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }

  /** The text of both wrangler files. */
  text(): string {
    return configurationFiles.map((file) => readFileSync(join(this.folder, file), 'utf8')).join('')
  }

  async #call<Answer>(call: string, stop: (end: End) => void, effect: () => Promise<Answer>) {
    this.calls.push(call)
    const late = this.calls.length - (this.fault?.at ?? 0)
    const isFaulty = late === 0 || (late > 0 && this.fault?.lasts === true)
    const fault = isFaulty ? this.fault : null
    const answer = fault === null || fault.after ? await effect() : undefined
    if (fault?.stops) {
      stop('stopped')
      // A stopped run never gets the answer.
      return new Promise<never>(() => {})
    }
    if (fault !== null || answer === undefined) throw new Problem('the network failed')
    return answer
  }

  // The command's changes in the account; its output if Cloudflare refuses it.
  #command(args: readonly string[], input: string): string | null {
    const file = args[args.indexOf('-c') + 1] ?? ''
    const config = readConfiguration(join(this.folder, file), args[args.indexOf('-e') + 1])
    const worker = () => workerOf(this.account, config.name ?? '')
    const tag = args.includes('--tag') ? args[args.indexOf('--tag') + 1] : undefined
    switch (args[0] === 'deploy' || args[0] === 'rollback' ? args[0] : `${args[0]} ${args[1]}`) {
      case 'd1 migrations': {
        const id = config.d1_databases.find(({ binding }) => binding === args[3])?.database_id
        const database = this.account.databases.find((one) => one.id === id)
        database?.sql.exec('create table if not exists merchants (uid text)')
        return database === undefined ? `There is no database ${id}` : null
      }
      case 'secret bulk':
        // Wrangler makes an empty Worker for the secrets of one that is not there.
        if (worker().deployments.length === 0) divide(worker(), [[addVersion(worker()), 100]])
        Object.assign(worker().secrets, JSON.parse(input))
        return null
      case 'deploy': {
        const missing = missingFor(this.account, config)
        if (missing.length === 0) divide(worker(), [[addVersion(worker(), tag), 100]])
        return missing.length === 0 ? null : `Not there: ${missing.join(', ')}`
      }
      case 'versions upload':
        addVersion(worker(), tag)
        return null
      case 'versions deploy': {
        const shares = args.slice(2, args.indexOf('-y')).map((share) => share.split('@'))
        divide(
          worker(),
          shares.map(([id = '', percent = '']) => [id, Number.parseInt(percent, 10)]),
        )
        return null
      }
      case 'rollback':
        divide(worker(), [[args[1] ?? '', 100]])
        return null
      case 'triggers deploy':
        return null
    }
    return `Unknown arguments: ${args.join(' ')}`
  }
}

// The bindings of a deployment that the account lacks.
function missingFor(account: Account, config: ReturnType<typeof readConfiguration>): string[] {
  const secrets = account.workers.get(config.name ?? '')?.secrets ?? {}
  const there = new Set([
    ...account.databases.map(({ id }) => id),
    ...account.namespaces.map(({ id }) => id),
    ...account.queues.map(({ name }) => name),
    ...account.buckets.map(({ name }) => name),
    ...account.workers.keys(),
    ...Object.keys(secrets),
  ])
  const needed = [
    ...config.d1_databases.map(({ database_id }) => database_id),
    ...config.kv_namespaces.map(({ id }) => id),
    ...(config.queues.producers ?? []).map(({ queue }) => queue),
    ...(config.queues.consumers ?? []).map(({ queue }) => queue),
    ...config.r2_buckets.map(({ bucket_name }) => bucket_name),
    ...(config.services ?? []).map(({ service }) => service),
    ...(config.secrets?.required ?? []),
  ]
  return needed.filter((one = '') => !there.has(one)).map(String)
}

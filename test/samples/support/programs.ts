import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { until } from '../../../scripts/demo/story.ts'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'
import { createProcessGroups } from '../../../scripts/local/processes.ts'
import type { Command, Sample } from './languages.ts'

/** Whose requests a sample signs; `api` is where it sends them. */
export type SampleAccount = {
  readonly api: string
  readonly uid: string
  readonly secret: string
  /** The other of two, while a secret is replaced. */
  readonly otherSecret?: string
  /** The file in which a program keeps orders and events; else one of its own. */
  readonly store?: string
}

/** A file for a program's store, which is not there yet. */
export const aStore = () => join(tmpdir(), `sample-store-${randomUUID()}`)

/** What a program has printed, line by line, and its exit code. */
type Ran = {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly errors: string
}

/** A sample's receiver of callbacks. */
export type Receiver = {
  readonly url: string
  /** Keeps an order in its store, as another process does: such as `collection` and the merchant's number. */
  place(order: string): void
  /** Lines that it has printed so far. */
  lines(): readonly string[]
  stop(): Promise<void>
}

/** Runs the sample's `sign` over lines of standard input. */
export function runSign({ command }: Sample, lines: readonly string[]): Promise<Ran> {
  return run([...command, 'sign'], {}, lines.map((line) => `${line}\n`).join(''))
}

/** Runs the sample's `story` to its end. @param port where it takes callbacks, else a free one */
export async function runStory(
  { command }: Sample,
  account: SampleAccount,
  port?: number,
): Promise<Ran> {
  const PAY_PORT = String(port ?? (await freePort()))
  return run([...command, 'story'], { ...settingsOf(account), PAY_PORT })
}

/** Runs the sample's `settlement` to its end. */
export function runSettlement({ command }: Sample, account: SampleAccount): Promise<Ran> {
  return run([...command, 'settlement'], settingsOf(account))
}

/** Runs the sample's `payout` to its end. @param content a number and an amount, else the program's own */
export function runPayout(
  { command }: Sample,
  account: SampleAccount,
  content: readonly string[] = [],
): Promise<Ran> {
  return run([...command, 'payout', ...content], settingsOf(account))
}

/** Starts the sample's `listen`, and waits until it takes connections. */
export function startListening(sample: Sample, account: SampleAccount): Promise<Receiver> {
  return listening(sample, account).catch((problem: Error) => {
    // .NET's HttpListener fails where a connection comes while it starts.
    if (!problem.message.includes('HttpEndPointListener')) throw problem
    return startListening(sample, account)
  })
}

async function listening(sample: Sample, account: SampleAccount): Promise<Receiver> {
  const port = await freePort()
  const settings = settingsOf(account)
  const groups = createProcessGroups()
  const lines: string[] = []
  const [file, ...args] = sample.command
  const group = groups.start([file, ...args, 'listen', String(port)], {
    cwd: tmpdir(),
    env: { ...process.env, ...settings },
    onLine: (line) => lines.push(line),
  })
  let exit: number | null | undefined
  group.ended.then(
    (code) => {
      exit = code
    },
    () => {},
  )
  const url = `http://127.0.0.1:${port}/notify`
  const isUp = async () => {
    if (exit !== undefined) throw new Error(`it ended with ${exit}:\n${group.output()}`)
    return fetch(`${url}/`).then(
      (answer) => answer.status > 0,
      () => false,
    )
  }
  await until(isUp, (up) => up)
  const placed = new Set<string>()
  const place = (order: string) => {
    if (!placed.has(order)) placeIn(settings.PAY_STORE, sample, order)
    placed.add(order)
  }
  return { url, place, lines: () => lines, stop: () => groups.stopAll() }
}

function placeIn(store: string, { name }: Sample, order: string): void {
  if (!/^(?:python|php)$/.test(name)) {
    // The names of all languages.
    const line = { order, Number: order, event: 0, credited: 0 }
    appendFileSync(store, `\n${JSON.stringify(line)}\n`)
    return
  }
  const database = new DatabaseSync(store, { timeout: 10_000 })
  database.exec(`create table if not exists orders (number text primary key, trade_no text,
    event integer not null default 0, credited not null default '0')`)
  database.prepare('insert or ignore into orders (number) values (?)').run(order)
  database.close()
}

function settingsOf({ api, uid, secret, otherSecret = '', store = aStore() }: SampleAccount) {
  const account = { PAY_API: api, PAY_UID: uid, PAY_SECRET: secret, PAY_OTHER_SECRET: otherSecret }
  return { ...account, PAY_STORE: store }
}

async function run([file, ...args]: Command, settings: object, input = ''): Promise<Ran> {
  const child = spawn(file, args, { cwd: tmpdir(), env: { ...process.env, ...settings } })
  const printed = { out: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.errors += text
  })
  // A program may end before it has read its input; its exit status says what became of it.
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await once(child, 'close')
  const lines = printed.out.split('\n').filter((line) => line !== '')
  return { code, lines, errors: printed.errors }
}

/** A port that is free now, below those that systems give to connections, which another test may get. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const wanted = { preferred: randomInt(20_000, 32_000) }
  const port = await listenOnLoopback(server, wanted, { serves: 'a sample', variable: 'PAY_PORT' })
  server.close()
  await once(server, 'close')
  return port
}

import { env } from 'cloudflare:workers'
import { type Context, contextFrom } from '../../../src/context.ts'
import { attemptCallbacks } from '../../../src/jobs/attempt-callbacks.ts'
import { consumeDeadWakeUps, consumeWakeUps } from '../../../src/jobs/callback-jobs.ts'
import { runDatabaseJobs } from '../../../src/jobs/database-jobs.ts'
import { runMinuteJobs } from '../../../src/jobs/minute-jobs.ts'
import { copyIn } from '../../../src/operations/copies/copy-databases.ts'
import { contextIn, contextOfMerchant } from '../../../src/operations/merchant-contexts.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import type { WakeUp } from '../../../src/platform/callback-queue.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { watchedBinding, watchedD1 } from '../../support/watched.ts'
import type { Notice } from '../support/alarms.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { invocation } from '../support/platform-limits.ts'
import { operator, sendRequest } from '../support/service.ts'
import { feed } from '../support/statements.ts'
import { databases } from '../support/three-databases.ts'
import { Clock } from '../support/walk/walk.ts'

// A deployment on a clock of its own, each part of which can go bad.

/** A database: `full` and `overloaded` take no writes, `big` has passed 6 GB, `gone` loses each call. */
export type Condition = 'well' | 'slow' | 'gone' | 'big' | 'full' | 'overloaded'

export type WeekShop = {
  readonly uid: string
  secret: string
  readonly database: number
  /** A receiver of its own. */
  readonly host: string
}

/** What an outside listener has heard, with the minute of the week. */
type News = Notice & { readonly subject: string; readonly minute: number }

/** 2027-01-31 00:00 in Taipei: behind no row that another file has written. */
const startMs = Date.UTC(2027, 0, 30, 16)
const hookUrl = 'https://alarms.example/hook'
const bytesOf: Partial<Record<Condition, number>> = { big: 6_500_000_000, full: 9_990_000_000 }

type Message = { readonly body: WakeUp; dueMs: number; attempts: number }

/** The parts of the week's deployment as they are now. A test breaks and mends them. */
export const world = {
  conditions: new Map<number, Condition>(),
  isCronDead: false,
  /** Whether messages are taken; whether whoever takes them reaches the deliverer. */
  queue: 'well' as 'well' | 'refuses' | 'undelivered',
  isBucketGone: false,
  downHosts: new Set<string>(),
  /** Accounts on which the bank books nothing. */
  frozen: new Set<number>(),
  teller: feed,
  shops: [] as WeekShop[],
  /** Of each database the accounts that members pay into. */
  accounts: [] as number[][],
  bindings: env as Env,
  heard: [] as News[],
  /** How often each callback was acknowledged, by its `webhook-id`. */
  acknowledged: new Map<string, number>(),
  messages: [] as Message[],
  clock: new Clock(startMs),
}

export const minuteNow = () => (world.clock.nowMs - startMs) / 60_000

const conditioned = databases.map((d1, number) =>
  watchedD1(d1, async (run, sqls) => {
    const condition = world.conditions.get(number) ?? 'well'
    const isWrite = sqls.some((sql) => /^\s*(?:insert|update|delete|replace)/i.test(sql))
    if (condition === 'slow') await scheduler.wait(9_000)
    if (condition === 'gone') throw new Error('D1_ERROR: Network connection lost.')
    if (isWrite && condition === 'full') throw new Error('D1_ERROR: Exceeded maximum DB size.')
    if (isWrite && condition === 'overloaded') {
      throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    }
    const answer = await run()
    const bytes = bytesOf[condition]
    if (sqls[0] !== 'select 1' || bytes === undefined) return answer
    return Object.assign({}, answer, { meta: { size_after: bytes } })
  }),
)

const bucket = watchedBinding(env.ARCHIVE, (run) => {
  if (world.isBucketGone) throw new Error('the bucket does not answer')
  return run()
})

const queue = {
  sendBatch: async (sent: readonly { readonly body: WakeUp; readonly delaySeconds: number }[]) => {
    if (world.queue === 'refuses') throw new Error('the queue does not answer')
    for (const { body, delaySeconds } of sent) {
      world.messages.push({ body, dueMs: world.clock.nowMs + delaySeconds * 1000, attempts: 1 })
    }
  },
}

/** Deploys a version with so many databases; a faulty one creates no collection. */
export function deploy(count: number, isFaulty = false): void {
  const bound = conditioned.slice(0, count).map((d1, number) => {
    const database = watchedD1(d1, async (run, sqls) => {
      const isCreation = sqls.some((sql) => /insert into "?collections/i.test(sql))
      if (isFaulty && isCreation) throw new TypeError('a fault of this release')
      return run()
    })
    return [number === 0 ? 'DB' : `DB_${number}`, database] as const
  })
  const { DB_SANDBOX: _, ...rest } = env
  const channels = { ALARM_WEBHOOK_URL: hookUrl, ALARM_WEBHOOK_SECRET: 'x' }
  const parts = { ARCHIVE: bucket, CALLBACK_QUEUE: queue, ...channels }
  world.bindings = { ...rest, ...parts, ...Object.fromEntries(bound) } as unknown as Env
}

async function answerOutside(url: string, init: RequestInit): Promise<Response> {
  if (url === hookUrl) {
    const { alarms } = JSON.parse(String(init.body)) as { alarms: News[] }
    world.heard.push(...alarms.map((one) => ({ ...one, minute: minuteNow() })))
  } else {
    if (world.downHosts.has(new URL(url).host)) return new Response('', { status: 500 })
    if (url.endsWith('/sample')) return new Response('success')
    const id = new Headers(init.headers).get('webhook-id') ?? ''
    world.acknowledged.set(id, (world.acknowledged.get(id) ?? 0) + 1)
  }
  return new Response('success')
}

/** The context of people and jobs. */
export function desk(): Context {
  return { ...contextFrom(world.bindings), fetch: answerOutside, log: () => undefined }
}

// An invocation of its own, under the platform's limits.
function invoked(number: number) {
  const one = invocation()
  const context = desk()
  const limited = conditioned
    .slice(0, context.databases.length)
    .map((d1) => openMerchantDatabase(one.database(d1)))
  const found = contextIn({ ...context, databases: limited }, number)
  if (found === null) throw new Error(`no database ${number}`)
  return found
}

/** The minute's jobs, unless the cron is dead. */
export async function runJobs(): Promise<void> {
  if (world.isCronDead) return
  const invocations = {
    run: async (number: number) => runDatabaseJobs(invoked(number)),
    copy: async (number: number, ms: number) => copyIn(invoked(number), number, { ms }),
  }
  // It throws where a job has failed, after all have ended.
  await runMinuteJobs(desk(), invocations).catch(() => undefined)
}

/** Takes the messages that are due, and those that have died. */
export async function runQueue(): Promise<void> {
  const due = world.messages.filter(({ dueMs }) => dueMs <= world.clock.nowMs)
  world.messages = world.messages.filter(({ dueMs }) => dueMs > world.clock.nowMs)
  const batchOf = (messages: readonly Message[]) => {
    const given = messages.map((one) => ({
      body: one.body,
      attempts: one.attempts,
      ack: () => undefined,
      retry: ({ delaySeconds }: { delaySeconds: number }) => {
        world.messages.push({
          body: one.body,
          attempts: one.attempts + 1,
          dueMs: world.clock.nowMs + delaySeconds * 1000,
        })
      },
    }))
    return { messages: given } as unknown as MessageBatch<WakeUp>
  }
  const dead = due.filter(({ attempts }) => attempts > 10)
  const living = due.filter(({ attempts }) => attempts <= 10)
  if (dead.length > 0) await consumeDeadWakeUps(batchOf(dead), world.bindings)
  await consumeWakeUps(batchOf(living), async (orderIds) => {
    if (world.queue === 'undelivered') throw new Error('the deliverer does not answer')
    return attemptCallbacks(desk(), orderIds)
  })
}

/** Whether a monitor outside finds the service well. */
export async function isHealthy(): Promise<boolean> {
  return (await sendRequest('/health', {}, world.bindings)).status === 200
}

/** A merchant in the newest database, or in that one. */
export async function addShop(database?: number): Promise<WeekShop> {
  const uid = `W${crypto.randomUUID().slice(0, 12)}`
  const call = { uid, name: 'Test Merchant', ...(database === undefined ? {} : { database }) }
  const { api_secret: secret } = await createMerchant(desk(), operator, call)
  const home = await contextOfMerchant(desk(), uid)
  const host = `${uid.toLowerCase()}.example`
  const shop = { uid, secret, host, database: home?.databaseNumber ?? 0 }
  world.shops.push(shop)
  return shop
}

/** Two bank accounts in a database. */
export async function addAccounts(database: number): Promise<void> {
  const terms = { database, feeds: [feed.name], backing: 'later' }
  const made = [await anAccount(terms, desk()), await anAccount(terms, desk())]
  world.accounts[database] = made.map(({ id }) => id)
}

/** The week's first minute: two databases with two merchants each. */
export async function begin(): Promise<void> {
  world.clock.to(startMs)
  deploy(2)
  for (const database of [0, 1]) {
    await addAccounts(database)
    await addShop(database)
    await addShop(database)
  }
  await runJobs()
}

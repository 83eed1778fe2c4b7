import { env } from 'cloudflare:workers'
import type { Settings } from '../../../src/settings.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { interruptedD1, sizedD1 } from '../../support/watched.ts'
import { watchAll } from './minute.ts'
import { aContext, rowsIn } from './service.ts'

/** One thing told by the webhook. */
export type Notice = {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly reminder: boolean
}

/** A request to a channel. */
type HookRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent and asserts on it
  readonly body: any
}

export const webhookUrl = 'https://alarms.example/hook'
export const webhookSecret = 'a secret of the receiver'
export const telegramToken = '123456:ABC-def_ghi'

const channelsOn = {
  webhookUrl: new URL(webhookUrl),
  webhookSecret,
  escalationUrl: null,
  telegramToken,
  telegramChatId: '-100123',
  quietHours: null,
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

/**
 * A watch with a clock of its own and two databases, of which the second may be `down`, or `big`. Each minute another
 * isolate runs it, and both databases are swept, the first one unless a test stops that. What is sent is kept, and answered as told.
 */
export function aWatch(startMs = Date.now()) {
  let nowMs = startMs
  const posted: HookRequest[] = []
  const logged: Readonly<Record<string, unknown>>[] = []
  // As a local server, which needs no bucket.
  const settings: Writable<Settings> = {
    ...aContext().settings,
    ratesApply: false,
    alarms: { ...channelsOn },
  }
  const world = {
    second: 'well' as 'well' | 'down' | 'big',
    isFirstSwept: true,
    archive: null as R2Bucket | null,
    /** Jobs that fail in each minute, in so many databases. */
    failedJobs: new Map<string, number>(),
    /** How a channel answers; throwing is no answer. */
    answer: (_url: string): Response | Promise<Response> => new Response('ok'),
  }
  const second = secondDatabase(() => world.second)
  const context = (parts: Parameters<typeof aContext>[0] = {}) => ({
    ...aContext({
      databases: [openMerchantDatabase(env.DB), second],
      sandbox: null,
      archive: world.archive,
      now: () => nowMs,
      log: (entry) => logged.push(entry),
      fetch: async (url, init) => {
        const headers = Object.fromEntries(new Headers(init.headers))
        posted.push({ url, headers, body: JSON.parse(String(init.body)) })
        return world.answer(url)
      },
      ...parts,
    }),
    settings,
  })
  const now = () => Math.floor(nowMs / 1000)
  const pass = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return Object.assign(world, {
    posted,
    logged,
    settings,
    context,
    now,
    pass,
    /** Lets minutes pass, with a look at the end of each. */
    minutes: async (count: number, at = () => context()) => {
      for (let minute = 0; minute < count; minute += 1) {
        pass(60)
        await noteSweeps(now(), world.isFirstSwept)
        await watchAll(at(), world.failedJobs)
      }
    },
    /** What the webhook, or one at another address, was told and has taken, of one alarm or of all. */
    told: (name?: string, at = webhookUrl): readonly Notice[] =>
      posted
        .filter(({ url }) => url === at)
        .flatMap(({ body }) => body.alarms as Notice[])
        .filter((one) => name === undefined || one.name === name),
  })
}

export type Watch = ReturnType<typeof aWatch>

/** Each test has a clock of its own, and so remembers nothing of another's. */
export async function forgetAlarms(): Promise<void> {
  const tables = ['alarms', 'alarm_runs', 'watch_counts']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
}

async function noteSweeps(at: number, isFirstSwept: boolean): Promise<void> {
  for (const database of isFirstSwept ? [env.DB, env.SPARE_1] : [env.SPARE_1]) {
    await rowsIn(
      database,
      'insert into sweeps values (1, ?) on conflict do update set at = excluded.at',
      at,
    )
  }
}

function secondDatabase(mode: () => 'well' | 'down' | 'big') {
  const sized = sizedD1(env.SPARE_1, () => (mode() === 'big' ? 6_500_000_000 : null))
  const d1 = interruptedD1(sized, /^/, () => {
    if (mode() === 'down') throw new Error('the database is down')
  })
  return openMerchantDatabase(d1)
}

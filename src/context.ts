import { type Alarms, alarms } from './platform/alarms.ts'
import { sendWakeUps } from './platform/callback-queue.ts'
import { type LogEntry, writeLog } from './platform/log.ts'
import { cryptographicRandom } from './platform/random.ts'
import { type Rate, withinRate } from './platform/rates.ts'
import type { WaitPage } from './rules/links/wait-page.ts'
import { parseSettings, type Settings } from './settings.ts'
import { type AttemptLimits, attemptLimits } from './store/callbacks/attempt-limits.ts'
import { type NameCache, nameCache } from './store/callbacks/name-cache.ts'
import {
  type MerchantDatabase,
  openMerchantDatabase,
  openPlatformDatabase,
  type PlatformDatabase,
} from './store/database.ts'
import { getToken, putToken } from './store/links/link-tokens.ts'
import { type FailedRequests, failedRequests } from './store/merchants/failed-requests.ts'
import { type MerchantCache, merchantCache } from './store/merchants/merchant-cache.ts'
import { inTime } from './units/time-limit.ts'

/** What operations get: settings, clock, random source, caches, log. No merchant's records are reached from here. */
export type Context = {
  /** Keeps the directory of merchants, and what is no merchant's. */
  readonly platformDb: PlatformDatabase
  /** Where merchants' records are, by number. Only `operations/merchant-contexts.ts` reaches into it. */
  readonly databases: readonly MerchantDatabase[]
  readonly settings: Settings
  readonly merchants: MerchantCache
  /** Limits the attempts at callbacks that this isolate has under way. */
  readonly attemptLimits: AttemptLimits
  /** What is known of receivers' names. */
  readonly nameCache: NameCache
  /** What has failed here of late, by address. */
  readonly failures: FailedRequests
  readonly alarms: Alarms
  /** UTC milliseconds. */
  readonly now: () => number
  /** In [0, 1), from a cryptographic source. */
  readonly random: () => number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Asks for an attempt of each callback after a delay; may fail without consequence, for the sweep comes by. */
  readonly wake: (orderIds: readonly number[], delaySeconds: number) => Promise<void>
  /** Whether one more request of that key is within its rate. */
  readonly withinRate: (rate: Rate, key: string) => Promise<boolean>
  /** Keeps what a wait page's token stands for; may fail without consequence, for the database knows it too. */
  readonly rememberToken: (token: string, page: WaitPage, seconds: number) => Promise<void>
  /** What a wait page's token stands for, as far as it was kept; null when it is not known there (yet). */
  readonly recallToken: (token: string) => Promise<WaitPage | null>
  readonly log: (entry: LogEntry) => void
}

/** The same, with the database that the records of a merchant are in. */
export type MerchantContext = Context & {
  readonly db: MerchantDatabase
  /** Its number, which new ids carry. */
  readonly databaseNumber: number
}

/** The context of a Worker with these bindings: made once for each isolate, for nothing in it is one request's. */
export function contextFrom(env: Env): Context {
  const known = madeContexts.get(env)
  if (known !== undefined) return known
  const context = makeContext(env)
  madeContexts.set(env, context)
  return context
}

const madeContexts = new WeakMap<Env, Context>()

function makeContext(env: Env): Context {
  const settings = parseSettings(env)
  return {
    platformDb: openPlatformDatabase(env.DB),
    databases: databasesOf(env),
    settings,
    merchants: knownMerchants,
    attemptLimits: limits,
    nameCache: knownNames,
    failures: knownFailures,
    alarms: writtenAlarms,
    now: () => Date.now(),
    random: cryptographicRandom,
    fetch: (url, init) => fetch(url, init),
    wake: (orderIds, delaySeconds) => sendWakeUps(env.CALLBACK_QUEUE, orderIds, delaySeconds),
    withinRate: (rate, key) => withinRate(env, settings, rate, key),
    rememberToken: (token, page, seconds) =>
      inTime(tokenTimeoutMs, putToken(env.TOKENS, token, page, seconds)),
    recallToken: (token) => inTime(tokenTimeoutMs, getToken(env.TOKENS, token)),
    log: writeLog,
  }
}

const databasesMax = 16

// `DB`, then `DB_1`, `DB_2` … as far as the deployment has them; ids say their numbers, so none is left out.
function databasesOf(env: Env): readonly MerchantDatabase[] {
  const bindings: Readonly<Record<string, unknown>> = { ...env }
  const databases = [openMerchantDatabase(env.DB)]
  for (let number = 1; number < databasesMax; number += 1) {
    const binding = bindings[`DB_${number}`]
    if (binding === undefined) break
    databases.push(openMerchantDatabase(binding as D1Database))
  }
  return databases
}

const tokenTimeoutMs = 3_000

const knownMerchants = merchantCache()
const limits = attemptLimits()
const knownNames = nameCache()
const knownFailures = failedRequests()
const writtenAlarms = alarms()

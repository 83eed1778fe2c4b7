import type { LogEntry } from './contract/log/log-events.ts'
import { sendWakeUps } from './platform/callback-queue.ts'
import { later } from './platform/later.ts'
import { writeLog } from './platform/log.ts'
import { type LogLimits, logLimits } from './platform/log-limits.ts'
import { mirroredBucket } from './platform/mirrored-bucket.ts'
import { cryptographicRandom } from './platform/random.ts'
import { type Rate, withinRate } from './platform/rates.ts'
import type { WaitPage } from './rules/links/wait-page.ts'
import { parseSettings, type Settings } from './settings.ts'
import { type IsolateCounts, isolateCounts } from './store/alarms/isolate-counts.ts'
import { type Outage, outage } from './store/alarms/outage.ts'
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
import { getPlace, putPlace } from './store/merchants/merchant-places.ts'
import { toSeconds } from './units/clock.ts'
import { inTime, pause } from './units/time-limit.ts'

/** Copies of what the databases have. All may lack an entry, and KV may fail. */
export type Caches = {
  readonly merchants: MerchantCache
  /** The addresses of receivers' names. */
  readonly receiverNames: NameCache
  /** The wait pages of tokens, in KV. */
  readonly waitPages: {
    readonly put: (token: string, page: WaitPage, seconds: number) => Promise<void>
    /** Null when the page is not in the cache (yet). */
    readonly get: (token: string) => Promise<WaitPage | null>
  }
  /** The number of each merchant's database, which never changes, in KV. */
  readonly places: {
    readonly put: (uid: string, database: number) => Promise<void>
    /** Null if it was not stored. */
    readonly get: (uid: string) => Promise<number | null>
  }
}

/** What one isolate limits and counts. */
export type IsolateState = {
  /** Limits the concurrent callback attempts. */
  readonly attemptLimits: AttemptLimits
  /** The recent failed requests, by source address. */
  readonly failures: FailedRequests
  readonly logLimits: LogLimits
  /** The counts for the alarms that are not written yet. */
  readonly counts: IsolateCounts
  /** What it remembers while the first database does not answer. */
  readonly outage: Outage
}

/** What operations get: settings, clock, random source, caches, log. It reaches no merchant's records. */
export type Context = {
  /** Has the directory of merchants, and records that belong to no merchant. */
  readonly platformDb: PlatformDatabase
  /** The databases of merchants' records, by number. Only `operations/merchant-contexts.ts` uses them. */
  readonly databases: readonly MerchantDatabase[]
  /** The database of test merchants' records; null where `DB_SANDBOX` is not bound. */
  readonly sandbox: MerchantDatabase | null
  readonly settings: Settings
  /** When this version of the Worker was deployed, in UTC seconds. */
  readonly deployedAt: number
  readonly caches: Caches
  readonly isolate: IsolateState
  /** UTC milliseconds. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** In [0, 1), from a cryptographic source. */
  readonly random: () => number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sends a wake-up message for each order's callback. It may fail: the sweep finds the callback all the same. */
  readonly wake: (orderIds: readonly number[], delaySeconds: number) => Promise<void>
  /** Whether one more request of that key is within its rate. */
  readonly withinRate: (rate: Rate, key: string) => Promise<boolean>
  /** The bucket of the databases' copies; null without one. */
  readonly archive: R2Bucket | null
  /**
   * Whether a job of the minute or an export may begin one more step, in its time and in its invocation's queries;
   * elsewhere always.
   */
  readonly mayGoOn: () => boolean
  /** Lets work go on after the answer. */
  readonly later: (work: Promise<void>) => void
  readonly log: (entry: LogEntry) => void
}

/** The context with the database that has a merchant's records. */
export type MerchantContext = Context & {
  readonly db: MerchantDatabase
  /** The database's number, which new ids carry. */
  readonly databaseNumber: number
  /** Whether its database is a view of archived orders, in which nothing is written. */
  readonly isArchived?: true
}

/** The context of a Worker with these bindings. It is made once per isolate and has nothing of a single request. */
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
    ...databasesOf(env),
    settings,
    deployedAt: deployedAt(env),
    caches: cachesOf(env),
    isolate: { ...isolate, counts: isolateCounts() },
    now: () => Date.now(),
    pause,
    random: cryptographicRandom,
    fetch: (url, init) => fetch(url, init),
    wake: (orderIds, delaySeconds) => sendWakeUps(env.CALLBACK_QUEUE, orderIds, delaySeconds),
    withinRate: (rate, key) => withinRate({ env, settings, rate, key }),
    archive: archiveOf(env),
    mayGoOn: () => true,
    later,
    log: writeLog,
  }
}

// Of the sixteen numbers that an id can hold the last is the test merchants'.
const realDatabasesMax = 15

// The only place where the bindings of databases are opened. `DB`, `DB_1`, `DB_2` … up to the first that is not bound:
// ids carry these numbers, so there are no gaps. A deployment from before there were test merchants has none for them.
function databasesOf(env: Env): Pick<Context, 'platformDb' | 'databases' | 'sandbox'> {
  const bindings: Readonly<Record<string, unknown>> = { ...env }
  const { DB, DB_SANDBOX: tests }: Partial<Pick<Env, 'DB_SANDBOX'>> & Pick<Env, 'DB'> = env
  const databases = [openMerchantDatabase(DB)]
  for (let number = 1; number < realDatabasesMax; number += 1) {
    const binding = bindings[`DB_${number}`]
    if (binding === undefined) break
    databases.push(openMerchantDatabase(binding as D1Database))
  }
  const sandbox = tests === undefined ? null : openMerchantDatabase(tests)
  return { platformDb: openPlatformDatabase(DB), databases, sandbox }
}

// A deployment older than copies has no bucket; a second one is bound for copies elsewhere.
function archiveOf({
  ARCHIVE: first,
  ARCHIVE_2: second,
}: Partial<Pick<Env, 'ARCHIVE'>> & { readonly ARCHIVE_2?: R2Bucket }): R2Bucket | null {
  if (first === undefined) return null
  return second === undefined ? first : mirroredBucket(first, second)
}

// Without the binding of the version it is the isolate's first use of its bindings.
function deployedAt({ VERSION: version }: Partial<Pick<Env, 'VERSION'>>): number {
  const uploadedMs = Date.parse(version?.timestamp ?? '')
  return toSeconds(Number.isNaN(uploadedMs) ? Date.now() : uploadedMs)
}

function cachesOf({ TOKENS: kv }: Env): Caches {
  return {
    merchants,
    receiverNames,
    waitPages: {
      put: (token, page, seconds) => inTime(kvTimeoutMs, putToken({ kv, token, page, seconds })),
      get: (token) => inTime(kvTimeoutMs, getToken(kv, token)),
    },
    places: {
      put: (uid, database) => inTime(kvTimeoutMs, putPlace(kv, uid, database)),
      get: (uid) => inTime(kvTimeoutMs, getPlace(kv, uid)),
    },
  }
}

const kvTimeoutMs = 3_000

/** The state of an isolate before its first request. */
export function newIsolateState(): IsolateState {
  return {
    attemptLimits: attemptLimits(),
    failures: failedRequests(),
    logLimits: logLimits(),
    counts: isolateCounts(),
    outage: outage(),
  }
}

const merchants = merchantCache()
const receiverNames = nameCache()
const isolate = newIsolateState()

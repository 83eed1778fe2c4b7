import * as z from 'zod/mini'
import type { AddressPolicy } from './rules/callback-address.ts'
import type { WaitPage } from './rules/wait-page.ts'
import { type Alarms, alarms } from './store/alarms.ts'
import { type Database, openDatabase } from './store/database.ts'
import { type EndpointSlots, endpointSlots } from './store/endpoint-slots.ts'
import { inTime } from './store/in-time.ts'
import { getToken, putToken } from './store/link-tokens.ts'
import { type MerchantCache, merchantCache } from './store/merchant-cache.ts'
import { type NameCache, nameCache } from './store/name-cache.ts'

/** What the deployment has set, read once and checked. */
export type Settings = {
  /** Origin of the merchant host, for example `https://pay.example`; null when unset (local use only). */
  readonly baseUrl: URL | null
  /** Origin of the exchange host, which serves the members' pages; null when unset (local use only). */
  readonly exchangeUrl: URL | null
  readonly exchangeCode: string
  /** How far a request's timestamp may be off, in seconds, by default 300; 0 turns the check off. */
  readonly timestampToleranceSeconds: number
  /** How long a payment link lives, in seconds; by default 1800. */
  readonly linkLifetimeSeconds: number
  /** How much longer it lives once an agent has matched its collection, in seconds; by default 3600. */
  readonly matchedGraceSeconds: number
  /** Bytes of `extra` and `note` that a merchant's orders may bring in a day; by default 256 MiB. */
  readonly dailyBytes: number
  readonly callbackAddresses: AddressPolicy
  /** Where names are looked up before a callback is sent to them, by DNS over HTTPS (JSON); null: they are not. */
  readonly callbackDnsUrl: URL | null
  /** Base64 of 32 bytes: seals the API secrets. */
  readonly secretsKey: string
  /** Base64 of 32 bytes: signs what a payment link tells the exchange. */
  readonly linkSigningKey: string
}

/** Everything an operation needs of the world: nothing else of it is reached from there. */
export type Context = {
  /** The database at work: that of the merchant, once it is known, before that the first. */
  readonly db: Database
  /** Its number, which new ids carry. */
  readonly databaseNumber: number
  /** All of the deployment's. The first keeps the directory of merchants, and what is no merchant's. */
  readonly databases: readonly Database[]
  readonly settings: Settings
  readonly merchants: MerchantCache
  /** Attempts at callbacks that this isolate has under way. */
  readonly endpoints: EndpointSlots
  readonly names: NameCache
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

/** The rates there are: per source address, and the two that a merchant can be held to. */
export type Rate = 'address' | 'standard' | 'high'

/** One wide line of the log. Never secrets, signatures or full account numbers. */
export type LogEntry = { readonly event: string } & Readonly<
  Record<string, string | number | boolean | null | undefined>
>

/** The message on the callback queue: a wake-up, never the truth. */
export type Wake = { readonly callbackId: number }

/** The world of a Worker with these bindings: made once for each isolate, for nothing in it is one request's. */
export function contextFrom(env: Env): Context {
  const known = madeContexts.get(env)
  if (known !== undefined) return known
  const context = makeContext(env)
  madeContexts.set(env, context)
  return context
}

const madeContexts = new WeakMap<Env, Context>()

function makeContext(env: Env): Context {
  const databases = databasesOf(env)
  const [db = openDatabase(env.DB)] = databases
  const settings = parseSettings(env)
  return {
    db,
    databaseNumber: 0,
    databases,
    settings,
    merchants: knownMerchants,
    endpoints: underWay,
    names: knownNames,
    alarms: writtenAlarms,
    now: () => Date.now(),
    random: cryptographicRandom,
    fetch: (url, init) => fetch(url, init),
    wake: (orderIds, delaySeconds) => wake(env.CALLBACK_QUEUE, orderIds, delaySeconds),
    withinRate: (rate, key) => withinRate(env, settings, rate, key),
    rememberToken: (token, page, seconds) =>
      inTime(tokenTimeoutMs, putToken(env.TOKENS, token, page, seconds)),
    recallToken: (token) => inTime(tokenTimeoutMs, getToken(env.TOKENS, token)),
    log: writeLog,
  }
}

/** Writes one line of the log, as JSON. */
export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}

const databasesMax = 16

// `DB`, then `DB_1`, `DB_2` … as far as the deployment has them; ids say their numbers, so none is left out.
function databasesOf(env: Env): readonly Database[] {
  const bindings: Readonly<Record<string, unknown>> = { ...env }
  const databases = [openDatabase(env.DB)]
  for (let number = 1; number < databasesMax; number += 1) {
    const binding = bindings[`DB_${number}`]
    if (binding === undefined) break
    databases.push(openDatabase(binding as D1Database))
  }
  return databases
}

const knownMerchants = merchantCache()
const underWay = endpointSlots()
const knownNames = nameCache()
const writtenAlarms = alarms()

async function withinRate(
  env: Env,
  { baseUrl }: Settings,
  rate: Rate,
  key: string,
): Promise<boolean> {
  if (baseUrl === null || isLoopback(baseUrl.hostname)) return true
  const limiters = {
    address: env.RATE_LIMIT_ADDRESS,
    standard: env.RATE_LIMIT_STANDARD,
    high: env.RATE_LIMIT_HIGH,
  }
  return (await limiters[rate].limit({ key })).success
}

const wakesMax = 100
const wakeTimeoutMs = 3_000
const tokenTimeoutMs = 3_000

async function wake(
  queue: Queue,
  orderIds: readonly number[],
  delaySeconds: number,
): Promise<void> {
  for (let start = 0; start < orderIds.length; start += wakesMax) {
    const messages = orderIds.slice(start, start + wakesMax).map((callbackId) => {
      return { body: { callbackId } satisfies Wake, delaySeconds }
    })
    // The queue is overloaded at times and lets a sender wait for most of a minute; nobody has to.
    await inTime(wakeTimeoutMs, queue.sendBatch(messages))
  }
}

// Drawn in stock, for each new array costs more than what is drawn into it.
const drawn = new Uint32Array(256)
let left = 0

function cryptographicRandom(): number {
  if (left === 0) left = crypto.getRandomValues(drawn).length
  left -= 1
  return (drawn[left] ?? 0) / 2 ** 32
}

const keyText = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be base64 of 32 bytes'))
const origin = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])

// Where a number is missing or empty its default holds: `Number('')` is 0, which would turn a check off.
const wholeNumber = (standard: number, least: number) =>
  z.pipe(
    z.transform((given: unknown) => {
      const text = String(given ?? '').trim()
      if (text === '') return standard
      return /^\d+$/.test(text) ? Number(text) : Number.NaN
    }),
    z.number('must be a whole number').check(z.gte(least, `must be at least ${least}`)),
  )

const mebibytes = (count: number) => count * 1024 * 1024

const settingsSchema = z.object({
  BASE_URL: origin,
  EXCHANGE_URL: origin,
  EXCHANGE_CODE: z.string().check(z.regex(/^[a-z0-9-]{1,24}$/)),
  TIMESTAMP_TOLERANCE_SECONDS: wholeNumber(300, 0),
  LINK_LIFETIME_SECONDS: wholeNumber(1800, 60),
  MATCHED_GRACE_SECONDS: wholeNumber(3600, 0),
  DAILY_BYTES: wholeNumber(mebibytes(256), 0),
  ALLOW_PRIVATE_CALLBACKS: z.enum(['', '1']),
  CALLBACK_DNS_URL: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
  SECRETS_KEY: keyText,
  LINK_SIGNING_KEY: keyText,
})

// Throws with the name of each setting that is missing or wrong.
function parseSettings(env: Env): Settings {
  const parsed = settingsSchema.safeParse({ ...env })
  if (!parsed.success) throw new Error(`settings: ${z.prettifyError(parsed.error)}`)
  const { BASE_URL, EXCHANGE_URL, ALLOW_PRIVATE_CALLBACKS, ...rest } = parsed.data
  const baseUrl = URL.parse(BASE_URL)
  const exchangeUrl = URL.parse(EXCHANGE_URL)
  const allowPrivate = ALLOW_PRIVATE_CALLBACKS === '1'
  if (allowPrivate && (baseUrl === null || !isLoopback(baseUrl.hostname))) {
    throw new Error('settings: ALLOW_PRIVATE_CALLBACKS is for a loopback BASE_URL only')
  }
  for (const [name, url] of Object.entries({ BASE_URL: baseUrl, EXCHANGE_URL: exchangeUrl })) {
    if (url !== null && url.href !== `${url.origin}/`) {
      throw new Error(`settings: ${name} must be an origin, without path, query or user info`)
    }
  }
  if (baseUrl !== null && baseUrl.host === exchangeUrl?.host && !isLoopback(baseUrl.hostname)) {
    throw new Error('settings: BASE_URL and EXCHANGE_URL must be two hosts')
  }
  const ownHosts = [baseUrl, exchangeUrl].flatMap((url) => (url === null ? [] : [url.hostname]))
  return {
    baseUrl,
    exchangeUrl,
    exchangeCode: rest.EXCHANGE_CODE,
    timestampToleranceSeconds: rest.TIMESTAMP_TOLERANCE_SECONDS,
    linkLifetimeSeconds: rest.LINK_LIFETIME_SECONDS,
    matchedGraceSeconds: rest.MATCHED_GRACE_SECONDS,
    dailyBytes: rest.DAILY_BYTES,
    callbackAddresses: { ownHosts, allowPrivate },
    callbackDnsUrl: URL.parse(rest.CALLBACK_DNS_URL),
    secretsKey: rest.SECRETS_KEY,
    linkSigningKey: rest.LINK_SIGNING_KEY,
  }
}

/** Whether a hostname is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

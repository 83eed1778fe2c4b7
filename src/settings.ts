import * as z from 'zod/mini'
import type { AddressPolicy } from './rules/callbacks/callback-address.ts'
import type { ApprovalTerms } from './rules/people/second-person.ts'
import { daySeconds } from './units/clock.ts'
import { type DailyHours, readDailyHours } from './units/daily-hours.ts'
import { isLoopback } from './units/web-address.ts'

/** The settings of the deployment, checked. */
export type Settings = {
  /** Origin of the merchant host, for example `https://pay.example`; null when unset (local use only). */
  readonly baseUrl: URL | null
  /** Origin of the exchange host, which serves the members' pages; null when unset (local use only). */
  readonly exchangeUrl: URL | null
  readonly exchangeCode: string
  /** Whether rates apply: not where `BASE_URL` is unset or a loopback address. */
  readonly ratesApply: boolean
  /** How far a request's timestamp may be off, in seconds, by default 300; 0 turns the check off. */
  readonly timestampToleranceSeconds: number
  /** How long a payment link lives, in seconds; by default 1800. */
  readonly linkLifetimeSeconds: number
  /** How much longer a link lives once an agent has matched its collection, in seconds; by default 3600. */
  readonly matchedGraceSeconds: number
  /** How long a slot rests after its order was settled, and after it ended unpaid (matching §2). */
  readonly slotRestSeconds: number
  readonly slotLateSeconds: number
  /** How long an automatic settlement awaits proof before it is unproven, in seconds; by default two days. */
  readonly proofSeconds: number
  /** The most bytes of all texts of a merchant's orders in a day; by default 256 MiB. */
  readonly dailyBytes: number
  /** After so many days answers of attempts are emptied and links masked; 0, by default, keeps them. */
  readonly retentionDays: number
  /** After so many days a final order leaves its database for the bucket, at least 35; 0, by default, for never. */
  readonly archiveAfterDays: number
  readonly callbackAddresses: AddressPolicy
  /** The DNS-over-HTTPS service (JSON) that receivers' names are checked with before an attempt; null for no check. */
  readonly callbackDnsUrl: URL | null
  readonly alarms: AlarmSettings
  /** The address that gets a request each minute after successful jobs; null for none. */
  readonly heartbeatUrl: URL | null
  /** The callback inspector of `npm start`, which sets it; null elsewhere. */
  readonly inspectorUrl: URL | null
  /** The test merchant whose uid and secret the documentation shows to everybody; null for none. */
  readonly sandboxMerchant: { readonly uid: string; readonly secret: string } | null
  /** Which calls wait for a second person (back office §5); by default none where `BASE_URL` is local. */
  readonly approvals: ApprovalTerms
  /** Base64 of 32 bytes: encrypts the API secrets. */
  readonly secretsKey: string
  /** Other keys that secrets may be encrypted under, while keys rotate (docs/runbooks/rotate-keys.md). */
  readonly otherSecretsKeys: readonly string[]
  /** Base64 of 32 bytes: signs the parameters of a payment link to the exchange. */
  readonly linkSigningKey: string
  /** Other keys whose signs are accepted, while keys rotate. */
  readonly otherLinkSigningKeys: readonly string[]
  /** The optional secrets that contain no key, which are ignored. */
  readonly unusableKeys: readonly string[]
}

/** The channels of alarms. One without one of its parts is off. */
export type AlarmSettings = {
  readonly webhookUrl: URL | null
  readonly webhookSecret: string
  /** Gets alarms that nobody has acknowledged for a quarter of an hour; signed under the webhook's secret. */
  readonly escalationUrl: URL | null
  readonly telegramToken: string
  readonly telegramChatId: string
  /** The hours in which alarms that are no emergency wait; null for none. */
  readonly quietHours: DailyHours | null
}

const keyForm = /^[A-Za-z0-9+/]{43}=$/
const keyText = z.string().check(z.regex(keyForm, 'must be base64 of 32 bytes'))
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])

// A missing or empty number means its default: `Number('')` is 0, which would turn a check off.
const wholeNumber = (standard: number, least: number) =>
  z.pipe(
    z.transform((value: unknown) => {
      const text = String(value ?? '').trim()
      if (text === '') return standard
      return /^\d+$/.test(text) ? Number(text) : Number.NaN
    }),
    z.number('must be a whole number').check(z.gte(least, `must be at least ${least}`)),
  )

const trimmed = z.transform((value: unknown) => String(value ?? '').trim())

const sandboxMerchantForm = /^(?:([A-Za-z0-9_.-]{1,20}):([\x21-\x7e]{1,200}))?$/

const mebibytes = (count: number) => count * 1024 * 1024

const settingsSchema = z.object({
  BASE_URL: address,
  EXCHANGE_URL: address,
  EXCHANGE_CODE: z.string().check(z.regex(/^[a-z0-9-]{1,24}$/)),
  TIMESTAMP_TOLERANCE_SECONDS: wholeNumber(300, 0),
  LINK_LIFETIME_SECONDS: wholeNumber(1800, 60),
  MATCHED_GRACE_SECONDS: wholeNumber(3600, 0),
  SLOT_REST_SECONDS: wholeNumber(1800, 0),
  SLOT_LATE_SECONDS: wholeNumber(daySeconds, 0),
  PROOF_SECONDS: wholeNumber(172_800, 1),
  DAILY_BYTES: wholeNumber(mebibytes(256), 0),
  RETENTION_DAYS: wholeNumber(0, 0),
  ARCHIVE_AFTER_DAYS: wholeNumber(0, 0).check(
    z.refine((days) => days === 0 || days >= 35, 'must be 0, for never, or at least 35'),
  ),
  ALLOW_PRIVATE_CALLBACKS: z.enum(['', '1']),
  CALLBACK_DNS_URL: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
  APPROVALS: z.pipe(trimmed, z.enum(['', 'on', 'off'])),
  APPROVAL_FROM: z.pipe(
    trimmed,
    z.string().check(z.regex(/^(?:\d{1,10}|never)?$/, 'must be whole dollars, or "never"')),
  ),
  ALARM_WEBHOOK_URL: z.pipe(trimmed, address),
  ALARM_WEBHOOK_SECRET: trimmed,
  ALARM_ESCALATION_URL: z.pipe(trimmed, address),
  // A mistyped token is a channel that is incomplete, not a service that is down.
  TELEGRAM_BOT_TOKEN: trimmed,
  TELEGRAM_CHAT_ID: z.pipe(
    trimmed,
    z.string().check(z.regex(/^(?:-?\d{1,20}|@\w{1,64})?$/, 'must be a number, or @ and a name')),
  ),
  QUIET_HOURS: z.pipe(
    trimmed,
    z
      .string()
      .check(
        z.refine(
          (text) => text === '' || readDailyHours(text) !== null,
          'must be two times of the day in Taipei, as 23:00-07:00',
        ),
      ),
  ),
  HEARTBEAT_URL: z.pipe(trimmed, address),
  INSPECTOR_URL: z.pipe(trimmed, address),
  SANDBOX_MERCHANT: z.pipe(
    trimmed,
    z.string().check(z.regex(sandboxMerchantForm, 'must be a uid, a colon and its API secret')),
  ),
  SECRETS_KEY: keyText,
  LINK_SIGNING_KEY: keyText,
  SECRETS_KEY_OTHERS: trimmed,
  LINK_SIGNING_KEY_OTHERS: trimmed,
})

/** Reads the settings of a Worker. Throws with the name of each one that is missing or wrong. */
export function parseSettings(env: Env): Settings {
  const missing = (['SECRETS_KEY', 'LINK_SIGNING_KEY'] as const).filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`settings: ${missing.join(', ')}: missing`)
  const parsed = settingsSchema.safeParse({ ...env })
  if (!parsed.success) throw new Error(`settings: ${z.prettifyError(parsed.error)}`)
  const { BASE_URL, EXCHANGE_URL, ALLOW_PRIVATE_CALLBACKS, ...rest } = parsed.data
  const baseUrl = URL.parse(BASE_URL)
  const exchangeUrl = URL.parse(EXCHANGE_URL)
  const allowPrivate = ALLOW_PRIVATE_CALLBACKS === '1'
  if (allowPrivate && (baseUrl === null || !isLoopback(baseUrl.hostname))) {
    throw new Error('settings: ALLOW_PRIVATE_CALLBACKS is for a loopback BASE_URL only')
  }
  for (const name of ['ALARM_WEBHOOK_URL', 'ALARM_ESCALATION_URL', 'HEARTBEAT_URL'] as const) {
    if (URL.parse(rest[name])?.protocol === 'http:' && isPublicUrl(baseUrl)) {
      throw new Error(`settings: ${name} must be https where BASE_URL is not local`)
    }
  }
  for (const [name, url] of Object.entries({ BASE_URL: baseUrl, EXCHANGE_URL: exchangeUrl })) {
    if (url !== null && url.href !== `${url.origin}/`) {
      throw new Error(`settings: ${name} must be an origin, without path, query or user info`)
    }
  }
  if (baseUrl !== null && baseUrl.host === exchangeUrl?.host && !isLoopback(baseUrl.hostname)) {
    throw new Error('settings: BASE_URL and EXCHANGE_URL must be two hosts')
  }
  const isPublic = isPublicUrl(baseUrl)
  const ownHosts = [baseUrl, exchangeUrl].flatMap((url) => (url === null ? [] : [url.hostname]))
  return {
    baseUrl,
    exchangeUrl,
    exchangeCode: rest.EXCHANGE_CODE,
    ratesApply: isPublic,
    timestampToleranceSeconds: rest.TIMESTAMP_TOLERANCE_SECONDS,
    linkLifetimeSeconds: rest.LINK_LIFETIME_SECONDS,
    matchedGraceSeconds: rest.MATCHED_GRACE_SECONDS,
    slotRestSeconds: rest.SLOT_REST_SECONDS,
    slotLateSeconds: rest.SLOT_LATE_SECONDS,
    proofSeconds: rest.PROOF_SECONDS,
    dailyBytes: rest.DAILY_BYTES,
    retentionDays: rest.RETENTION_DAYS,
    archiveAfterDays: rest.ARCHIVE_AFTER_DAYS,
    callbackAddresses: { ownHosts, allowPrivate },
    callbackDnsUrl: URL.parse(rest.CALLBACK_DNS_URL),
    alarms: {
      webhookUrl: URL.parse(rest.ALARM_WEBHOOK_URL),
      webhookSecret: rest.ALARM_WEBHOOK_SECRET,
      escalationUrl: URL.parse(rest.ALARM_ESCALATION_URL),
      telegramToken: rest.TELEGRAM_BOT_TOKEN,
      telegramChatId: rest.TELEGRAM_CHAT_ID,
      quietHours: readDailyHours(rest.QUIET_HOURS),
    },
    heartbeatUrl: URL.parse(rest.HEARTBEAT_URL),
    inspectorUrl: URL.parse(rest.INSPECTOR_URL),
    sandboxMerchant: sandboxMerchantIn(rest.SANDBOX_MERCHANT),
    approvals: {
      on: rest.APPROVALS === '' ? isPublic : rest.APPROVALS === 'on',
      from: hundredthsFrom(rest.APPROVAL_FROM),
    },
    secretsKey: rest.SECRETS_KEY,
    otherSecretsKeys: otherKeys(rest.SECRETS_KEY_OTHERS, rest.SECRETS_KEY),
    linkSigningKey: rest.LINK_SIGNING_KEY,
    otherLinkSigningKeys: otherKeys(rest.LINK_SIGNING_KEY_OTHERS, rest.LINK_SIGNING_KEY),
    unusableKeys: (['SECRETS_KEY_OTHERS', 'LINK_SIGNING_KEY_OTHERS'] as const).filter((name) =>
      keysIn(rest[name]).some((key) => !keyForm.test(key)),
    ),
  }
}

// A mistyped key is ignored, not refused: a secret is effective as it is typed, and nothing needs this one yet.
function otherKeys(text: string, own: string): readonly string[] {
  const usable = keysIn(text).filter((key) => keyForm.test(key) && key !== own)
  return [...new Set(usable)]
}

function keysIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((key) => key !== '')
}

function isPublicUrl(baseUrl: URL | null): boolean {
  return baseUrl !== null && !isLoopback(baseUrl.hostname)
}

function sandboxMerchantIn(text: string): Settings['sandboxMerchant'] {
  const [, uid, secret] = sandboxMerchantForm.exec(text) ?? []
  return uid === undefined || secret === undefined ? null : { uid, secret }
}

const approvalFrom = 100_000

// Of whole dollars.
function hundredthsFrom(text: string): number | null {
  if (text === 'never') return null
  return (text === '' ? approvalFrom : Number(text)) * 100
}

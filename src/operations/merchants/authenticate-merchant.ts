import type { Context, MerchantContext } from '../../context.ts'
import type { LegacyGroup } from '../../contract/endpoint.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type Merchant, validSecrets } from '../../rules/merchants/merchant.ts'
import { allowsAddress } from '../../rules/merchants/source-address.ts'
import { sandboxNumber } from '../../rules/orders/order-identity.ts'
import { currentStyleText, verifyCurrent } from '../../signing/current-style.ts'
import { legacyUnsigned, verifyLegacy } from '../../signing/legacy-style.ts'
import { type Budget, budgetFor, noBudget } from '../../signing/matching-secret.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { moneyNames } from '../../signing/value-forms.ts'
import { commit } from '../../store/database.ts'
import {
  beginRead,
  type FailedMinute,
  type ReadEntry,
  uncountRead,
} from '../../store/merchants/failed-requests.ts'
import type { KnownMerchant } from '../../store/merchants/merchant-cache.ts'
import { markSecretInUse, noteLegacyUse } from '../../store/merchants/merchants.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { pause } from '../../units/time-limit.ts'
import { answerInTime } from '../answer-in-time.ts'
import { contextIn } from '../merchant-contexts.ts'
import {
  countFailed,
  hasFailedOften,
  type RateKey,
  refusalOfFailed,
} from './count-failed-requests.ts'
import { tooManyRequests } from './limit-rate.ts'
import { readMerchant } from './read-merchant.ts'

/** The credentials and the source of a signed request. */
export type SignedRequest = {
  readonly uid: string
  /** UTC seconds. */
  readonly timestamp: number
  readonly sign: string
  /** All parameters under the sent names (§5.3). */
  readonly parameters: readonly Parameter[]
  readonly bodyBytes: number
  readonly legacyGroup: LegacyGroup
  /** The source address; null when the platform gave none. */
  readonly sourceAddress: string | null
  /** The rate limits' key of the address; absent if none applies. */
  readonly rateKey?: RateKey
}

/**
 * Authenticates a request at a low cost for forged ones (decisions §2, "Cost of what is forged"). A failure and its
 * hash are counted before anything is awaited.
 */
export async function authenticateMerchant(
  context: Context,
  request: SignedRequest,
  from: 'isolate' | 'database',
): Promise<AuthenticatedRequest> {
  if (from === 'database') {
    const verdict = judge(context, request, await readMerchant(context, request.uid))
    if (verdict.kind === 'refused') throw verdict.refusal
    return admit(context, verdict)
  }
  const cached = cacheStateOf(context, request)
  const attempt: Attempt = { context, request, counted: null, read: null }
  if (cached.kind === 'absent') {
    return conclude(attempt, judgeAndCount(attempt, await readUnlessLimited(attempt, null)))
  }
  const verdict = judgeAndCount(attempt, cached.known)
  if (verdict.kind === 'refused') {
    return conclude(attempt, await judgeAfterRefusal(attempt, verdict, cached.known))
  }
  if (cached.kind === 'fresh') return admit(context, verdict)
  return conclude(attempt, await judgeRefreshed(attempt, verdict))
}

/** A merchant that has signed a request. */
export type AuthenticatedRequest = {
  readonly merchant: Merchant
  /** The names that the signature does not cover. */
  readonly unread: ReadonlySet<string>
  readonly merchantContext: MerchantContext
}

type Acceptance = {
  readonly kind: 'accepted'
  readonly known: KnownMerchant
  readonly secretIndex: number
  readonly unread: ReadonlySet<string>
  /** Whether its sign is in the earlier protocol's style. */
  readonly isLegacy: boolean
}

type Rejection = { readonly kind: 'refused'; readonly refusal: Refusal }

type Verdict = Acceptance | Rejection

/** An unauthenticated request, the minute that counts its failure, and its read. */
type Attempt = {
  readonly context: Context
  readonly request: SignedRequest
  counted: FailedMinute | null
  read: ReadEntry | null
}

/**
 * What the cache knows of the merchant. `absent`: nothing recent, so that the merchant is read first. `mustVerify`: the
 * address has failed often, so that its requests must verify as sent against the cache, however old, before the
 * merchant is read anew; null for a merchant that it does not know.
 */
type CacheState =
  | { readonly kind: 'fresh'; readonly known: KnownMerchant }
  | { readonly kind: 'mustVerify'; readonly known: KnownMerchant | null }
  | { readonly kind: 'absent' }

function cacheStateOf(context: Context, { uid, rateKey }: SignedRequest): CacheState {
  const { merchants } = context.caches
  const known = merchants.get(uid, context.now())
  if (known !== null) return { kind: 'fresh', known }
  if (!hasFailedOften(context, rateKey)) return { kind: 'absent' }
  return { kind: 'mustVerify', known: merchants.recall(uid) }
}

// Judges and counts without an await between, because requests of one address run concurrently.
function judgeAndCount(attempt: Attempt, known: KnownMerchant | null): Verdict {
  const { context, request } = attempt
  const verdict = judge(context, request, known)
  if (verdict.kind === 'refused') attempt.counted ??= countFailed(context, request.rateKey)
  return verdict
}

// The merchant may have changed since the cache read it.
async function judgeAfterRefusal(
  attempt: Attempt,
  rejection: Rejection,
  cached: KnownMerchant | null,
): Promise<Verdict> {
  // A read of the database does not change the clock.
  if (rejection.refusal.code === 'timestamp_out_of_range') return rejection
  const known = await readUnlessLimited(attempt, cached)
  const isSame = known?.merchant.version === cached?.merchant.version
  return isSame ? rejection : judgeAndCount(attempt, known)
}

// Refreshes the old entry of the cache against which the request has verified.
async function judgeRefreshed(attempt: Attempt, accepted: Acceptance): Promise<Verdict> {
  const known = await readMerchant(attempt.context, attempt.request.uid)
  const isSame = known?.merchant.version === accepted.known.merchant.version
  return known !== null && isSame ? { ...accepted, known } : judgeAndCount(attempt, known)
}

// Reads the merchant, or returns what the cache has if the database may not be read so soon.
async function readUnlessLimited(
  attempt: Attempt,
  cached: KnownMerchant | null,
): Promise<KnownMerchant | null> {
  const { context, request } = attempt
  const { now, isolate } = context
  const { merchants } = context.caches
  const { uid, rateKey } = request
  if (rateKey === undefined) return readMerchant(context, uid)
  const before = merchants.recall(uid)
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const minute = isolate.failures.minuteOf(rateKey, now())
    const start = beginRead(minute, uid, now())
    if (start === 'no') return merchants.get(uid, now()) ?? cached
    if (start !== 'wait') return readCounted(attempt, start)
    await pause(waitMs)
    const meanwhile = merchants.recall(uid)
    if (meanwhile !== before) return meanwhile
  }
  throw tooManyRequests('failed', 1)
}

// Together somewhat longer than a read blocks other requests.
const waitMs = 10
const waitsMax = 150

async function readCounted(attempt: Attempt, read: ReadEntry): Promise<KnownMerchant | null> {
  attempt.read = read
  try {
    const known = await readMerchant(attempt.context, read.uid)
    read.isUnderWay = false
    return known
  } catch (fault) {
    uncountRead(read)
    throw fault
  }
}

async function conclude(attempt: Attempt, verdict: Verdict): Promise<AuthenticatedRequest> {
  const { context, request, counted, read } = attempt
  if (verdict.kind === 'refused') {
    const { refusal } = verdict
    throw await refusalOfFailed({ context, key: request.rateKey, counted, refusal })
  }
  if (counted !== null) counted.failed -= 1
  if (read !== null) uncountRead(read)
  return admit(context, verdict)
}

async function admit(context: Context, accepted: Acceptance): Promise<AuthenticatedRequest> {
  const { merchant, databaseNumber } = accepted.known
  const merchantContext = contextIn(context, databaseNumber)
  if (merchantContext === null) throw new Error(`settings: DB_${databaseNumber} is not bound`)
  // Awaited, because the callbacks of this very request are signed with the secret in use.
  if (isFirstUse(merchantContext, accepted)) {
    await logFailure(merchantContext, merchant, noteSecretInUse(merchantContext, accepted))
  }
  if (accepted.isLegacy) noteLegacyStyle(merchantContext, accepted)
  return { merchant, unread: accepted.unread, merchantContext }
}

// A database that takes no writes refuses no look-up for a note: a later request makes it.
async function logFailure(context: Context, { uid }: Merchant, note: Promise<unknown>) {
  await answerInTime(context, note).catch((error: unknown) =>
    context.log({ event: 'use_not_noted', uid, fault: faultText(error) }),
  )
}

function judge(context: Context, request: SignedRequest, known: KnownMerchant | null): Verdict {
  if (known === null || !known.merchant.enabled) {
    return refusedBy(new Refusal('merchant_not_enabled'))
  }
  if (!allowsAddress(known.merchant.ipWhitelist, request.sourceAddress)) {
    return refusedBy(new Refusal('ip_not_allowed'))
  }
  const now = toSeconds(context.now())
  const tolerance = context.settings.timestampToleranceSeconds
  if (tolerance > 0 && Math.abs(now - request.timestamp) > tolerance) {
    const message = say(
      `時間戳記超出允許範圍，請校正伺服器時間後重新簽章（伺服器時間 ${now}，即台北時間 ${secondsToTaipei(now)}）`,
      'The timestamp is outside the allowed range: correct your server’s clock, then sign ' +
        `again (server time ${now}, i.e. ${secondsToTaipei(now)} in Taipei)`,
    )
    return refusedBy(new Refusal('timestamp_out_of_range', { message }))
  }
  const secrets = validSecrets(known.secrets, now)
  const budget = hasFailedOften(context, request.rateKey)
    ? noBudget()
    : budgetFor(request.bodyBytes)
  const verified = verify({
    request,
    secrets,
    legacyAllowed: known.merchant.legacySignature,
    budget,
  })
  if (verified !== null) return { kind: 'accepted', known, ...verified }
  const isTest = known.databaseNumber === sandboxNumber
  const details = isTest ? { string_to_sign: currentStyleText(request.parameters, '<secret>') } : {}
  return refusedBy(new Refusal('signature_error', details))
}

function refusedBy(refusal: Refusal): Verdict {
  return { kind: 'refused', refusal }
}

// The legacy style is tried only for a request in its names, and only after the current style (decisions §2).
function verify({
  request,
  secrets,
  legacyAllowed,
  budget,
}: {
  readonly request: SignedRequest
  readonly secrets: readonly string[]
  readonly legacyAllowed: boolean
  readonly budget: Budget
}): Omit<Acceptance, 'kind' | 'known'> | null {
  const { parameters, sign, legacyGroup } = request
  const current = verifyCurrent({ parameters, sign, secrets, moneyNames, budget })
  if (current !== null) return { secretIndex: current, unread: nothing, isLegacy: false }
  const names = new Set(parameters.map(({ name }) => name))
  if (!legacyAllowed || names.has('uid') || !names.has('merchantNo')) return null
  const legacy = verifyLegacy({ parameters, sign, secrets, group: legacyGroup, moneyNames, budget })
  if (legacy === null) return null
  const unread = [...legacyUnsigned[legacyGroup]].filter((name) => !readUnsigned.has(name))
  return { secretIndex: legacy, unread: new Set(unread), isLegacy: true }
}

const nothing: ReadonlySet<string> = new Set()

// The only unsigned legacy fields that are read: the sign itself, and what is displayed and decides nothing.
const readUnsigned: ReadonlySet<string> = new Set(['sign', 'userName', 'bankName'])

// Callbacks are signed with the new secret from its first accepted request on (decisions §2).
function isFirstUse({ now }: MerchantContext, { known, secretIndex }: Acceptance): boolean {
  const { secrets } = known
  if (secrets.newestInUse) return false
  return validSecrets(secrets, toSeconds(now()))[secretIndex] === secrets.newest
}

async function noteSecretInUse(context: MerchantContext, accepted: Acceptance): Promise<void> {
  const { newest } = accepted.known.secrets
  let known: KnownMerchant | null = accepted.known
  // Resealing under another key changes the stored text of the same secret.
  for (let tries = 0; tries < triesMax && known?.secrets.newest === newest; tries += 1) {
    if (await markSecretInUse(context.db, known.merchant, known.encryptedNewest)) {
      context.caches.merchants.put({ ...known, secrets: { ...known.secrets, newestInUse: true } })
      return
    }
    known = await readMerchant(context, known.merchant.uid)
  }
}

const triesMax = 3

// Once a day per merchant, so that the back office sees who still uses it (decisions §2, "Legacy style").
// The cache has it first, so that a failing database gets no further note until the merchant is read anew.
function noteLegacyStyle(context: MerchantContext, { known }: Acceptance): void {
  const { db, later } = context
  const { merchants } = context.caches
  const { merchant } = known
  const now = toSeconds(context.now())
  if (now < (merchant.legacySignedAt ?? 0) + daySeconds) return
  const newest = merchants.recall(merchant.uid) ?? known
  merchants.put({ ...newest, merchant: { ...newest.merchant, legacySignedAt: now } })
  later(logFailure(context, merchant, commit(db, [noteLegacyUse(db, merchant, now)])))
}

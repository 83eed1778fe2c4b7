import type { Context, MerchantContext } from '../../context.ts'
import type { LegacyGroup } from '../../contract/endpoint.ts'
import { refusals } from '../../contract/refusal-table.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type Merchant, validSecrets } from '../../rules/merchants/merchant.ts'
import { allows } from '../../rules/merchants/source-address.ts'
import { verifyCurrent } from '../../signing/current-style.ts'
import { legacyUnsigned, verifyLegacy } from '../../signing/legacy-style.ts'
import { type Budget, budgetFor, noBudget } from '../../signing/matching-secret.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { commit } from '../../store/database.ts'
import {
  beginRead,
  endRead,
  type FailedMinute,
  uncountRead,
} from '../../store/merchants/failed-requests.ts'
import type { KnownMerchant } from '../../store/merchants/merchant-cache.ts'
import { markSecretInUse } from '../../store/merchants/merchants.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { pause } from '../../units/time-limit.ts'
import { contextIn } from '../merchant-contexts.ts'
import {
  countFailed,
  hasFailedOften,
  type RateKey,
  refusalOfFailed,
} from './count-failed-requests.ts'
import { tooManyRequests } from './limit-rate.ts'
import { readMerchant } from './read-merchant.ts'

/** What a signed request says of itself, and where it came from. */
export type SignedRequest = {
  readonly uid: string
  /** UTC seconds. */
  readonly timestamp: number
  readonly sign: string
  /** Everything that was sent, under the names it was sent with (§5.3). */
  readonly parameters: readonly Parameter[]
  /** How long the body was. */
  readonly bodyBytes: number
  readonly legacyGroup: LegacyGroup
  /** The platform's word on the source address; null when it said none. */
  readonly sourceAddress: string | null
  /** What rates count that address by; absent where none applies. */
  readonly rateKey?: RateKey
}

/** Names of the parameters that carry money: only they may be signed with exactly two decimals (decisions §2). */
export const moneyNames: ReadonlySet<string> = new Set(['amount', 'paid_amount', 'actual_amount'])

/**
 * The merchant behind a signed request (§5.6, §5.7), or the refusal of it: merchant, source address, time window,
 * signature, in this order. What the isolate remembers may be old, so a refusal that rests on it is decided once
 * more from the database. `from` says where to look first; what is asked there has proved itself before.
 *
 * What has proved nothing stays cheap (decisions §2, "Cost of what is forged"). A failure is counted with the hash that
 * it took, before anything is waited for. Once its address has failed often, a request has to verify as it was sent and
 * under what the isolate remembers, however old; then that is made fresh as well.
 */
export async function authenticateMerchant(
  context: Context,
  request: SignedRequest,
  from: 'isolate' | 'database',
): Promise<Authenticated> {
  const { merchants, now } = context
  const { uid, rateKey } = request
  if (from === 'database') {
    const verdict = judge(context, request, await readMerchant(context, uid))
    if ('refusal' in verdict) throw verdict.refusal
    return admit(context, verdict)
  }
  const fresh = merchants.get(uid, now())
  const hasToProve = hasFailedOften(context, rateKey)
  const remembered = fresh ?? (hasToProve ? merchants.recall(uid) : null)
  const trial: Trial = { request, counted: null, read: null }
  const first = fresh === null && !hasToProve ? null : tryOnce(context, trial, remembered)
  if (fresh !== null && first !== null && 'known' in first) return admit(context, first)

  const verdict = await decideAgain(context, trial, remembered, first)
  if ('refusal' in verdict) {
    throw await refusalOfFailed(context, rateKey, trial.counted, verdict.refusal)
  }
  if (trial.counted !== null) trial.counted.failed -= 1
  if (trial.read !== null) uncountRead(trial.read, uid)
  return admit(context, verdict)
}

/** A merchant that has signed a request. */
export type Authenticated = {
  readonly merchant: Merchant
  /** The names in the request that its signature does not vouch for. */
  readonly unread: ReadonlySet<string>
  readonly merchantContext: MerchantContext
}

type Accepted = {
  readonly known: KnownMerchant
  readonly secretIndex: number
  readonly unread: ReadonlySet<string>
}

type Verdict = Accepted | { readonly refusal: Refusal }

/** A request that has yet to prove whose it is, and where a failure and a read were counted for it. */
type Trial = {
  readonly request: SignedRequest
  counted: FailedMinute | null
  read: FailedMinute | null
}

// A verdict, counted in the same step: other requests of its address wait beside it.
function tryOnce(context: Context, trial: Trial, known: KnownMerchant | null): Verdict {
  const verdict = judge(context, trial.request, known)
  if ('refusal' in verdict) trial.counted ??= countFailed(context, trial.request.rateKey)
  return verdict
}

// `first` is the verdict on what the isolate remembers; null when it remembers nothing that may decide.
async function decideAgain(
  context: Context,
  trial: Trial,
  remembered: KnownMerchant | null,
  first: Verdict | null,
): Promise<Verdict> {
  const isRefused = first !== null && 'refusal' in first
  // Whatever the database says, the clock does not change by it.
  if (isRefused && first.refusal.code === 'timestamp_out_of_range') return first
  const isProved = first !== null && !isRefused
  const known = isProved
    ? await readMerchant(context, trial.request.uid)
    : await lookAgain(context, trial, remembered)
  const isSame = known?.merchant.version === remembered?.merchant.version
  if (first === null || !isSame) return tryOnce(context, trial, known)
  return isRefused || known === null ? first : { ...first, known }
}

// The database's word on the merchant, or what the isolate knows by now where the database may not be asked so soon.
async function lookAgain(
  context: Context,
  trial: Trial,
  remembered: KnownMerchant | null,
): Promise<KnownMerchant | null> {
  const { merchants, failures, now } = context
  const { uid, rateKey } = trial.request
  if (rateKey === undefined) return readMerchant(context, uid)
  const before = merchants.recall(uid)
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const minute = failures.minuteOf(rateKey, now())
    const turn = beginRead(minute, uid, now())
    if (turn === 'no') return merchants.get(uid, now()) ?? remembered
    if (turn === 'read') return readCounted(context, trial, minute)
    await pause(waitMs)
    const meanwhile = merchants.recall(uid)
    if (meanwhile !== before) return meanwhile
  }
  throw tooManyRequests('failed', 1)
}

// Somewhat longer than a read holds the others up.
const waitMs = 10
const waitsMax = 150

async function readCounted(
  context: Context,
  trial: Trial,
  minute: FailedMinute,
): Promise<KnownMerchant | null> {
  const { uid } = trial.request
  trial.read = minute
  try {
    const known = await readMerchant(context, uid)
    endRead(minute, uid)
    return known
  } catch (fault) {
    uncountRead(minute, uid)
    throw fault
  }
}

async function admit(context: Context, accepted: Accepted): Promise<Authenticated> {
  const { merchant, databaseNumber } = accepted.known
  const merchantContext = contextIn(context, databaseNumber)
  if (merchantContext === null) throw new Error(`settings: DB_${databaseNumber} is not bound`)
  if (isFirstUse(merchantContext, accepted)) await noteSecretInUse(merchantContext, accepted)
  return { merchant, unread: accepted.unread, merchantContext }
}

function judge(context: Context, request: SignedRequest, known: KnownMerchant | null): Verdict {
  if (known === null || !known.merchant.enabled) {
    return { refusal: new Refusal('merchant_not_enabled') }
  }
  if (!allows(known.merchant.ipWhitelist, request.sourceAddress)) {
    return { refusal: new Refusal('ip_not_allowed') }
  }
  const now = Math.floor(context.now() / 1000)
  const tolerance = context.settings.timestampToleranceSeconds
  if (tolerance > 0 && Math.abs(now - request.timestamp) > tolerance) {
    const { message } = refusals.timestamp_out_of_range
    const said = `${message}(伺服器時間 ${now},即台北時間 ${secondsToTaipei(now)})`
    return { refusal: new Refusal('timestamp_out_of_range', { message: said }) }
  }
  const secrets = validSecrets(known.secrets, now)
  const budget = hasFailedOften(context, request.rateKey)
    ? noBudget()
    : budgetFor(request.bodyBytes)
  const verified = verify(request, secrets, known.merchant.legacySignature, budget)
  return verified === null ? { refusal: new Refusal('signature_error') } : { known, ...verified }
}

// The earlier protocol's style only for a request in its words, and only after the current style (decisions §2).
function verify(
  request: SignedRequest,
  secrets: readonly string[],
  legacyAllowed: boolean,
  budget: Budget,
): Omit<Accepted, 'known'> | null {
  const { parameters, sign, legacyGroup } = request
  const current = verifyCurrent(parameters, sign, secrets, moneyNames, budget)
  if (current !== null) return { secretIndex: current, unread: nothing }
  const names = new Set(parameters.map(({ name }) => name))
  if (!legacyAllowed || names.has('uid') || !names.has('merchantNo')) return null
  const legacy = verifyLegacy(parameters, sign, secrets, legacyGroup, moneyNames, budget)
  if (legacy === null) return null
  const unread = [...legacyUnsigned[legacyGroup]].filter((name) => !shownOnly.has(name))
  return { secretIndex: legacy, unread: new Set(unread) }
}

const nothing: ReadonlySet<string> = new Set()

// What the earlier style leaves unsigned never decides money, account or address: only names that people read.
const shownOnly: ReadonlySet<string> = new Set(['userName', 'bankName'])

// Callbacks are signed with the new secret from the first request on that was accepted with it (decisions §2).
function isFirstUse({ now }: MerchantContext, { known, secretIndex }: Accepted): boolean {
  const { secrets } = known
  if (secrets.newestInUse) return false
  return validSecrets(secrets, Math.floor(now() / 1000))[secretIndex] === secrets.newest
}

async function noteSecretInUse(context: MerchantContext, { known }: Accepted): Promise<void> {
  const { secrets, encryptedNewest, merchant } = known
  await commit(context.db, [markSecretInUse(context.db, merchant, encryptedNewest)])
  context.merchants.put({ ...known, secrets: { ...secrets, newestInUse: true } })
}

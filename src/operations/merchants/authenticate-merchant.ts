import type { Context, MerchantContext } from '../../context.ts'
import type { LegacyGroup } from '../../contract/endpoint.ts'
import { Refusal, refusals } from '../../contract/refusals.ts'
import { type Merchant, validSecrets } from '../../rules/merchants/merchant.ts'
import { allows } from '../../rules/merchants/source-address.ts'
import { verifyCurrent } from '../../signing/current-style.ts'
import { legacyUnsigned, verifyLegacy } from '../../signing/legacy-style.ts'
import { budgetFor } from '../../signing/matching-secret.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { commit } from '../../store/database.ts'
import type { KnownMerchant } from '../../store/merchants/merchant-cache.ts'
import { markSecretInUse } from '../../store/merchants/merchants.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { contextIn } from '../merchant-contexts.ts'
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
}

/** Names of the parameters that carry money: only they may be signed with exactly two decimals (decisions §2). */
export const moneyNames: ReadonlySet<string> = new Set(['amount', 'paid_amount', 'actual_amount'])

/**
 * The merchant behind a signed request (§5.6, §5.7), or the refusal of it: merchant, source address, time window,
 * signature, in this order. What the isolate remembers may be old, so a refusal that rests on it is decided once
 * more from the database. `from` says where to look first.
 */
export async function authenticateMerchant(
  context: Context,
  request: SignedRequest,
  from: 'isolate' | 'database',
): Promise<Authenticated> {
  const { merchants, now } = context
  const remembered = from === 'isolate' ? merchants.get(request.uid, now()) : null
  const known = remembered ?? (await readMerchant(context, request.uid))
  const verdict = judge(context, request, known)
  if ('secretIndex' in verdict) {
    const { merchant, databaseNumber } = verdict.known
    const merchantContext = contextIn(context, databaseNumber)
    if (merchantContext === null) throw new Error(`settings: DB_${databaseNumber} is not bound`)
    if (isFirstUse(merchantContext, verdict)) await noteSecretInUse(merchantContext, verdict)
    return { merchant, unread: verdict.unread, merchantContext }
  }
  if (remembered !== null && verdict.refusal.code !== 'timestamp_out_of_range') {
    const fresh = await readMerchant(context, request.uid)
    if (fresh?.merchant.version !== remembered.merchant.version) {
      return authenticateMerchant(context, request, 'isolate')
    }
  }
  throw verdict.refusal
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

function judge(
  context: Context,
  request: SignedRequest,
  known: KnownMerchant | null,
): Accepted | { readonly refusal: Refusal } {
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
  const verified = verify(request, secrets, known.merchant.legacySignature)
  return verified === null ? { refusal: new Refusal('signature_error') } : { known, ...verified }
}

// The earlier protocol's style only for a request in its words, and only after the current style (decisions §2).
function verify(
  request: SignedRequest,
  secrets: readonly string[],
  legacyAllowed: boolean,
): Omit<Accepted, 'known'> | null {
  const { parameters, sign, legacyGroup } = request
  const budget = budgetFor(request.bodyBytes)
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
  const { secrets, sealedNewest, merchant } = known
  await commit(context.db, [markSecretInUse(context.db, merchant, sealedNewest)])
  context.merchants.put({ ...known, secrets: { ...secrets, newestInUse: true } })
}

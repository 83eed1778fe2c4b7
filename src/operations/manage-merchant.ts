import type {
  Listed,
  MerchantPatch,
  NewMerchant,
  Page,
  PaymentAmountsCall,
} from '../contract/back-office.ts'
import { invalid, Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import { listed, merchantReport } from '../rules/back-office-report.ts'
import { defaultSettings, type MerchantSettings } from '../rules/merchant.ts'
import { isAllowListEntry } from '../rules/source-address.ts'
import { commit } from '../store/database.ts'
import {
  changeMerchant,
  findMerchant,
  insertMerchant,
  listMerchants as readMerchants,
  rotateSecret as replaceSecret,
} from '../store/merchants.ts'
import { sealSecret } from '../store/secret-box.ts'

/** Creates a merchant; its API secret is shown this once. */
export async function createMerchant(
  context: Context,
  request: NewMerchant,
): Promise<{ readonly uid: string; readonly api_secret: string }> {
  const { uid, name } = request
  const ipWhitelist = allowList(request.ip_whitelist ?? [])
  const apiSecret = newSecret(context)
  const sealed = await sealSecret(context.settings.secretsKey, uid, apiSecret)
  const createdAt = Math.floor(context.now() / 1000)
  const settings = { ...defaultSettings, ...changedSettings(request.settings) }
  const merchant = { ...settings, uid, name, enabled: true, ipWhitelist, createdAt }
  await commit(context.db, [insertMerchant(context.db, merchant, sealed)])
  return { uid, api_secret: apiSecret }
}

/** One merchant. */
export async function showMerchant(context: Context, uid: string): Promise<MerchantReport> {
  const stored = await findMerchant(context.db, uid)
  if (stored === null) throw new Refusal('not_found', { message: '查無此商戶,請確認 uid' })
  return merchantReport(stored.merchant)
}

type MerchantReport = ReturnType<typeof merchantReport>

/** Merchants in the order of their creation. */
export async function listMerchants(context: Context, page: Page): Promise<Listed<MerchantReport>> {
  const merchants = await readMerchants(context.db, page.cursor ?? 0, page.limit)
  return listed(merchants, page.limit, merchantReport, ({ id }) => id)
}

/** Changes a merchant's name, whether it is enabled, its allow-list or its settings; the rest stays. */
export async function patchMerchant(
  context: Context,
  uid: string,
  patch: MerchantPatch,
): Promise<MerchantReport> {
  const { name, enabled, ip_whitelist: entries } = patch
  const changes = {
    ...changedSettings(patch.settings),
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(entries === undefined ? {} : { ipWhitelist: allowList(entries) }),
  }
  await commit(context.db, [changeMerchant(context.db, uid, changes)])
  context.merchants.forget(uid)
  return showMerchant(context, uid)
}

/** Sets which amounts a member may pay by link. */
export async function setPaymentAmounts(
  context: Context,
  uid: string,
  call: PaymentAmountsCall,
): Promise<PaymentAmountsCall> {
  await showMerchant(context, uid)
  const paymentAmounts = {
    fixedAmounts: [...new Set(call.fixed_amounts)],
    allowCustom: call.allow_custom,
    customMin: call.custom_min,
    customMax: call.custom_max,
  }
  await commit(context.db, [changeMerchant(context.db, uid, { paymentAmounts })])
  context.merchants.forget(uid)
  return { ...call, fixed_amounts: [...paymentAmounts.fixedAmounts] }
}

/** Gives a merchant a new API secret, shown this once; the one in use stays valid for `graceSeconds`. */
export async function rotateSecret(
  context: Context,
  uid: string,
  graceSeconds: number,
): Promise<{ readonly api_secret: string }> {
  await showMerchant(context, uid)
  const apiSecret = newSecret(context)
  const sealed = await sealSecret(context.settings.secretsKey, uid, apiSecret)
  const now = Math.floor(context.now() / 1000)
  await commit(context.db, [replaceSecret(context.db, uid, sealed, now, now + graceSeconds)])
  context.merchants.forget(uid)
  return { api_secret: apiSecret }
}

function allowList(entries: readonly string[]): readonly string[] {
  const wrong = entries.find((entry) => !isAllowListEntry(entry))
  if (wrong === undefined) return entries
  throw invalid('ip_whitelist', `「${wrong}」不是 IP 位址或 CIDR 網段`)
}

function changedSettings(given: NewMerchant['settings']): Partial<MerchantSettings> {
  if (given === undefined) return {}
  const changes = {
    trusted: given.trusted,
    payoutRequiresBalance: given.payout_requires_balance,
    callbackVocabulary: given.callback_vocabulary,
    legacySignature: given.legacy_signature,
    rateLimit: given.rate_limit,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

const secretLength = 40
const secretLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function newSecret(context: Context): string {
  const letter = () => secretLetters.charAt(Math.floor(context.random() * secretLetters.length))
  return Array.from({ length: secretLength }, letter).join('')
}

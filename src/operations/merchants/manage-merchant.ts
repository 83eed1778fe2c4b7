import type { Context, MerchantContext } from '../../context.ts'
import type { MerchantPatch, NewMerchant } from '../../contract/back-office/merchants/merchants.ts'
import type { PaymentAmountsCall } from '../../contract/back-office/merchants/payment-amounts.ts'
import { extraBytesMax } from '../../contract/limits.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { defaultSettings, type MerchantSettings } from '../../rules/merchants/merchant.ts'
import { defaultPaymentAmounts } from '../../rules/merchants/payment-amounts.ts'
import { isAllowListEntry } from '../../rules/merchants/source-address.ts'
import { sandboxNumber } from '../../rules/orders/order-identity.ts'
import { changedFields } from '../../rules/people/changed-fields.ts'
import type { JournalChange, Principal } from '../../rules/people/principal.ts'
import { concernOfTrust, standingConcern } from '../../rules/people/second-person.ts'
import { merchantView } from '../../rules/views/merchant-view.ts'
import { paymentAmountsView } from '../../rules/views/payment-amounts-view.ts'
import { webhookSecret } from '../../signing/callback-headers.ts'
import { commit, type Statement } from '../../store/database.ts'
import { findAutoSwitch, repeatAutoSwitch } from '../../store/matcher/auto-switch.ts'
import { addToDirectory, findDatabaseOf } from '../../store/merchants/directory.ts'
import {
  changeMerchant,
  findMerchant,
  insertMerchant,
  replaceSecret,
} from '../../store/merchants/merchants.ts'
import { encryptSecret } from '../../store/merchants/secret-encryption.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { Command, MerchantCommand } from '../command.ts'
import { allContexts, contextIn, sandboxContext, withoutDatabase } from '../merchant-contexts.ts'
import { commitCommand, type JournaledCall, mayWait } from '../people/commit-command.ts'
import { peopleContext } from '../people/known-roles.ts'
import { commitChange } from './change-merchant.ts'
import { copyAccountHolds } from './manage-holds.ts'
import { requireMerchant } from './read-merchant.ts'

/** A new secret. `webhook_secret` is its form for libraries that verify callbacks. */
type NewSecret = { readonly api_secret: string; readonly webhook_secret: string }

/** Creates a merchant; only this answer shows its API secret. */
export async function createMerchant(
  context: Context,
  principal: Principal,
  request: NewMerchant,
): Promise<NewSecret & { readonly uid: string }> {
  const { uid, name } = request
  const ipWhitelist = allowList(request.ip_whitelist ?? [])
  const apiSecret = newSecret(context)
  const encrypted = await encryptSecret(context.settings.secretsKey, uid, apiSecret)
  const createdAt = toSeconds(context.now())
  const settings = { ...defaultSettings, ...changedSettings(request.settings) }
  const merchant = {
    ...settings,
    uid,
    name,
    enabled: true,
    ipWhitelist,
    // Automatic withdrawals pay the balance at midnight.
    autoWithdrawnDay: taipeiDay(createdAt),
    createdAt,
    extraBytesMax,
  }
  const { settings: chosen = {}, test = false } = request
  const concern = test ? null : concernOfTrust(null, merchant)
  const isChecked = concern !== null && mayWait(context, principal)
  const merchantContext = await assignDatabase(context, request, isChecked)
  if (!test && merchantContext.databaseNumber > 0) {
    // A database that was bound later lacks the holds of accounts, and the switch of automatic matching.
    const first = peopleContext(context).db
    await copyAccountHolds(first, merchantContext.db)
    await commit(merchantContext.db, [repeatAutoSwitch(await findAutoSwitch(first))])
  }
  const after = { name, ip_whitelist: ipWhitelist, settings: chosen, ...(test && { test }) }
  const insertion = insertMerchant(merchantContext.db, merchant, encrypted)
  const written = { action: 'create', before: null, after }
  await write({
    context: merchantContext,
    principal,
    uid,
    written: { ...written, concern },
    statement: insertion,
  })
  await notePlace(merchantContext, uid)
  return { uid, ...shownSecret(apiSecret) }
}

async function notePlace(
  { databaseNumber: database, caches, log }: MerchantContext,
  uid: string,
): Promise<void> {
  try {
    await caches.places.put(uid, database)
  } catch (error) {
    log({ event: 'place_not_kept', database, fault: faultText(error) })
  }
}

// The directory entry is written first: after a fault, a repeated call continues in its database. A call that waits for
// a second person writes none.
async function assignDatabase(
  context: Context,
  { uid, database, test = false }: NewMerchant,
  isChecked: boolean,
): Promise<MerchantContext> {
  const { platformDb } = context
  const [first, ...others] = allContexts(context)
  if (first === undefined) throw new Error('settings: no database is bound')
  const wanted = test ? sandboxFor(context, database) : (database ?? others.length)
  if (!test && wanted > others.length) {
    throw withoutDatabase(context, wanted)
  }
  // A merchant older than the directory is in the first database.
  const isOld = (await findMerchant(first.db, uid)) !== null
  const chosen = isOld ? 0 : wanted
  if (!isChecked) await commit(platformDb, [addToDirectory(platformDb, uid, chosen)])
  const entered = (await findDatabaseOf(platformDb, uid)) ?? chosen
  if ((entered === sandboxNumber) !== test) throw ofOtherKind(test)
  const merchantContext = contextIn(context, entered)
  if (merchantContext === null) throw new Error(`settings: the database of ${uid} is not bound`)
  return merchantContext
}

// The number of the test merchants' database. Refuses if there is none, or another is asked for.
function sandboxFor(context: Context, database: number | undefined): number {
  if (database !== undefined) {
    throw invalid(
      'database',
      say(
        '測試商戶有專屬的資料庫，請勿指定資料庫',
        'Test merchants have a database of their own; leave this out',
      ),
    )
  }
  if (sandboxContext(context) === null) {
    throw invalid(
      'test',
      say(
        '此部署沒有測試商戶的資料庫，請先綁定 DB_SANDBOX 並重新部署，見 docs/growing.md',
        'This deployment has no database for test merchants: bind DB_SANDBOX and deploy it ' +
          'again, as docs/growing.md says',
      ),
    )
  }
  return sandboxNumber
}

function ofOtherKind(test: boolean): Refusal {
  const message = test
    ? say(
        '此代號已屬於正式商戶，請改用其他代號',
        'The uid is that of a real merchant; choose another one',
      )
    : say(
        '此代號已屬於測試商戶，請改用其他代號',
        'The uid is that of a test merchant; choose another one',
      )
  return new Refusal('duplicate_merchant', { message })
}

/** One merchant; refuses with `not_found`. */
export async function showMerchant(context: Context, uid: string): Promise<MerchantView> {
  const { merchantContext, ...stored } = await requireMerchant(context, uid)
  return merchantView(stored, merchantContext.databaseNumber, toSeconds(context.now()))
}

type MerchantView = ReturnType<typeof merchantView>

/** Changes the given fields of a merchant: name, allow-list, settings, and whether it is enabled. */
export async function patchMerchant({
  context,
  principal,
  uid,
  patch,
}: Command & { readonly uid: string; readonly patch: MerchantPatch }): Promise<MerchantView> {
  const { name, enabled, ip_whitelist: entries } = patch
  const changes = {
    ...changedSettings(patch.settings),
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(entries === undefined ? {} : { ipWhitelist: allowList(entries) }),
  }
  return commitChange({ context, principal, uid }, ({ merchantContext, ...stored }) => {
    const { db, databaseNumber } = merchantContext
    const now = toSeconds(context.now())
    const changed = { ...stored, merchant: { ...stored.merchant, ...changes } }
    const viewOf = (one: typeof stored) => merchantView(one, databaseNumber, now)
    const view = viewOf(changed)
    // Automatic withdrawals pay the balance at midnight.
    const { after } = changedFields(stored.merchant, changed.merchant)
    const day = 'autoWithdrawal' in after ? { autoWithdrawnDay: taipeiDay(now) } : {}
    return {
      action: 'patch',
      ...changedFields(withSettings(viewOf(stored)), withSettings(view)),
      concern: concernOfTrust(stored.merchant, changed.merchant),
      statement: changeMerchant(db, stored.merchant, { ...changes, ...day }),
      view,
    }
  })
}

const withSettings = ({ settings, ...fields }: MerchantView) => ({ ...fields, ...settings })

/** Sets the amounts that a member may pay by link; without custom amounts the bounds are 0. */
export async function setPaymentAmounts({
  context,
  principal,
  uid,
  call,
}: Command & {
  readonly uid: string
  readonly call: PaymentAmountsCall
}): Promise<PaymentAmountsCall> {
  const { allow_custom: allowCustom } = call
  const paymentAmounts = {
    fixedAmounts: [...new Set(call.fixed_amounts)],
    allowCustom,
    customMin: allowCustom ? call.custom_min : 0,
    customMax: allowCustom ? call.custom_max : 0,
  }
  const view = paymentAmountsView(paymentAmounts)
  return commitChange({ context, principal, uid }, ({ merchant, merchantContext: { db } }) => {
    const before = paymentAmountsView(merchant.paymentAmounts ?? defaultPaymentAmounts)
    const statement = changeMerchant(db, merchant, { paymentAmounts })
    const changed = changedFields(before, view)
    return { action: 'payment-amounts', ...changed, concern: null, statement, view }
  })
}

/** The amounts that a member may pay by link: the merchant's own, else the platform's default. */
export async function showPaymentAmounts(
  context: Context,
  uid: string,
): Promise<PaymentAmountsCall> {
  const { merchant } = await requireMerchant(context, uid)
  return paymentAmountsView(merchant.paymentAmounts ?? defaultPaymentAmounts)
}

/** Gives a merchant a new API secret, shown only in this answer; the one in use stays valid for `graceSeconds`. */
export async function rotateSecret({
  context,
  principal,
  uid,
  graceSeconds,
}: Command & { readonly uid: string; readonly graceSeconds: number }): Promise<NewSecret> {
  const { merchantContext } = await requireMerchant(context, uid)
  const { db } = merchantContext
  const apiSecret = newSecret(context)
  const encrypted = await encryptSecret(context.settings.secretsKey, uid, apiSecret)
  const now = toSeconds(context.now())
  const written = { action: 'secret', before: null, after: { grace_seconds: graceSeconds } }
  const replacement = replaceSecret({
    db,
    uid,
    encryptedSecret: encrypted,
    now,
    graceEnds: now + graceSeconds,
  })
  const concern = standingConcern('secret_rotated')
  await write({
    context: merchantContext,
    principal,
    uid,
    written: { ...written, concern },
    statement: replacement,
  })
  context.caches.merchants.forget(uid)
  return shownSecret(apiSecret)
}

function shownSecret(apiSecret: string): NewSecret {
  return { api_secret: apiSecret, webhook_secret: webhookSecret(apiSecret) }
}

async function write({
  context,
  principal,
  uid,
  written: { concern, ...changed },
  statement,
}: MerchantCommand & {
  readonly uid: string
  readonly written: Omit<JournalChange, 'subject' | 'reason'> & Pick<JournaledCall, 'concern'>
  readonly statement: Statement
}): Promise<void> {
  const subject = { kind: 'merchant', name: uid } as const
  const call = { written: { ...changed, subject, reason: '' }, concern }
  const outcome = await commitCommand({ context, principal, call, statements: [statement] })
  if (outcome !== 'committed') throw new Error(`merchant ${uid} was not written: ${outcome}`)
}

function allowList(entries: readonly string[]): readonly string[] {
  const wrong = entries.find((entry) => !isAllowListEntry(entry))
  if (wrong === undefined) return entries
  throw invalid(
    'ip_whitelist',
    say(
      `「${wrong}」不是 IP 位址或 CIDR 網段`,
      `"${wrong}" is neither an IP address nor a CIDR network`,
    ),
  )
}

function changedSettings(settings: NewMerchant['settings']): Partial<MerchantSettings> {
  if (settings === undefined) return {}
  const changes = {
    trusted: settings.trusted,
    payoutRequiresBalance: settings.payout_requires_balance,
    callbackVocabulary: settings.callback_vocabulary,
    collectionEvents: settings.collection_events,
    legacySignature: settings.legacy_signature,
    rateLimit: settings.rate_limit,
    display: settings.display && {
      name: settings.display.name,
      supportUrl: settings.display.support_url,
    },
    auto: settings.auto,
    autoWithdrawal: settings.auto_withdrawal && { minimum: settings.auto_withdrawal.minimum * 100 },
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

const secretLength = 40
const secretLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function newSecret(context: Context): string {
  const letter = () => secretLetters.charAt(Math.floor(context.random() * secretLetters.length))
  return Array.from({ length: secretLength }, letter).join('')
}

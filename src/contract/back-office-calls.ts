import * as z from 'zod'
import { display } from './back-office/display.ts'
import { listOrder, orderFilters, testScope } from './back-office/order-filters.ts'
import { line, moment, signedAmount, text } from './back-office/values.ts'
import { callbackStates, outcomes } from './callbacks/callback-states.ts'
import {
  collectionStatuses,
  confirmationStates,
  matchingStatuses,
  payoutStatuses,
} from './orders/order-statuses.ts'
import type { RefusedStatement } from './refusals.ts'

/** The parameters of a call that has none. */
export const noParameters = z.strictObject({})

const settings = z.strictObject({
  trusted: z.boolean().optional(),
  payout_requires_balance: z.boolean().optional(),
  callback_vocabulary: z.enum(['current', 'legacy']).optional(),
  collection_events: z.enum(['completed', 'all']).optional(),
  legacy_signature: z.boolean().optional(),
  rate_limit: z.enum(['standard', 'high', 'off']).optional(),
  display: display.optional(),
})

const allowList = z.array(z.string().max(64)).max(200)

/** `POST /api/merchants` */
export const newMerchant = z.strictObject({
  uid: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,20}$/, '必須是 1 到 20 個英數字元、底線、點或連字號')
    // In an address these are no names but ways: no call or page could name the merchant.
    .refine((uid) => !/^\.{1,2}$/.test(uid), '不可只是一個或兩個點'),
  name: line(120),
  ip_whitelist: allowList.optional(),
  settings: settings.optional(),
  // The number of the database for the merchant's records; by default the last one of the deployment.
  database: z.int().min(0).max(14).optional(),
  // Whether it is for tests: fixed from then on.
  test: z.boolean().optional(),
})
export type NewMerchant = z.output<typeof newMerchant>

/** `PATCH /api/merchants/:uid` */
export const merchantPatch = z.strictObject({
  name: line(120).optional(),
  enabled: z.boolean().optional(),
  ip_whitelist: allowList.optional(),
  settings: settings.optional(),
  test: z.never('建立後不能更改；請以另一個 uid 建立商戶').optional(),
})
export type MerchantPatch = z.output<typeof merchantPatch>

/** `POST /api/merchants/:uid/secret` */
export const secretRotation = z.strictObject({
  grace_seconds: z.int().min(0).max(604_800).default(86_400),
})

/** `PUT /api/merchants/:uid/payment-amounts`: whole dollars; the bounds count where custom amounts are allowed. */
export const paymentAmounts = z
  .strictObject({
    fixed_amounts: z.array(z.int().min(1).max(9_999_999_999)).max(50),
    allow_custom: z.boolean(),
    custom_min: z.int().min(0).max(9_999_999_999),
    custom_max: z.int().min(0).max(9_999_999_999),
  })
  .refine(({ allow_custom, custom_min }) => !allow_custom || custom_min >= 1, {
    path: ['custom_min'],
    message: '允許自訂金額時不可小於 1',
  })
  .refine(({ allow_custom, custom_min, custom_max }) => !allow_custom || custom_min <= custom_max, {
    path: ['custom_max'],
    message: '不可小於 custom_min',
  })
  .refine(({ allow_custom, fixed_amounts }) => allow_custom || fixed_amounts.length > 0, {
    path: ['fixed_amounts'],
    message: '不允許自訂金額時，至少須有一個固定金額',
  })
export type PaymentAmountsCall = z.output<typeof paymentAmounts>

/** `POST /api/merchants/:uid/adjustments`: a negative amount takes money out of the bucket. */
export const adjustment = z.strictObject({
  amount: signedAmount,
  bucket: z.enum(['available', 'frozen', 'unconfirmed']),
  reason: line(500),
  trade_no: text(32).optional(),
  idempotency_key: line(64),
})
export type AdjustmentCall = z.output<typeof adjustment>

/** `GET /api/merchants/:uid/ledger` */
export const ledgerPage = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}\.\d{1,9}\.\d{1,9}$/, '請使用前一頁的 next_cursor')
    .transform((text) => {
      const [at = 0, orderId = 0, seq = 0, number = 0] = text.split('.').map(Number)
      return { at, orderId, seq, number }
    })
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type LedgerPage = z.output<typeof ledgerPage>

/** `POST /api/products` */
export const newProduct = z.strictObject({
  uid: text(20).default(''),
  sku: line(64),
  name: line(120),
  currency: line(10),
  price_hkd_cents: z.int().min(0),
})
export type NewProduct = z.output<typeof newProduct>

/** `PATCH /api/products/:id` */
export const productPatch = z.strictObject({
  uid: text(20).optional(),
  sku: line(64).optional(),
  name: line(120).optional(),
  currency: line(10).optional(),
  price_hkd_cents: z.int().min(0).optional(),
})
export type ProductPatch = z.output<typeof productPatch>

/** `GET /api/bridge/links/:third_party_session`: a `link_sign` that is given is checked. */
export const bridgeLookup = z.strictObject({ link_sign: z.string().max(64).optional() })

/** `POST /api/bridge/links/:third_party_session/purchase`: whole dollars; other given fields must equal the link's. */
export const bridgePurchase = z.strictObject({
  amount: z.union(
    [
      z.int().min(1).max(9_999_999_999),
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .transform(Number),
    ],
    '必須是整數金額',
  ),
  link_sign: z.string().max(64).optional(),
  third_party_order_no: z.string().max(64).optional(),
  user_no: z.string().max(64).optional(),
  user_name: z.string().max(120).optional(),
  customer_bank_account: z.string().max(120).optional(),
})
export type BridgePurchaseCall = z.output<typeof bridgePurchase>

/** The parameters of every list: the cursor of the next page, and the page's size. */
export const page = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,16}$/, '請使用前一頁的 next_cursor')
    .transform(Number)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type Page = z.output<typeof page>

/** `GET /api/merchants`, `GET /api/holds` */
export const pageOfScope = page.extend({ test: testScope })
export type PageOfScope = z.output<typeof pageOfScope>

/** `GET /api/overview`, `GET /api/overview/hours`: real merchants and test merchants are never added up together. */
export const overviewScope = z.strictObject({ test: z.enum(['only']).optional() })
export type OverviewScope = z.output<typeof overviewScope>

/** `GET /api/collections` */
export const collectionFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(collectionStatuses).optional(),
  collection_status: z.enum(matchingStatuses).optional(),
  // `awaiting`: those whose declared money waits for the back office.
  confirmation: z.enum(confirmationStates).optional(),
  orderid: text(64).optional(),
  order: listOrder,
  ...orderFilters,
})
export type CollectionFilterCall = z.output<typeof collectionFilter>

/** `GET /api/payouts` */
export const payoutFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(payoutStatuses).optional(),
  serial_no: text(40).optional(),
  order: listOrder,
  ...orderFilters,
})
export type PayoutFilterCall = z.output<typeof payoutFilter>

/**
 * `GET /api/callbacks`: of orders created from `from` until before `to`. `failing` are those that are not delivered
 * although an attempt of their schedule was made.
 */
export const callbackFilter = page.extend({
  merchant_uid: text(20).optional(),
  state: z.enum(callbackStates).optional(),
  outcome: z.enum(outcomes).optional(),
  failing: z
    .enum(['true', 'false'])
    .transform((given) => given === 'true')
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
})
export type CallbackFilterCall = z.output<typeof callbackFilter>

// The callbacks that a bulk call selects: one page of those whose orders were created from `from` until before `to`.
const bulkFilter = z.strictObject({
  merchant_uid: text(20).optional(),
  outcome: z.enum(outcomes).optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
  cursor: page.shape.cursor,
  limit: z.int().min(1).max(200).default(100),
})
export type BulkFilter = z.output<typeof bulkFilter>

// A bulk call must have a condition, because one without would select the callbacks of all merchants.
function naming<const Name extends string>(...names: readonly Name[]) {
  const isNamed = (filter: Readonly<Partial<Record<Name, unknown>>>) =>
    names.some((name) => filter[name] !== undefined)
  return [isNamed, { message: `至少須指定一項條件：${names.join('、')}` }] as const
}

/** `POST /api/callbacks/resend` */
export const bulkResend = bulkFilter
  .extend({
    state: z.enum(callbackStates).optional(),
    failing: z.boolean().optional(),
    include_delivered: z.boolean().default(false),
  })
  .refine(({ state, include_delivered }) => state !== 'delivered' || include_delivered, {
    path: ['include_delivered'],
    message: '重送已送達的通知時必須為 true',
  })
  .refine(...naming('merchant_uid', 'state', 'outcome', 'failing', 'from', 'to'))
export type BulkResend = z.output<typeof bulkResend>

/** `POST /api/callbacks/revive`: parked ones only. */
export const bulkRevival = bulkFilter.refine(...naming('merchant_uid', 'outcome', 'from', 'to'))
export type BulkRevival = z.output<typeof bulkRevival>

/** `GET /api/receivers`: those of one merchant, or whatever needs a look of all. */
export const receiverFilter = z.strictObject({
  merchant_uid: text(20).optional(),
  test: testScope,
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
export type ReceiverFilterCall = z.output<typeof receiverFilter>

/** `POST /api/callbacks/test` */
export const callbackTest = z.strictObject({
  merchant_uid: text(20),
  url: text(255),
})
export type CallbackTest = z.output<typeof callbackTest>

/** An entrypoint's answer. Refusals are values in it, because errors lose their class between two Workers. */
export type Answer<T> =
  // `as`: the name of the call that this answers; null where the call waits for a second person.
  // `status`: that of this very answer, where the call has several.
  | {
      readonly ok: true
      readonly value: T
      readonly as?: string | null
      readonly status?: number
    }
  // `fault` is the error behind an `internal_error`: for the log, never for the caller.
  | ({ readonly ok: false; readonly fault?: string } & RefusedAnswer)

/** A refusal as plain values. */
export type RefusedAnswer = {
  readonly status: number
  readonly error: string
  readonly message: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly taken_by?: string
  readonly approval_id?: number
  readonly held_by?: string
  readonly differs?: readonly string[]
  readonly statement?: RefusedStatement
  readonly retry_after_seconds?: number
}

/** One page of a list. */
export type Listed<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null }

import * as z from 'zod'
import {
  collectionStatuses,
  confirmationStates,
  matchingStatuses,
  payoutStatuses,
} from '../../orders/order-statuses.ts'
import { settlers } from '../states.ts'
import {
  agent,
  amount,
  lastFive,
  listOrder,
  moment,
  page,
  pageParameters,
  recordIdText,
  testScope,
  text,
  trueOrFalse,
} from '../values.ts'

/**
 * The common filters of lists of orders of either kind (back office §7): `agent` has taken the order, `taken` says
 * whether anyone has, `bank_account` is the one that it was matched to or paid from, `amount` is the order's, `last5`
 * the member's. From `from` until before `to`, both of `created_at`.
 */
const orderFilters = {
  merchant_order_no: text(80).optional(),
  agent: agent.optional(),
  taken: trueOrFalse.optional(),
  bank_account: recordIdText.optional(),
  amount: amount.optional(),
  last5: lastFive.optional(),
  backed: trueOrFalse.optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
}

/** `GET /api/collections` */
export const collectionFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(collectionStatuses).optional(),
  collection_status: z.enum(matchingStatuses).optional(),
  // `awaiting` selects orders whose declared money waits for the back office.
  confirmation: z.enum(confirmationStates).optional(),
  // Selects orders whose time ran out unpaid, or all others.
  expired: trueOrFalse.optional(),
  // Selects orders whose member has said that they are paid, or all others.
  said_paid: trueOrFalse.optional(),
  // Selects orders by their settler: the service, a person or the merchant.
  settled_by: z.enum(settlers).optional(),
  orderid: text(64).optional(),
  order: listOrder,
  // Asks for each pending order's holds and the number of transactions that may pay it.
  deposits: z.literal('1').optional(),
  ...orderFilters,
})

export type CollectionFilterCall = z.output<typeof collectionFilter>

/** `GET /api/payouts` */
export const payoutFilter = page.extend({
  merchant_uid: text(20).optional(),
  status: z.enum(payoutStatuses).optional(),
  serial_no: text(40).optional(),
  order: listOrder,
  // Asks for each pending payout's holds and the number of debits that may pay it.
  debits: z.literal('1').optional(),
  ...orderFilters,
})

export type PayoutFilterCall = z.output<typeof payoutFilter>

/** `GET /api/collections.csv` */
export const collectionExport = collectionFilter.omit({
  ...pageParameters,
  order: true,
  deposits: true,
})

export type CollectionExport = z.output<typeof collectionExport>

/** `GET /api/payouts.csv` */
export const payoutExport = payoutFilter.omit({ ...pageParameters, order: true, debits: true })

export type PayoutExport = z.output<typeof payoutExport>

export const oldestFirst = {
  zh: '待辦用 order=oldest，由舊到新；taken=false 只列無人領取者',
  en: 'For waiting work use order=oldest, oldest first; taken=false lists only orders without an agent',
}

import type { ItemPage } from '../../contract/back-office/call.ts'
import type { Settler } from '../../contract/back-office/states.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { DebitMarks, DepositMarks } from '../banking/deposit-marks.ts'
import { payingIds } from '../banking/order-claims.ts'
import type { Outcome } from '../callbacks/callback-schedule.ts'
import { type LinkSummary, pageEndsAt } from '../links/payment-link.ts'
import { type Merchant, type MerchantSecrets, payeeOf } from '../merchants/merchant.ts'
import type { EventFact, OrderEvent } from '../orders/order-events.ts'
import { callbackId, isTestId, sandboxNumber } from '../orders/order-identity.ts'
import { collectionKind } from '../orders/order-kinds.ts'
import { isSettled } from '../orders/order-states.ts'
import type { CallbackBody, Collection, Order, Payout } from '../orders/orders.ts'
import { type CallbackProgress, callbackProgressView, callbackStatus } from './callback-view.ts'
import { collectionRecordView } from './collection-view.ts'
import { payoutRecordView } from './payout-view.ts'
import { type Note, noteView } from './people/note-view.ts'
import { feeView } from './settlement/fee-view.ts'

/**
 * A merchant for the back office. Of its secrets only whether the newest is in use, and the end of the older one's
 * grace. `database` is its database's number; `now` is in UTC seconds.
 */
export function merchantView(
  { merchant, encrypted }: { readonly merchant: Merchant; readonly encrypted: MerchantSecrets },
  database: number,
  now: number,
) {
  const { newestInUse, previous } = encrypted
  const isGrace = previous !== null && now < previous.until
  const payee = payeeOf(merchant)
  return {
    uid: merchant.uid,
    name: merchant.name,
    enabled: merchant.enabled,
    test: database === sandboxNumber,
    held: merchant.held,
    ip_whitelist: merchant.ipWhitelist,
    settings: {
      trusted: merchant.trusted,
      payout_requires_balance: merchant.payoutRequiresBalance,
      callback_vocabulary: merchant.callbackVocabulary,
      collection_events: merchant.collectionEvents,
      legacy_signature: merchant.legacySignature,
      rate_limit: merchant.rateLimit,
      display: { name: payee.name, support_url: payee.supportUrl },
      auto: merchant.auto,
      auto_withdrawal: merchant.autoWithdrawal && {
        minimum: toAmount(merchant.autoWithdrawal.minimum),
      },
    },
    legacy_signature_used_at: secondsToTaipei(merchant.legacySignedAt),
    secret_in_use: newestInUse || !isGrace,
    previous_secret_until: isGrace ? secondsToTaipei(previous.until) : null,
    database,
    created_at: secondsToTaipei(merchant.createdAt),
  }
}

/** A collection as the back office sees it. */
export function collectionView({ uid, order }: OwnedOrder<Collection>) {
  const { expired, saidPaidAt, assignment, settledBy, proof } = order
  const isNotAssigned = assignment === 'no_account_free' || assignment === 'stopped'
  return {
    ...collectionRecordView(uid, order),
    ...platformFields(order),
    ...feeView({ ...order, gross: collectionKind.isPaid(order) ? order.paidAmount : null }),
    expired,
    said_paid_at: secondsToTaipei(saidPaidAt),
    not_assigned: isNotAssigned ? assignment : null,
    settled_by: isSettled(order) ? (settledBy ?? settlerOf(order)) : null,
    proof,
  }
}

// Of an order settled before settlers were recorded.
function settlerOf({ confirmation, seq }: Collection): Settler {
  return confirmation !== 'none' || seq === 1 ? 'merchant' : 'person'
}

/**
 * A collection in a list, with the fields of its payment link for matching a deposit: the payer's data, and the end of
 * the member's page.
 */
export function listedCollectionView(listed: CollectionItem) {
  const { link, deposits, held, slot, ...owned } = listed
  const content = link?.content
  return {
    ...collectionView(owned),
    payer_name: content?.payerName ?? '',
    payer_bank_name: content?.payerBankName ?? '',
    payer_bank_code: content?.payerBankCode ?? '',
    payer_account_no: content?.payerAccountNo ?? '',
    // A link's request is kept unchanged, because repeated calls are compared with it.
    payer_account_last5: link === null ? '' : link.content.payerAccountLast5 || owned.order.last5,
    page_ends_at: secondsToTaipei(link === null ? null : pageEndsAt(link)),
    // A waiting order has its slot; a finished one may still have it.
    slot: slot ?? owned.order.waitsInSlot,
    ...(deposits === undefined ? {} : { deposits, held }),
  }
}

/** One collection, with the member's contact data. */
export function collectionDetailView(linked: LinkedCollection) {
  const content = linked.link?.content
  return {
    ...listedCollectionView(linked),
    member_account: content?.memberAccount ?? '',
    member_phone: content?.memberPhone ?? '',
    member_email: content?.memberEmail ?? '',
  }
}

/** A collection with its payment link, or null. */
export type LinkedCollection = OwnedOrder<Collection> & {
  readonly link: LinkSummary | null
  /** Whether it still has its slot; absent if not looked up. */
  readonly slot?: boolean
}

/** A collection in a list, with its marks and holds if asked for. */
export type CollectionItem = LinkedCollection & {
  readonly deposits?: DepositMarks
  readonly held?: boolean
}

/** A payout as the back office sees it. */
export function payoutView({ uid, order }: OwnedOrder<Payout>) {
  const { status, amount, actualAmount } = order
  const gross = { pending: -amount, processed: -actualAmount, cancelled: null }[status]
  return {
    ...payoutRecordView(uid, order),
    ...platformFields(order),
    ...feeView({ ...order, gross }),
  }
}

/** A payout in a list, with its marks and holds if asked for. */
export type PayoutItem = OwnedOrder<Payout> & {
  readonly marks?: {
    readonly debits: DebitMarks
    readonly held: boolean
    readonly short: boolean
    readonly sent: boolean
  }
}

export function listedPayoutView({ marks, ...owned }: PayoutItem) {
  return { ...payoutView(owned), ...marks }
}

/** An order with its merchant's uid. */
export type OwnedOrder<O extends Order> = { readonly uid: string; readonly order: O }

// The platform's own fields of an order, hidden from its merchant.
function platformFields({ id, agent, bankAccountId, backed, last5 }: Order) {
  return { agent, bank_account: bankAccountId, backed, last5, test: isTestId(id) }
}

/** An order's callback with its address. */
export type CallbackRecord = CallbackProgress & {
  readonly orderId: number
  readonly tradeNo: string
  readonly url: string
  readonly createdAt: number
  /** The number of the order's reported events, this one included. */
  readonly eventNumber: number
  /** The number of its event in the journal. Its column may be null, but every row has one. */
  readonly eventSeq: number | null
  readonly body: CallbackBody
  /** The reports of earlier events, oldest first. */
  readonly superseded:
    | readonly {
        readonly seq: number
        readonly body: CallbackBody
        readonly url?: string
      }[]
    | null
}

/** A callback attempt as recorded in the database. */
export type AttemptRecord = {
  readonly number: number
  readonly trigger: string
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly answer: string
  readonly startedAt: number
  readonly durationMs: number
  readonly eventNumber: number
}

/** An order for the back office, with its events, callback and attempts. */
export function orderHistoryView<View extends { readonly uid: string }>({
  order,
  events,
  notes,
  callback,
  attempts,
}: {
  readonly order: View
  readonly events: readonly OrderEvent[]
  readonly notes: readonly Note[]
  readonly callback: CallbackRecord | null
  readonly attempts: readonly AttemptRecord[]
}) {
  return {
    ...order,
    // The transactions that pay it now.
    bank_transactions: payingIds(events),
    callback_status: callbackStatus(callback),
    callback: callback && callbackView({ uid: order.uid, callback }),
    events: events.map(({ seq, from, to, actor, at, fact }) => {
      const told = reportedBy(seq, callback)
      return { seq, from, to, actor, at: secondsToTaipei(at), ...factView(fact), told }
    }),
    notes: notes.map(noteView),
    attempts: attempts.map((attempt) => attemptView(attempt, callback)),
  }
}

// The report of an event: the callback's id and its fixed fields; null if it was not reported.
function reportedBy(seq: number, callback: CallbackRecord | null) {
  if (callback === null) return null
  const { tradeNo, eventSeq, body, superseded } = callback
  const reports = [...(superseded ?? []), { seq: eventSeq, body }]
  const place = reports.findIndex((one) => one.seq === seq)
  const found = reports[place]
  return found === undefined
    ? null
    : { callback_id: callbackId(tradeNo, place + 1), body: found.body }
}

/** A callback as the back office sees it. */
export function callbackView({ uid, callback }: OwnedCallback) {
  return {
    callback_id: callbackId(callback.tradeNo, callback.eventNumber),
    merchant_uid: uid,
    trade_no: callback.tradeNo,
    test: isTestId(callback.orderId),
    url: callback.url,
    state: callback.endedAt === null ? callback.state : ('ended' as const),
    ...callbackProgressView(callback),
    created_at: secondsToTaipei(callback.createdAt),
  }
}

/** A callback with its merchant's uid. */
export type OwnedCallback = { readonly uid: string; readonly callback: CallbackRecord }

/** A page of a list. It has a cursor if it is full, or if rows are left after the id `scannedTo`. */
export function pageView<Item, View>({
  items,
  limit,
  viewOf,
  idOf,
  scannedTo = null,
}: {
  readonly items: readonly Item[]
  readonly limit: number
  readonly viewOf: (item: Item) => View
  readonly idOf: (item: Item) => number
  readonly scannedTo?: number | null | undefined
}): ItemPage<View> {
  const last = items.length === limit ? items.at(-1) : undefined
  const next = last === undefined ? scannedTo : idOf(last)
  return { items: items.map(viewOf), next_cursor: next === null ? null : String(next) }
}

function factView(fact: EventFact) {
  // The order itself shows the ordered amount.
  const {
    orderAmount: _amount,
    orderActual: _actual,
    ...rest
  } = {
    orderAmount: 0,
    orderActual: 0,
    ...fact,
  }
  const fields = Object.entries(rest).map(([name, value]) => [
    factNames[name] ?? name,
    typeof value === 'number' && !numbers.includes(name) ? toAmount(value) : value,
  ])
  return Object.fromEntries(fields)
}

// The numbers of a fact that are no amounts.
const numbers = ['bankAccount', 'pricing']

const factNames: Readonly<Record<string, string>> = {
  paidAmount: 'paid_amount',
  actualAmount: 'actual_amount',
  frozenFee: 'frozen_fee',
  approvedBy: 'approved_by',
  bankAccount: 'bank_account',
  bankTransactions: 'bank_transactions',
  insteadOf: 'instead_of',
}

/** An attempt as the back office sees it. */
export function attemptView(attempt: AttemptRecord, callback: CallbackRecord | null) {
  return {
    number: attempt.number,
    callback_id: callback && callbackId(callback.tradeNo, attempt.eventNumber),
    trigger: attempt.trigger,
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    answer: attempt.answer,
    at: secondsToTaipei(attempt.startedAt),
    duration_ms: attempt.durationMs,
  }
}

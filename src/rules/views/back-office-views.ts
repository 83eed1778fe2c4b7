import type { Listed } from '../../contract/back-office-calls.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { Outcome } from '../callbacks/callback-schedule.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { EventFact, OrderEvent } from '../orders/order-events.ts'
import { callbackId } from '../orders/order-identity.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import { type CallbackProgress, callbackProgressView, callbackStatus } from './callback-view.ts'
import { collectionRecordView } from './collection-view.ts'
import { payoutRecordView } from './payout-view.ts'

/** A merchant as the back office sees it: never its secrets. `database` is the number of the one it is in. */
export function merchantView(merchant: Merchant, database: number) {
  return {
    uid: merchant.uid,
    name: merchant.name,
    enabled: merchant.enabled,
    ip_whitelist: merchant.ipWhitelist,
    settings: {
      trusted: merchant.trusted,
      payout_requires_balance: merchant.payoutRequiresBalance,
      callback_vocabulary: merchant.callbackVocabulary,
      legacy_signature: merchant.legacySignature,
      rate_limit: merchant.rateLimit,
    },
    database,
    created_at: secondsToTaipei(merchant.createdAt),
  }
}

/** A collection as the back office sees it. */
export function collectionView({ uid, collection }: OwnedCollection) {
  const { agent, confirmation } = collection
  return { ...collectionRecordView(uid, collection), agent, confirmation }
}

/** A collection and whose it is. */
export type OwnedCollection = { readonly uid: string; readonly collection: Collection }

/** A payout as the back office sees it. */
export function payoutView({ uid, payout }: OwnedPayout) {
  return { ...payoutRecordView(uid, payout), agent: payout.agent }
}

/** A payout and whose it is. */
export type OwnedPayout = { readonly uid: string; readonly payout: Payout }

/** An order's callback with its address. */
export type ReportedCallback = CallbackProgress & {
  readonly orderId: number
  readonly tradeNo: string
  readonly url: string
  readonly lastOutcome: Outcome | null
  readonly createdAt: number
}

/** A callback attempt, as the log keeps it. */
export type ReportedAttempt = {
  readonly number: number
  readonly trigger: string
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly answer: string
  readonly startedAt: number
  readonly durationMs: number
}

/** An order, as the back office sees it, with everything that happened to it. */
export function orderHistoryView<Entry extends { readonly uid: string }>(
  entry: Entry,
  events: readonly OrderEvent[],
  callback: ReportedCallback | null,
  attempts: readonly ReportedAttempt[],
) {
  return {
    ...entry,
    callback_status: callbackStatus(callback),
    callback: callback && callbackView({ uid: entry.uid, callback }),
    events: events.map(({ seq, from, to, actor, at, fact }) => {
      return { seq, from, to, actor, at: secondsToTaipei(at), ...factEntry(fact) }
    }),
    attempts: attempts.map(attemptEntry),
  }
}

/** A callback as the back office sees it. */
export function callbackView({ uid, callback }: OwnedCallback) {
  return {
    callback_id: callbackId(callback.tradeNo),
    merchant_uid: uid,
    trade_no: callback.tradeNo,
    url: callback.url,
    state: callback.state,
    ...callbackProgressView(callback),
    last_outcome: callback.lastOutcome,
    created_at: secondsToTaipei(callback.createdAt),
  }
}

/** A callback and whose it is. */
export type OwnedCallback = { readonly uid: string; readonly callback: ReportedCallback }

/** A page of a list; a full page says where the next one begins. */
export function listed<Item, Entry>(
  items: readonly Item[],
  limit: number,
  entryOf: (item: Item) => Entry,
  idOf: (item: Item) => number,
): Listed<Entry> {
  const last = items.length === limit ? items.at(-1) : undefined
  return { items: items.map(entryOf), next_cursor: last === undefined ? null : String(idOf(last)) }
}

function factEntry(fact: EventFact) {
  const shown = Object.entries(fact).map(([name, value]) => [
    factNames[name] ?? name,
    typeof value === 'number' ? toAmount(value) : value,
  ])
  return Object.fromEntries(shown)
}

const factNames: Readonly<Record<string, string>> = {
  paidAmount: 'paid_amount',
  actualAmount: 'actual_amount',
}

function attemptEntry(attempt: ReportedAttempt) {
  return {
    number: attempt.number,
    trigger: attempt.trigger,
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    answer: attempt.answer,
    at: secondsToTaipei(attempt.startedAt),
    duration_ms: attempt.durationMs,
  }
}

import type { Context, MerchantContext } from '../../context.ts'
import type { BulkFilter, BulkResend } from '../../contract/back-office/callbacks.ts'
import type { AnswerOf } from '../../contract/back-office/table.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { pageView } from '../../rules/views/page-view.ts'
import {
  type CallbackFilter,
  newestCallbacks,
  type OwnedCallback,
  requestResends,
} from '../../store/callbacks/callbacks.ts'
import type { Span } from '../../store/newest-rows.ts'
import { toSeconds } from '../../units/clock.ts'
import { archivedCallbacks, pageWithArchived } from '../archive/archived-page.ts'
import { unarchiveOrders } from '../archive/unarchive.ts'
import {
  contextsFor,
  type IdsInDatabase,
  idsByDatabase,
  pageOfAll,
  spanOf,
} from '../merchant-contexts.ts'
import { journalOfCallbacks, resendPauseSeconds } from './resend-callback.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Requests one extra attempt for many callbacks, newest orders first, one page per call. Skips delivered ones unless
 * the call includes them. The database decides on each, so a repeated call requests nothing twice.
 */
export async function resendCallbacks(
  context: Context,
  principal: Principal,
  call: BulkResend,
): Promise<AnswerOf<'resendCallbacks'>> {
  const { state, failing, include_delivered: includeDelivered } = call
  const states = state === undefined && !includeDelivered ? { states: undelivered } : { state }
  const { orderIds, nextCursor } = await pageOfCallbacks(context, call, { ...states, failing })
  const now = toSeconds(context.now())
  const ask = ({ context: one, ids }: IdsInDatabase) => {
    const journal = journalOfCallbacks({ context: one, principal, action: 'resend', target: call })
    return requestResends({
      db: one.db,
      orderIds: ids,
      now,
      notSince: now - resendPauseSeconds,
      includeDelivered,
      journal,
    })
  }
  const requested = (await Promise.all(idsByDatabase(context, orderIds).map(ask))).flat()
  if (requested.length > 0) await wakeCallbacks(context, requested)
  return {
    matched: orderIds.length,
    requested: requested.length,
    skipped: orderIds.length - requested.length,
    next_cursor: nextCursor,
  }
}

const undelivered = ['due', 'given_up', 'parked'] as const

/**
 * One page of the callbacks that a bulk call selects, newest orders first, and the next page's cursor or null. A filter
 * by outcome may shorten the page. Archived orders are moved back.
 */
export async function pageOfCallbacks(
  context: Context,
  call: BulkFilter,
  narrowed: Pick<CallbackFilter, 'state' | 'states' | 'failing'>,
): Promise<{ readonly orderIds: readonly number[]; readonly nextCursor: string | null }> {
  const { merchant_uid: merchantUid, outcome: lastOutcome, ...filters } = call
  const filter = { merchantUid, lastOutcome, ...narrowed }
  const { state, states = state && [state], failing } = narrowed
  const list = {
    read: ({ db }: MerchantContext, span: Span) => newestCallbacks(db, filter, span),
    idOf: orderOf,
    narrowing: archivedCallbacks({ merchantUid, states, failing }),
    most: broughtBackMax,
  }
  const page = await pageOfAll({
    contexts: contextsFor(context, call),
    read: (one) => pageWithArchived(one, spanOf(filters), list),
    idOf: orderOf,
    span: filters,
  })
  const { rows, scannedTo } = page
  const { items, next_cursor: nextCursor } = pageView({
    items: rows,
    limit: filters.limit,
    viewOf: orderOf,
    idOf: orderOf,
    scannedTo,
  })
  await unarchiveOrders(context, items)
  return { orderIds: items, nextCursor }
}

/** The most archived orders that a call moves back, each possibly from an object of its own. */
const broughtBackMax = 20

const orderOf = ({ callback }: OwnedCallback) => callback.orderId

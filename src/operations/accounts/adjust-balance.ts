import type { Context, MerchantContext } from '../../context.ts'
import type { AdjustmentCall } from '../../contract/back-office/merchants/adjustments.ts'
import type { LedgerPage } from '../../contract/back-office/merchants/ledger.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import {
  type Adjustment,
  adjustedEvent,
  isSameAdjustment,
} from '../../rules/accounts/adjustment.ts'
import { ledgerChannel, moneyChanges } from '../../rules/accounts/ledger.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { entriesFor } from '../../rules/orders/order-events.ts'
import { orderId, parseTradeNo } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { concernOfAdjustment } from '../../rules/people/second-person.ts'
import { sumsOf } from '../../rules/settlement/statement-sums.ts'
import { adjustmentView, ledgerPage } from '../../rules/views/ledger-view.ts'
import { findAdjustment, insertAdjustment } from '../../store/accounts/adjustments.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import { appendEvent, bookEvent } from '../../store/orders/booking.ts'
import type { OrderWithOwner } from '../../store/orders/order-table.ts'
import { orderTables } from '../../store/orders/tables-by-kind.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { findAnywhere } from '../archive/archived-rows.ts'
import { ledgerEntries } from '../archive/ledger-entries.ts'
import type { Command } from '../command.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { commitCommand } from '../people/commit-command.ts'

/**
 * Books a correction as an entry of its own, with its reason (decisions §4, "Mistakes"). A call repeated under one
 * idempotency key gets the first one's answer; a different call is refused.
 */
export async function adjustBalance({
  context,
  principal,
  uid,
  call,
}: Command & { readonly uid: string; readonly call: AdjustmentCall }): Promise<
  ReturnType<typeof adjustmentView>
> {
  const counted = { amount: 0 }
  return retry(`adjustment ${call.idempotency_key}: lost a race`, 5, async () => {
    const { merchant, merchantContext } = await requireMerchant(context, uid)
    const { db } = merchantContext
    const channel = await channelOf(merchantContext, merchant, call.trade_no ?? '')
    const earlier = await findAdjustment(db, merchant.id, call.idempotency_key)
    if (earlier !== null) return repeated(earlier, call)
    const adjustment = newAdjustment({ context: merchantContext, merchant, actor: principal, call })
    const event = adjustedEvent(adjustment, principal, principal.approval?.approvedBy ?? null)
    const entries = entriesFor(event.fact)
    const changes = moneyChanges(entries)
    const posting = {
      merchantId: merchant.id,
      channel,
      event,
      kind: 'correction',
      entries,
      changes,
      sums: sumsOf(entries, 'correction'),
      tallies: [],
      credit: null,
      unbacked: 0,
      keptBytes: 0,
    } as const
    const subject = { kind: 'merchant', name: uid } as const
    const after = adjustmentView(adjustment)
    const written = { action: 'adjustments', subject, before: null, after, reason: call.reason }
    const journaled = { written, concern: concernOfAdjustment(call.amount), counted }
    const outcome = await commitCommand({
      context: merchantContext,
      principal,
      call: journaled,
      statements: [
        insertAdjustment(db, adjustment),
        appendEvent(event, merchant, null),
        ...bookEvent(posting),
      ],
    })
    return outcome === 'committed' ? adjustmentView(adjustment) : null
  })
}

/** A merchant's ledger, newest entry first. */
export async function listLedger(
  context: Context,
  uid: string,
  page: LedgerPage,
): Promise<ReturnType<typeof ledgerPage>> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  const { cursor: before = null, limit } = page
  const query = { merchantId: merchant.id, before, limit }
  const entries = await ledgerEntries(merchantContext, query)
  return ledgerPage(entries, limit, before === null ? (entries[0]?.total ?? null) : before.balance)
}

function newAdjustment({
  context,
  merchant,
  actor,
  call,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly actor: Actor
  readonly call: AdjustmentCall
}): Adjustment {
  const nowMs = context.now()
  return {
    id: orderId({
      kind: 'collection',
      nowMs,
      random: context.random(),
      database: context.databaseNumber,
    }),
    merchantId: merchant.id,
    idempotencyKey: call.idempotency_key,
    bucket: call.bucket,
    amount: call.amount,
    reason: call.reason,
    tradeNo: call.trade_no ?? '',
    actor: actor.name,
    createdAt: toSeconds(nowMs),
  }
}

function repeated(earlier: Adjustment, call: AdjustmentCall) {
  if (isSameAdjustment(earlier, { ...call, tradeNo: call.trade_no ?? '' })) {
    return adjustmentView(earlier)
  }
  throw new Refusal('idempotency_key_used')
}

// Money of an order is corrected in the order's channel, other money under `other`.
async function channelOf(
  context: MerchantContext,
  merchant: Merchant,
  tradeNo: string,
): Promise<string> {
  const { exchangeCode } = context.settings
  if (tradeNo === '') return ledgerChannel('', exchangeCode)
  const ref = parseTradeNo(tradeNo)
  const find = async (db: MerchantDatabase): Promise<OrderWithOwner<Collection | Payout> | null> =>
    ref && orderTables[ref.kind].findOfAnyone(db, ref)
  const found = ref && (await findAnywhere(context, ref.id, find))
  if (found === null || found.found.merchant.id !== merchant.id) {
    throw invalid('trade_no', say('查無此商戶的訂單', 'The merchant has no such order'))
  }
  return ledgerChannel(found.found.order.channel, exchangeCode)
}

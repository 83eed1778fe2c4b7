import type { MerchantContext } from '../../context.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Statement } from '../../store/database.ts'
import {
  leaveSlot,
  noteSlot,
  type SlotTaking,
  takeFreeSlot,
  takeSlot,
} from '../../store/matcher/slots.ts'
import { toSeconds } from '../../units/clock.ts'

/** The slot of an order on its account. */
export function slotOf(
  { settings: { slotRestSeconds, slotLateSeconds }, now }: MerchantContext,
  { id, last5, amount, merchantId, userId }: Collection,
): Omit<SlotTaking, 'bankAccountId' | 'takenAt'> {
  const order = { orderId: id, merchantId, userId, last5, amount }
  return { ...order, now: toSeconds(now()), slotRestSeconds, slotLateSeconds }
}

/** The statements of a match that takes its order's slot; none without a slot (matching §2). */
export function slotStatements(context: MerchantContext, order: Collection): readonly Statement[] {
  const { bankAccountId, waitsInSlot } = order
  if (!waitsInSlot || bankAccountId === null) return []
  const taking = { ...slotOf(context, order), bankAccountId, takenAt: context.now() }
  return [leaveSlot(taking), takeSlot(taking)]
}

/** The statements for an order that got its digits after its match: it takes the slot now, if free (matching §6). */
export function lateSlotStatements(
  context: MerchantContext,
  order: Collection,
): readonly Statement[] {
  const { bankAccountId, collectionStatus } = order
  if (bankAccountId === null || collectionStatus !== 'matched') return []
  const taking = { ...slotOf(context, order), bankAccountId, takenAt: context.now() }
  return [leaveSlot(taking), takeFreeSlot(taking), noteSlot(taking)]
}

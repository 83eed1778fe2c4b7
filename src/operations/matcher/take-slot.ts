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

/** The slot of an order on any account, as it stands now. */
export function slotOf(
  { settings: { slotRestSeconds, slotLateSeconds }, now }: MerchantContext,
  { id, last5, amount, merchantId, userId }: Collection,
): Omit<SlotTaking, 'bankAccountId' | 'takenAt'> {
  const order = { orderId: id, merchantId, userId, last5, amount }
  return { ...order, now: toSeconds(now()), slotRestSeconds, slotLateSeconds }
}

/** What a match writes that takes its order's slot; nothing where it takes none (matching §2). */
export function slotStatements(context: MerchantContext, order: Collection): readonly Statement[] {
  const { bankAccountId, waitsInSlot } = order
  if (!waitsInSlot || bankAccountId === null) return []
  const taking = { ...slotOf(context, order), bankAccountId, takenAt: context.now() }
  return [leaveSlot(taking), takeSlot(taking)]
}

/** The same where the order got its digits after its match: its slot counts from now, if it is free (matching §6). */
export function lateSlotStatements(
  context: MerchantContext,
  order: Collection,
): readonly Statement[] {
  const { bankAccountId, collectionStatus } = order
  if (bankAccountId === null || collectionStatus !== 'matched') return []
  const taking = { ...slotOf(context, order), bankAccountId, takenAt: context.now() }
  return [leaveSlot(taking), takeFreeSlot(taking), noteSlot(taking)]
}

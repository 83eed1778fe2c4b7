import { daySeconds } from '../../units/clock.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// Slots: one waiting order per account, amount and payer's digits (matching §2).

/** A slot, and the order that takes it. Times in UTC seconds, except `takenAt`. */
export type SlotTaking = {
  readonly last5: string
  readonly amount: number
  readonly bankAccountId: number
  readonly orderId: number
  readonly merchantId: number
  readonly userId: string
  /** UTC milliseconds. */
  readonly takenAt: number
  readonly now: number
  /** How long a slot stays occupied after its order was settled, or ended unpaid, in seconds. */
  readonly slotRestSeconds: number
  readonly slotLateSeconds: number
}

// The unpaid end of a slot's order: put aside, expired or, without a link, a day old.
const endedAt = `case
    when holder.collection_status = 'exception' then coalesce(
      (select max(at) from events where order_id = holder.id and name in ('exception', 'reversed')),
      holder.created_at
    )
    when holder.link_id is null then holder.created_at + ${daySeconds}
  end`

const isOver = `case
    when holder.id = :orderId or holder.bank_account_id is not slots.bank_account_id then 1
    when holder.status <> 'pending' then coalesce((
      select max(at) from events where order_id = holder.id and name in ('settled', 'confirmed', 'created')
    ), 0) + :slotRestSeconds <= :now
    when ${endedAt} is null or ${endedAt} > :now then 0
    when :userId <> '' and holder.merchant_id = :merchantId and holder.user_id = :userId then 1
    else ${endedAt} + :slotLateSeconds <= :now
  end`

const isOccupied = `exists (
    select 1 from collections as holder where holder.id = slots.order_id and not ${isOver}
  )`

// The order with these digits on this account, if the account has slots.
const orderInPlace = `bank_accounts as account cross join collections as one
    on one.id = :orderId and one.bank_account_id = account.id and one.last5 = :last5
  where account.id = :bankAccountId and account.auto <> 'off'`

/** Takes a slot, in the batch of a match: `slot_taken` if another order still has it. */
export const takeSlot = sqlText<SlotTaking>(`
  insert into slots (last5, amount, bank_account_id, order_id, taken_at)
  values (:last5, :amount, :bankAccountId, :orderId, :takenAt)
  on conflict (last5, amount, bank_account_id) do update set
    order_id = excluded.order_id,
    taken_at = excluded.taken_at,
    refused = iif(${isOccupied}, 'slot_taken', null)
`)

/** Takes a free slot for an order that got its digits after its match, if its account has slots. */
export const takeFreeSlot = sqlText<SlotTaking>(`
  insert into slots (last5, amount, bank_account_id, order_id, taken_at)
  select :last5, :amount, :bankAccountId, :orderId, :takenAt
  from ${orderInPlace}
  on conflict (last5, amount, bank_account_id) do update set
    order_id = excluded.order_id,
    taken_at = excluded.taken_at
  where not ${isOccupied}
`)

/** Records whether an order waits in the slot of its account, amount and digits. */
export const noteSlot = sqlText<SlotTaking>(`
  update collections set waits_in_slot = 1
  where id = :orderId and bank_account_id = :bankAccountId
    and status = 'pending' and collection_status = 'matched' and exists (
    select 1 from slots
    where slots.last5 = :last5 and slots.amount = :amount
      and slots.bank_account_id = :bankAccountId and slots.order_id = :orderId
  )
`)

/**
 * Removes an order without a link that is a day old from its slot: from now on it is found by its digits. Comes before
 * `takeSlot`.
 */
export const leaveSlot = sqlText<SlotTaking>(`
  update collections set waits_in_slot = 0
  where id = (
    select order_id from slots
    where slots.last5 = :last5 and slots.amount = :amount and slots.bank_account_id = :bankAccountId
      and not ${isOccupied}
  )
    and id <> :orderId and status = 'pending' and waits_in_slot = 1
    and bank_account_id = :bankAccountId and exists (select 1 from ${orderInPlace})
`)

/** The accounts on which another order has this slot, with its transaction number. */
export async function occupiedSlots(
  db: MerchantDatabase,
  slot: Omit<SlotTaking, 'bankAccountId' | 'takenAt'>,
): Promise<ReadonlyMap<number, string>> {
  if (slot.last5 === '') return new Map()
  const [rows] = await rowsOf(db, [selectOccupied(slot)])
  return new Map(rows.map(({ account, tradeNo }) => [account, tradeNo]))
}

const selectOccupied = sqlText<
  Omit<SlotTaking, 'bankAccountId' | 'takenAt'>,
  { readonly account: number; readonly tradeNo: string }
>(`
  select slots.bank_account_id as account, taken.trade_no as tradeNo
  from slots cross join collections as taken on taken.id = slots.order_id
  where slots.last5 = :last5 and slots.amount = :amount and ${isOccupied}
`)

/** The orders among these that still have their slot (matching §2). */
export async function ordersInSlots(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const [rows] = await rowsOf(db, [selectInSlots({ ids: JSON.stringify(ids) })])
  return new Set(rows.map(({ id }) => id))
}

const selectInSlots = sqlText<{ readonly ids: string }, { readonly id: number }>(`
  select one.id from collections as one
  cross join slots on slots.last5 = one.last5 and slots.amount = one.amount
    and slots.bank_account_id = one.bank_account_id and slots.order_id = one.id
  where one.id in (select value from json_each(:ids))
`)

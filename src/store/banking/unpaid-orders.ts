// How to find a payer's collections that have an account and no transaction, in SQL: by last five digits, account and
// amount, or by the slot in which one waits (matching §2).

// The predicate of the index `collections_unpaid`, which a statement must spell out to use it.
const isUnpaidOutOfSlot = (one: string) =>
  `${one}.bank_account_id is not null and ${one}.backed is not 1 and ${one}.waits_in_slot = 0`

/** Whether a collection is pending outside of a slot, so that it is found by its digits. */
export const isOutOfSlot = (one = 'collections') =>
  `${isUnpaidOutOfSlot(one)} and ${one}.status = 'pending'`

/** Whether a collection was settled without a transaction, and is found by its digits. */
export const isSettledUnbacked = (one: string) =>
  `${isUnpaidOutOfSlot(one)} and ${one}.status in ('succeeded', 'manual')`

/** Whether a slot has a transaction's payer, amount and account. */
export const isSlotOf = (deposit: string) => `slots.last5 = ${deposit}.counterparty_last5
    and slots.amount = ${deposit}.amount and slots.bank_account_id = ${deposit}.bank_account_id`

/** Whether a collection waits in the slot: a slot keeps the order's id after it has left. */
export const isInSlot = (one: string) => `${one}.id = slots.order_id and ${one}.waits_in_slot = 1
    and ${one}.status = 'pending' and ${one}.bank_account_id = slots.bank_account_id`

/** Whether a transaction paid that order before it was freed. Reads events only for a freed transaction. */
export const hadPaid = (
  order: string,
  deposit: string,
) => `case ${deposit}.freed when 1 then exists (
  select 1 from events cross join json_each(events.fact, '$.bankTransactions') as named
  where events.order_id = ${order} and named.value = ${deposit}.id
) else 0 end`

/** The most orders of one amount read that left an account, or wait without digits; more are a doubt. */
export const scannedMax = 100

/** Orders of a transaction's amount that left its account, newest first by `place`, one more than the limit. */
export const leftOrders = (deposit: string, from: string) => `(
  select newest.*, row_number() over () as place from (
    select order_id, left_at from former_accounts
    where former_accounts.bank_account_id = ${deposit}.bank_account_id
      and former_accounts.amount = ${deposit}.amount and former_accounts.order_id >= ${from}
    order by order_id desc limit ${scannedMax + 1}
  ) as newest
)`

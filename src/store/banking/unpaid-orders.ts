// Where the collections of a payer are found that were given an account and that no transaction has paid, in SQL: by
// their last five digits, the account and the amount, or in the slot that one waits in (matching §2).

// The condition of the index `collections_unpaid`: it is used where a statement spells it out.
const isUnpaidOutOfSlot = (one: string) =>
  `${one}.bank_account_id is not null and ${one}.backed is not 1 and ${one}.waits_in_slot = 0`

/** Whether a collection is pending, and found by its digits. */
export const isOutOfSlot = (one = 'collections') =>
  `${isUnpaidOutOfSlot(one)} and ${one}.status = 'pending'`

/** Whether a collection was settled on a word, and is found by its digits. */
export const isSettledUnbacked = (one: string) =>
  `${isUnpaidOutOfSlot(one)} and ${one}.status in ('succeeded', 'manual')`

/** Whether a slot is that of a transaction's payer, amount and account. */
export const isSlotOf = (deposit: string) => `slots.last5 = ${deposit}.counterparty_last5
    and slots.amount = ${deposit}.amount and slots.bank_account_id = ${deposit}.bank_account_id`

/** Whether a collection is the one that waits in a slot: a slot keeps the name of one that has moved or ended. */
export const isInSlot = (one: string) => `${one}.id = slots.order_id and ${one}.waits_in_slot = 1
    and ${one}.status = 'pending' and ${one}.bank_account_id = slots.bank_account_id`

/** Whether a transaction paid that order before it was freed. Looks for the order's events of what was freed alone. */
export const hadPaid = (
  order: string,
  deposit: string,
) => `case ${deposit}.freed when 1 then exists (
  select 1 from events cross join json_each(events.fact, '$.bankTransactions') as named
  where events.order_id = ${order} and named.value = ${deposit}.id
) else 0 end`

/** How many orders of one amount are looked at that left an account, or wait without digits; one more is a doubt. */
export const lookedAtMax = 100

/** What left a transaction's account, of its amount: the newest first, by `place`, and one more than is looked at. */
export const leftOrders = (deposit: string, from: string) => `(
  select newest.*, row_number() over () as place from (
    select order_id, left_at from former_accounts
    where former_accounts.bank_account_id = ${deposit}.bank_account_id
      and former_accounts.amount = ${deposit}.amount and former_accounts.order_id >= ${from}
    order by order_id desc limit ${lookedAtMax + 1}
  ) as newest
)`

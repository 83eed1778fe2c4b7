// Where the pending collections of a payer are found that were given an account, in SQL: by their last five digits and
// the account, or in the slot that one waits in (matching §2).

/** The condition of the index `collections_unpaid`: it is used where a statement spells it out. */
export const isOutOfSlot = (one = 'collections') =>
  `${one}.bank_account_id is not null and ${one}.status = 'pending' and ${one}.waits_in_slot = 0`

/** Whether a slot is that of a transaction's payer, amount and account. */
export const isSlotOf = (deposit: string) => `slots.last5 = ${deposit}.counterparty_last5
    and slots.amount = ${deposit}.amount and slots.bank_account_id = ${deposit}.bank_account_id`

/** Whether a collection is the one that waits in a slot: a slot keeps the name of one that has moved or ended. */
export const waitsIn = (one: string) => `${one}.id = slots.order_id and ${one}.waits_in_slot = 1
    and ${one}.status = 'pending' and ${one}.bank_account_id = slots.bank_account_id`

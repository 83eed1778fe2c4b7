import type { AutoState, NotAssignedReason } from '../../contract/back-office/states.ts'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { addFigures, figureOn } from '../banking/account-figures.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { oneMore } from './auto-counts.ts'
import { isRunning } from './auto-switch.ts'

// The assignment of accounts to orders by the service (matching §2).

/** The switches that decide whether the service assigns an account at all. */
type AssigningSwitches = { readonly state: AutoState; readonly auto: Merchant['auto'] }

/** The switches of the deployment and of a merchant; null for an unknown id. */
export async function findSwitches(
  db: MerchantDatabase,
  merchantId: number,
): Promise<AssigningSwitches | null> {
  const [[found]] = await rowsOf(db, [selectSwitches({ merchantId })] as const)
  return found ?? null
}

const selectSwitches = sqlText<{ merchantId: number }, AssigningSwitches>(`
  select auto, (select state from auto_switch where id = 1) as state
  from merchants where id = :merchantId
`)

/** Records why an order got no account, unless it has moved since. */
export const noteNotAssigned = sqlText<{
  readonly id: number
  readonly seq: number
  readonly reason: NotAssignedReason
}>(`
  update collections set assignment = :reason
  where id = :id and seq = :seq and assignment in ('due', 'stopped') and assignment <> :reason
`)

/** Shortens the life of an unmatched order's link to its own time. */
export const liveOwnTime = sqlText<{ readonly id: number }>(`
  update payment_links set ends_at = wait_expires_at
  where id = (
    select link_id from collections
    where id = :id and status = 'pending' and collection_status = 'pending'
  ) and state = 'open' and ends_at > wait_expires_at
`)

/** An order that the service gives an account; its amount in hundredths, `day` in days since 1970 (`taipeiDay`). */
type AccountAssignment = Pick<BankAccount, 'id' | 'version'> & {
  readonly amount: number
  readonly day: number
}

/**
 * Adds an order to the account, as given by the service. The batch breaks with `account_changed` if the account has
 * changed or automatic matching has been stopped, and with `cap_reached` over its daily cap.
 */
export const assignOnAccount = sqlText<AccountAssignment>(`
  update bank_accounts
  set
    waiting_count = waiting_count + 1,
    waiting_amount = waiting_amount + :amount,
    auto_counts = ${oneMore('assigned')},
    ${addFigures(':day', { handedOut: ':amount' })},
    refused = case
      when version <> :version or auto = 'off' or day > :day or not (${isRunning}) then 'account_changed'
      when daily_cap < ${figureOn(':day', 'handed_out')} + :amount then 'cap_reached'
    end
  where id = :id
`)

/** The orders to check for an account: created from `from` on, up to `until`. */
type AssigningRange = Readonly<Record<'from' | 'until' | 'limit', number>>

/** A checked order, and whether the service is to give it an account. */
type OrderToAssign = { readonly id: number; readonly tradeNo: string; readonly isDue: number }

/** The oldest orders without an account. */
export async function waitingForAccount(
  db: MerchantDatabase,
  range: AssigningRange,
): Promise<{ readonly assignedTo: number; readonly orders: readonly OrderToAssign[] }> {
  const [orders, [position]] = await rowsOf(db, [selectWaiting(range), selectPosition({})] as const)
  return { orders, assignedTo: position?.assignedTo ?? 0 }
}

const selectWaiting = sqlText<AssigningRange, OrderToAssign>(`
  select id, trade_no as tradeNo,
    coalesce(assignment = 'due' or (assignment = 'stopped' and ${isRunning}), 0) as isDue
  from collections
  where status = 'pending' and collection_status = 'pending'
    and id >= max(:from, (select assigned_to from auto_switch where id = 1)) and id < :until
  order by id limit :limit
`)

const selectPosition = sqlText<Readonly<Record<string, never>>, { readonly assignedTo: number }>(
  'select assigned_to as assignedTo from auto_switch where id = 1',
)

/** Stores the id up to which orders were checked. */
export const noteAssignedTo = sqlText<{ readonly assignedTo: number }>(`
  update auto_switch set assigned_to = :assignedTo where id = 1 and assigned_to < :assignedTo
`)

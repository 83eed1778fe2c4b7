import { eq } from 'drizzle-orm'
import type { Doubt, IgnoredKind, SwitchDoubt } from '../../contract/back-office/states.ts'
import type { BankTransaction, TransactionItem } from '../../rules/banking/bank-transaction.ts'
import { archivedTradeNo } from '../archive/archived-orders.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { isOpenToAgent } from '../people/order-access.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { bankAccounts, bankTransactions } from './banking-schema.ts'
import { isBeingUndone } from './imports/standing-imports.ts'

/** The fields of an account on which its lines depend. */
export type LinesAccount = Pick<
  typeof bankAccounts.$inferSelect,
  'id' | 'feeds' | 'statementFormat' | 'auto'
>

export async function findLinesAccount(
  db: MerchantDatabase,
  id: number,
): Promise<LinesAccount | null> {
  const { feeds, statementFormat, auto } = bankAccounts
  const columns = { id: bankAccounts.id, feeds, statementFormat, auto }
  return (await db.select(columns).from(bankAccounts).where(eq(bankAccounts.id, id)).get()) ?? null
}

const readRow = rowReader(bankTransactions)

export function transactionOf(row: RawRow): BankTransaction {
  const { refused: _refused, externalKey: _externalKey, ...transaction } = readRow(row)
  return transaction
}

export function withOrder(row: RawRow): TransactionItem {
  return { ...transactionOf(row), tradeNo: (row.trade_no as string | null) ?? null }
}

/** The transaction number of the order, of either kind, that the transaction `one` pays. */
export const tradeNoOfOne = `coalesce(
    (select trade_no from collections where collections.id = one.order_id),
    (select trade_no from payouts where payouts.id = one.order_id),
    (select ${archivedTradeNo} from archived_orders where archived_orders.id = one.order_id)
  )`

export async function findTransaction(
  db: MerchantDatabase,
  id: number,
): Promise<TransactionItem | null> {
  const [[row]] = await rowsOf(db, [transactionById({ id })])
  return row === undefined ? null : withOrder(row)
}

const transactionById = sqlText<{ readonly id: number }, RawRow>(
  `select one.*, ${tradeNoOfOne} as trade_no from bank_transactions as one where one.id = :id`,
)

export async function findTransactions(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly TransactionItem[]> {
  if (ids.length === 0) return []
  const [found] = await rowsOf(db, [transactionsById({ ids: JSON.stringify(ids) })])
  return found.map(withOrder)
}

const transactionsById = sqlText<{ readonly ids: string }, RawRow>(`
  select one.*, ${tradeNoOfOne} as trade_no from bank_transactions as one
  where one.id in (select value from json_each(:ids))
  order by one.id
`)

/** Whether an agent with these names may use an account, and read its transactions. */
export async function mayRead(
  db: MerchantDatabase,
  accountId: number,
  names: readonly string[],
): Promise<boolean> {
  const [[account]] = await rowsOf(db, [accountFor({ accountId, agents: JSON.stringify(names) })])
  return account !== undefined
}

// The doubts that leave no money unsure: the contract's switches by their type, and `no_order`.
const switches: Readonly<Record<SwitchDoubt, true>> = { stopped: true, off: true, source: true }
const ofNoMoney = [...Object.keys(switches), 'no_order' satisfies Doubt].map(
  (doubt) => `'"${doubt}"'`,
)

/**
 * Whether a person must decide whose money a transaction is: an order matched, and at the last judgement there were
 * doubts besides switches. Lists, marks and ready orders all use this.
 */
export function isUnsure(doubts = 'doubts'): string {
  // A list of values would count as rows read.
  const ofMoney = ofNoMoney.reduce((text, doubt) => `replace(${text}, ${doubt}, '')`, doubts)
  return `coalesce(trim(${ofMoney}, '[,]'), '') <> ''`
}

const accountFor = sqlText<{ accountId: number; agents: string }>(`
  select id from bank_accounts
  where id = :accountId and ${isOpenToAgent}
`)

export type IgnoreChange =
  | { readonly kind: IgnoredKind; readonly reason: string; readonly counterpartId: number | null }
  | { readonly kind: null; readonly reason: ''; readonly counterpartId: null }

/**
 * Ignores a transaction, or reopens it. The batch breaks with `transaction_taken` if an order has claimed it, and
 * with `transaction_ignored` or `transaction_changed` if it differs from `from`, or its import is being undone.
 */
export function ignoreOrReopen(
  { id, state: from }: Pick<BankTransaction, 'id' | 'state'>,
  { kind, reason, counterpartId }: IgnoreChange,
): Statement {
  return updateIgnored({
    id,
    from,
    to: kind === null ? 'unclaimed' : 'ignored',
    kind,
    reason,
    counterpartId,
  })
}

const updateIgnored = sqlText<
  Readonly<{
    id: number
    from: string
    to: string
    kind: string | null
    reason: string
    counterpartId: number | null
  }>
>(`
  update bank_transactions
  set
    refused = case
      when state = :from and not ${isBeingUndone('bank_transactions')} then null
      when state = 'claimed' then 'transaction_taken'
      when state = 'ignored' then 'transaction_ignored'
      else 'transaction_changed'
    end,
    state = :to,
    ignored_as = :kind,
    ignored_reason = :reason,
    counterpart_id = :counterpartId
  where id = :id
`)

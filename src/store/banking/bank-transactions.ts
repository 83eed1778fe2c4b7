import { eq } from 'drizzle-orm'
import type { IgnoredKind } from '../../contract/back-office/banking-values.ts'
import type { BankTransaction, ListedTransaction } from '../../rules/banking/bank-transaction.ts'
import type { PostedLine } from '../../rules/banking/posted-line.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { bankAccounts, bankTransactions } from './banking-schema.ts'

/** What lines need to know of their account. */
export type LinesAccount = Pick<
  typeof bankAccounts.$inferSelect,
  'id' | 'feeds' | 'statementFormat'
>

/** An account by id, as far as its lines need it. */
export async function findLinesAccount(
  db: MerchantDatabase,
  id: number,
): Promise<LinesAccount | null> {
  const { feeds, statementFormat } = bankAccounts
  const columns = { id: bankAccounts.id, feeds, statementFormat }
  return (await db.select(columns).from(bankAccounts).where(eq(bankAccounts.id, id)).get()) ?? null
}

const readRow = rowReader(bankTransactions)

/** A row of the table as it is known to the rules. */
export function transactionOf(row: RawRow): BankTransaction {
  const { refused: _refused, ...transaction } = readRow(row)
  return transaction
}

function ofOrder(row: RawRow): ListedTransaction {
  return { ...transactionOf(row), tradeNo: (row.trade_no as string | null) ?? null }
}

// The order that a transaction pays, of either kind.
const tradeNo = `coalesce(
    (select trade_no from collections where collections.id = one.order_id),
    (select trade_no from payouts where payouts.id = one.order_id)
  )`

/** A transaction by id, with the order that it pays. */
export async function findTransaction(
  db: MerchantDatabase,
  id: number,
): Promise<ListedTransaction | null> {
  const [[row]] = await rowsOf(db, [transactionById({ id })])
  return row === undefined ? null : ofOrder(row)
}

const transactionById = sqlText<{ readonly id: number }, RawRow>(
  `select one.*, ${tradeNo} as trade_no from bank_transactions as one where one.id = :id`,
)

/** The transaction with a number of the bank. */
export async function findPosted(
  db: MerchantDatabase,
  accountId: number,
  externalId: string,
): Promise<ListedTransaction | null> {
  const [[row]] = await rowsOf(db, [transactionPosted({ accountId, externalId })])
  return row === undefined ? null : ofOrder(row)
}

const transactionPosted = sqlText<{ accountId: number; externalId: string }, RawRow>(`
  select one.*, ${tradeNo} as trade_no from bank_transactions as one
  where one.bank_account_id = :accountId and one.external_id = :externalId
`)

/** Whether an agent may use an account, and so read its transactions. */
export async function mayRead(
  db: MerchantDatabase,
  accountId: number,
  agent: string,
): Promise<boolean> {
  const [[account]] = await rowsOf(db, [accountFor({ accountId, agent })])
  return account !== undefined
}

const accountFor = sqlText<{ accountId: number; agent: string }>(`
  select id from bank_accounts
  where id = :accountId and (
    agents = '[]' or exists (select 1 from json_each(agents) where value = :agent)
  )
`)

/** A line that is posted, and what it is stored with. */
export type NewPostedLine = PostedLine & {
  readonly id: number
  readonly postedAs: string
  readonly source: 'feed' | 'hand'
  readonly postedBy: string
  readonly now: number
  /** Its day in days since 1970, and the seconds between which a statement's line can be the same money. */
  readonly day: number
  readonly from: number
  readonly until: number
  readonly pairingSeconds: number
}

/**
 * Writes a line of a feed, or one posted by hand, unless its number is there: a line of a statement that is the same
 * money takes its number, and only where there is none a row is added. The database decides, so that copies at once
 * are one.
 */
export function postLine(line: NewPostedLine): readonly [Statement, ...Statement[]] {
  const values = { ...line, dayOnly: Number(line.dayOnly) }
  return [
    meetLine(values),
    insertPosted(values),
    countPosted(values),
    ...(line.amount > 0 ? [receivePosted(values)] : []),
  ]
}

type Stored<Line> = Omit<Line, 'dayOnly'> & { readonly dayOnly: number }

// Where both say a balance, five digits or a name, these are equal; where both have a time, it is near. What agrees
// most is met first, then what is nearest.
const meetLine = sqlText<Omit<Stored<NewPostedLine>, 'now' | 'source' | 'postedBy' | 'memo'>>(`
  update bank_transactions
  set external_id = :externalId, posted_as = :postedAs
  where id = (
      select id from (
        select id, booked_at, balance_after, counterparty_last5, counterparty_name
        from bank_transactions
        where bank_account_id = :accountId and amount = :amount
          and booked_at >= :from and booked_at < :until
          and source = 'statement' and external_id is null
          and case
            when day_only or :dayOnly then (booked_at + 28800) / 86400 = :day
            else abs(booked_at - :bookedAt) <= :pairingSeconds
          end
          and (balance_after is null or :balance is null or balance_after = :balance)
          and (counterparty_last5 = '' or :last5 = '' or counterparty_last5 = :last5)
          and (counterparty_name = '' or :name = '' or counterparty_name = :name)
        limit 500
      )
      order by
        coalesce(balance_after = :balance, 0) + (counterparty_last5 = :last5 and :last5 <> '')
          + (counterparty_name = :name and :name <> '') desc,
        abs(booked_at - :bookedAt), id
      limit 1
    )
    and not exists (
      select 1 from bank_transactions
      where bank_account_id = :accountId and external_id = :externalId
    )
`)

// A copy that drew the first one's id must break the batch at the primary key: the statements that follow would take
// the first one's row for their own and count its money again.
const insertPosted = sqlText<
  Omit<Stored<NewPostedLine>, 'from' | 'until' | 'day' | 'pairingSeconds'>
>(`
  insert into bank_transactions (
    id, bank_account_id, booked_at, day_only, amount, balance_after, external_id,
    counterparty_account, counterparty_last5, counterparty_name, memo,
    source, state, claimed_by, ignored_reason, posted_by, posted_as, created_at
  )
  select
    :id, :accountId, :bookedAt, :dayOnly, :amount, :balance, :externalId,
    :counterparty, :last5, :name, :memo,
    :source, 'unclaimed', '', '', :postedBy, :postedAs, :now
  where not exists (
    select 1 from bank_transactions
    where bank_account_id = :accountId and external_id = :externalId and id <> :id
  )
`)

type Counted = Readonly<Record<'accountId' | 'id', number>>

const countPosted = sqlText<Counted & { readonly bookedAt: number }>(`
  update bank_accounts
  set
    lines_version = lines_version + 1,
    last_transaction_at = max(coalesce(last_transaction_at, 0), :bookedAt)
  where id = :accountId and exists (select 1 from bank_transactions where id = :id)
`)

const receivePosted = sqlText<Counted & { readonly day: number }>(`
  insert into bank_account_days (bank_account_id, day, handed_out, received)
  select :accountId, :day, 0, amount from bank_transactions where id = :id
  on conflict (bank_account_id, day) do update set received = received + excluded.received
`)

/** How a transaction is put aside, or taken back. */
export type Aside =
  | {
      readonly kind: IgnoredKind
      readonly reason: string
      readonly counterpartId: number | null
    }
  | { readonly kind: null; readonly reason: ''; readonly counterpartId: null }

/**
 * Puts a transaction aside, or takes it back. The batch breaks with `transaction_taken` where an order has it, with
 * `transaction_ignored` or `transaction_changed` where it is otherwise not as `from` says.
 */
export function setAside(
  { id, state: from }: Pick<BankTransaction, 'id' | 'state'>,
  { kind, reason, counterpartId }: Aside,
): Statement {
  return moveAside({
    id,
    from,
    to: kind === null ? 'unclaimed' : 'ignored',
    kind,
    reason,
    counterpartId,
  })
}

const moveAside = sqlText<
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
      when state = :from then null
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

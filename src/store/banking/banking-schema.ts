import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type {
  AutoChoice,
  AutoSource,
  BackingRule,
  BankAccountState,
  BankAccountUse,
  Chain,
  IgnoredKind,
  ImportState,
  TransactionSource,
  TransactionState,
  UndoState,
} from '../../contract/back-office/states.ts'
import type { LineProblem } from '../../contract/refusals.ts'
import type { AutoCounts } from '../../rules/banking/bank-account.ts'
import { requiredBoolean, requiredInteger, requiredText } from '../columns.ts'
import type { Guard } from '../guards.ts'

const requiredNames = (name: string) =>
  text(name, { mode: 'json' }).$type<readonly string[]>().notNull()

export const bankAccounts = sqliteTable(
  'bank_accounts',
  {
    id: integer('id').primaryKey(),
    bankCode: requiredText('bank_code'),
    accountNo: requiredText('account_no'),
    holderName: requiredText('holder_name'),
    agents: requiredNames('agents'),
    merchants: requiredNames('merchants'),
    feeds: requiredNames('feeds'),
    use: requiredText('use').$type<BankAccountUse>(),
    dailyCap: integer('daily_cap'),
    backing: requiredText('backing').$type<BackingRule>(),
    statementFormat: text('statement_format', { mode: 'json' }).$type<unknown>(),
    note: requiredText('note'),
    state: requiredText('state').$type<BankAccountState>(),
    version: requiredInteger('version'),
    waitingCount: requiredInteger('waiting_count'),
    waitingAmount: requiredInteger('waiting_amount'),
    lastTransactionAt: integer('last_transaction_at'),
    createdAt: requiredInteger('created_at'),
    refused: text('refused').$type<Guard>(),
    linesVersion: requiredInteger('lines_version').default(0),
    feeMax: requiredInteger('fee_max').default(3000),
    postedDay: requiredInteger('posted_day').default(0),
    postedLines: text('posted_lines', { mode: 'json' })
      .$type<Readonly<Record<string, number>>>()
      .notNull()
      .default({}),
    auto: requiredText('auto').$type<AutoChoice>().default('off'),
    autoMax: requiredInteger('auto_max').default(2_000_000),
    autoAwaitingMax: requiredInteger('auto_awaiting_max').default(30_000_000),
    autoSources: text('auto_sources', { mode: 'json' })
      .$type<readonly AutoSource[]>()
      .notNull()
      .default(['statement']),
    autoAwaiting: requiredInteger('auto_awaiting').default(0),
    autoUnproven: requiredInteger('auto_unproven').default(0),
    autoCounts: text('auto_counts', { mode: 'json' }).$type<AutoCounts>().notNull().default({}),
    autoContradicted: integer('auto_contradicted'),
    proofFrom: integer('proof_from'),
    day: requiredInteger('day').default(0),
    handedOut: requiredInteger('handed_out').default(0),
    received: requiredInteger('received').default(0),
  },
  (table) => [
    index('bank_accounts_proof').on(table.id).where(sql`proof_from is not null`),
    index('bank_accounts_frozen').on(table.state).where(sql`state = 'frozen'`),
    index('bank_accounts_by_use').on(table.use),
  ],
)

export const formerAccounts = sqliteTable(
  'former_accounts',
  {
    bankAccountId: requiredInteger('bank_account_id'),
    amount: requiredInteger('amount'),
    orderId: requiredInteger('order_id'),
    accountSince: integer('account_since'),
    leftAt: requiredInteger('left_at'),
  },
  (table) => [
    primaryKey({ columns: [table.bankAccountId, table.amount, table.orderId] }),
    index('former_accounts_by_order').on(table.orderId),
  ],
)

export const slots = sqliteTable(
  'slots',
  {
    last5: requiredText('last5'),
    amount: requiredInteger('amount'),
    bankAccountId: requiredInteger('bank_account_id'),
    orderId: requiredInteger('order_id'),
    takenAt: requiredInteger('taken_at'),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [primaryKey({ columns: [table.last5, table.amount, table.bankAccountId] })],
)

export const bankAccountDirectory = sqliteTable(
  'bank_account_directory',
  {
    bankCode: requiredText('bank_code'),
    accountNo: requiredText('account_no'),
    id: requiredInteger('id'),
  },
  (table) => [
    primaryKey({ columns: [table.bankCode, table.accountNo] }),
    uniqueIndex('bank_account_directory_id').on(table.id),
  ],
)

export const bankTransactions = sqliteTable(
  'bank_transactions',
  {
    id: integer('id').primaryKey(),
    bankAccountId: integer('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    bookedAt: requiredInteger('booked_at'),
    dayOnly: requiredBoolean('day_only'),
    amount: requiredInteger('amount'),
    balanceAfter: integer('balance_after'),
    externalId: text('external_id'),
    counterpartyAccount: requiredText('counterparty_account'),
    counterpartyLast5: requiredText('counterparty_last5'),
    counterpartyName: requiredText('counterparty_name'),
    memo: requiredText('memo'),
    source: requiredText('source').$type<TransactionSource>(),
    lineKey: text('line_key'),
    confirmedAt: integer('confirmed_at'),
    importId: integer('import_id'),
    importLine: integer('import_line'),
    state: requiredText('state').$type<TransactionState>(),
    orderId: integer('order_id'),
    claimedBy: requiredText('claimed_by'),
    claimedAt: integer('claimed_at'),
    ignoredAs: text('ignored_as').$type<IgnoredKind>(),
    ignoredReason: requiredText('ignored_reason'),
    counterpartId: integer('counterpart_id'),
    postedBy: requiredText('posted_by'),
    postedAs: text('posted_as'),
    createdAt: requiredInteger('created_at'),
    refused: text('refused').$type<Guard>(),
    agreedBy: requiredText('agreed_by').default(''),
    externalKey: text('external_key'),
    doubts: text('doubts'),
    freed: requiredBoolean('freed').default(false),
  },
  (table) => [
    index('bank_transactions_judged')
      .on(sql`iif(doubts = '', 0, 1)`, table.id)
      .where(sql`doubts is not null and state = 'unclaimed'`),
    index('bank_transactions_debits')
      .on(table.amount, table.bookedAt)
      .where(sql`state = 'unclaimed' and amount < 0`),
    index('bank_transactions_ignored_debits')
      .on(table.bankAccountId, table.amount, table.bookedAt)
      .where(sql`state = 'ignored' and amount < 0`),
    uniqueIndex('bank_transactions_external')
      .on(table.bankAccountId, sql`coalesce(external_key, external_id)`)
      .where(sql`external_id is not null`),
    uniqueIndex('bank_transactions_line')
      .on(table.bankAccountId, table.lineKey)
      .where(sql`line_key is not null`),
    index('bank_transactions_by_account').on(table.bankAccountId, table.bookedAt),
    index('bank_transactions_by_payer').on(
      table.bankAccountId,
      table.counterpartyLast5,
      table.amount,
      table.bookedAt,
    ),
    index('bank_transactions_unclaimed')
      .on(table.bankAccountId, table.amount, table.bookedAt)
      .where(sql`state = 'unclaimed'`),
    index('bank_transactions_near').on(
      table.bankAccountId,
      table.amount,
      table.dayOnly,
      table.bookedAt,
    ),
    index('bank_transactions_unconfirmed').on(table.createdAt).where(sql`confirmed_at is null`),
  ],
)

export const bankImports = sqliteTable(
  'bank_imports',
  {
    id: integer('id').primaryKey(),
    bankAccountId: integer('bank_account_id')
      .notNull()
      .references(() => bankAccounts.id),
    state: requiredText('state').$type<ImportState>(),
    lines: requiredInteger('lines'),
    newLines: requiredInteger('new_lines'),
    knownLines: requiredInteger('known_lines'),
    confirmedLines: requiredInteger('confirmed_lines'),
    problems: text('problems', { mode: 'json' }).$type<readonly LineProblem[]>().notNull(),
    chain: requiredText('chain').$type<Chain>(),
    brokenLine: integer('broken_line'),
    fromDay: integer('from_day'),
    toDay: integer('to_day'),
    actor: requiredText('actor'),
    createdAt: requiredInteger('created_at'),
    writtenAt: requiredInteger('written_at'),
    agreedBy: requiredText('agreed_by').default(''),
    refused: text('refused').$type<Guard>(),
    undo: text('undo').$type<UndoState>(),
    newIn: requiredInteger('new_in').default(0),
  },
  (table) => [
    index('bank_imports_by_account').on(table.bankAccountId),
    index('bank_imports_unfinished').on(table.bankAccountId).where(sql`state <> 'done'`),
    index('bank_imports_undoing').on(table.undo).where(sql`undo = 'undoing'`),
  ],
)

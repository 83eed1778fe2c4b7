import { and, desc, eq, type InferInsertModel, lt } from 'drizzle-orm'
import type { StoredDay } from '../../../rules/banking/statements/join-days.ts'
import type { StatementDay } from '../../../rules/banking/statements/statement-order.ts'
import type { MerchantDatabase, Statement } from '../../database.ts'
import { initialDoubts } from '../../matcher/due-lines.ts'
import { confirmedInAccount, confirmOrders } from '../../matcher/proof.ts'
import { filledLast5, isPayerErased, keyWithoutPayer } from '../../privacy/erased-payer.ts'
import { sqlText } from '../../sql-text.ts'
import { addFigures } from '../account-figures.ts'
import { bankImports } from '../banking-schema.ts'
import { hasWhole } from './standing-imports.ts'

export type BankImport = typeof bankImports.$inferSelect

/** Writes an import before its lines. */
export function insertImport(
  db: MerchantDatabase,
  one: InferInsertModel<typeof bankImports>,
): Statement {
  return db.insert(bankImports).values(one)
}

export async function findImport(db: MerchantDatabase, id: number): Promise<BankImport | null> {
  return (await db.select().from(bankImports).where(eq(bankImports.id, id)).get()) ?? null
}

/** The imports of an account with an id below `before`, newest first. */
export async function newestImports(
  db: MerchantDatabase,
  { accountId, before, limit }: Readonly<Record<'accountId' | 'before' | 'limit', number>>,
): Promise<readonly BankImport[]> {
  return db
    .select()
    .from(bankImports)
    .where(and(eq(bankImports.bankAccountId, accountId), lt(bankImports.id, before)))
    .orderBy(desc(bankImports.id))
    .limit(limit)
}

/** Records the agreement to an import. The batch breaks with `import_agreed` if somebody agreed before. */
export const agreeToImport = sqlText<Readonly<{ importId: number; agreedBy: string }>>(`
  update bank_imports
  set refused = iif(agreed_by = '', null, 'import_agreed'), agreed_by = :agreedBy
  where id = :importId
`)

/** A line that a statement confirms, with the statement's values; `key` is its identity. */
type ConfirmedLine = {
  readonly id: number
  readonly line: number
  readonly key: string
  readonly balance: number | null
  readonly counterparty: string
  readonly last5: string
  readonly name: string
}

/** A line of a statement to write. */
type WrittenLine = ConfirmedLine & {
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly memo: string
}

/** One batch of an import: at most some hundred lines, so that other requests wait only a moment. */
export type ImportBatch = {
  readonly accountId: number
  readonly importId: number
  /** The version of the account's lines that was read; the batch breaks with `account_changed` if they have changed. */
  readonly version: number
  readonly now: number
  readonly actor: string
  readonly fresh: readonly WrittenLine[]
  readonly confirmed: readonly ConfirmedLine[]
  /** The day of `now` (Asia/Taipei, in days since 1970), and its incoming money, in hundredths. */
  readonly today: number
  readonly received: number
  /** Its incoming money whose payer's digits nobody else has reported, in hundredths (matching §3). */
  readonly newIn: number
  readonly days: readonly StoredDay[]
  /** Days that are complete in the file. */
  readonly statedDays: readonly StatementDay[]
  readonly known: number
  readonly state: 'running' | 'done'
}

/** Writes a batch of an import, with its lines as one JSON parameter. A batch can be written only once. */
export function writeImportBatch(batch: ImportBatch): readonly [Statement, ...Statement[]] {
  const { accountId, importId, version, now, actor, fresh, confirmed, today, received, days } =
    batch
  const lastAt = fresh.reduce((last, { bookedAt }) => Math.max(last, bookedAt), 0)
  const firstStated = batch.statedDays.reduce<number | null>((first, { day }) => {
    return first === null ? day : Math.min(first, day)
  }, null)
  const pairs = JSON.stringify(confirmed)
  return [
    guardAccount({ accountId, version, lastAt, pairs, firstStated, today, received }),
    ...(fresh.length === 0
      ? []
      : [insertLines({ accountId, importId, now, actor, lines: JSON.stringify(fresh) })]),
    ...(confirmed.length === 0
      ? []
      : [confirmOrders({ pairs }), confirmLines({ importId, now, pairs })]),
    ...(days.length === 0 ? [] : [coverDays({ accountId, days: JSON.stringify(days) })]),
    ...(batch.statedDays.length === 0
      ? []
      : [storeDays({ accountId, importId, now, days: JSON.stringify(batch.statedDays) })]),
    recordProgress({ ...batch, fresh: fresh.length, confirmed: confirmed.length }),
    ...(batch.state === 'done' ? [finishOlder({ accountId, importId })] : []),
  ]
}

/** Ends an import that cannot go on. */
export const endImport = sqlText<Readonly<{ importId: number; now: number; problems: string }>>(`
  update bank_imports set state = 'incomplete', problems = :problems, written_at = :now
  where id = :importId and state = 'running'
`)

type Ids = Readonly<Record<'accountId' | 'importId' | 'now', number>>

const guardAccount = sqlText<
  Readonly<Record<'accountId' | 'version' | 'lastAt' | 'today' | 'received', number>> &
    Readonly<{ pairs: string; firstStated: number | null }>
>(`
  update bank_accounts
  set
    ${confirmedInAccount},
    ${addFigures(':today', { received: ':received' })},
    lines_version = lines_version + 1,
    last_transaction_at = nullif(max(coalesce(last_transaction_at, 0), :lastAt), 0),
    refused = case when lines_version = :version then null else 'account_changed' end
  where id = :accountId
`)

const insertLines = sqlText<Ids & Readonly<{ actor: string; lines: string }>>(`
  insert into bank_transactions (
    id, bank_account_id, booked_at, day_only, amount, balance_after,
    counterparty_account, counterparty_last5, counterparty_name, memo,
    source, line_key, confirmed_at, import_id, import_line,
    state, claimed_by, ignored_reason, posted_by, created_at, doubts
  )
  select
    value->>'id', :accountId, value->>'bookedAt', value->>'dayOnly', value->>'amount', value->>'balance',
    value->>'counterparty', value->>'last5', value->>'name', value->>'memo',
    'statement', value->>'key', :now, :importId, value->>'line',
    'unclaimed', '', '', :actor, :now, ${initialDoubts(':accountId', "value->>'amount'")}
  from json_each(:lines)
`)

// Reported values stay; missing ones are taken from the statement.
const confirmLines = sqlText<Omit<Ids, 'accountId'> & Readonly<{ pairs: string }>>(`
  update bank_transactions
  set
    confirmed_at = :now,
    line_key = iif(${isPayerErased}, ${keyWithoutPayer("value->>'key'")}, value->>'key'),
    import_id = :importId,
    import_line = value->>'line',
    balance_after = coalesce(balance_after, value->>'balance'),
    counterparty_account = iif(counterparty_account = '', value->>'counterparty', counterparty_account),
    counterparty_last5 = ${filledLast5("value->>'last5'")},
    counterparty_name = iif(counterparty_name = '', value->>'name', counterparty_name),
    doubts = iif(state = 'unclaimed', ${initialDoubts('bank_account_id', 'amount')}, doubts)
  from json_each(:pairs)
  where bank_transactions.id = value->>'id'
`)

const coverDays = sqlText<Readonly<{ accountId: number; days: string }>>(`
  insert into bank_statement_days (bank_account_id, day, opening, closing, gap)
  select :accountId, value->>'day', value->>'opening', value->>'closing', value->>'gap'
  from json_each(:days) where true
  on conflict (bank_account_id, day) do update
  set opening = excluded.opening, closing = excluded.closing, gap = excluded.gap
`)

const storeDays = sqlText<Ids & Readonly<{ days: string }>>(`
  insert into bank_import_days (import_id, day, bank_account_id, opening, closing, jumps, told_at)
  select
    :importId, value->>'day', :accountId, value->>'opening', value->>'closing', value->>'jumps', :now
  from json_each(:days) where true
  on conflict (import_id, day) do update
  set opening = excluded.opening, closing = excluded.closing, jumps = excluded.jumps,
    told_at = excluded.told_at
`)

const recordProgress = sqlText<
  Readonly<Record<'importId' | 'now' | 'known' | 'newIn' | 'fresh' | 'confirmed', number>> &
    Readonly<{ state: string }>
>(`
  update bank_imports
  set
    state = :state,
    new_lines = new_lines + :fresh,
    confirmed_lines = confirmed_lines + :confirmed,
    known_lines = :known,
    new_in = new_in + :newIn,
    written_at = :now
  where id = :importId
`)

// Its days are whole, so an earlier import of them that was cut off or gave up misses no line any more.
const finishOlder = sqlText<Omit<Ids, 'now'>>(`
  update bank_imports set state = 'done'
  where bank_account_id = :accountId and state <> 'done' and undo is null and id < :importId
    and exists (
      select 1 from bank_imports as whole
      where whole.id = :importId and ${hasWhole('bank_imports')}
    )
`)

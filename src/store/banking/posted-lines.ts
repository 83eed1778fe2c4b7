import type { TransactionItem } from '../../rules/banking/bank-transaction.ts'
import type { NearbyLine, PostedLine } from '../../rules/banking/posted-line.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { initialDoubts } from '../matcher/due-lines.ts'
import { filledLast5, isPayerErased, knownName } from '../privacy/erased-payer.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { addFigures } from './account-figures.ts'
import { tradeNoOfOne, withOrder } from './bank-transactions.ts'
import { isBeingUndone } from './imports/standing-imports.ts'

/** A posted line, its poster, and the range of the same money. Times are UTC seconds, days since 1970. */
export type Posting = PostedLine & {
  /** Its number in comparable form. */
  readonly key: string
  readonly postedBy: string
  /** The day (Asia/Taipei) of the posting. */
  readonly today: number
  /** The day of its booking, and the times of another report of the same money. */
  readonly day: number
  readonly dayStart: number
  readonly from: number
  readonly until: number
}

/** The stored records on which a posting depends. */
export type PostingState = {
  /** The line with its number, and the content posted under that number. */
  readonly known: { readonly line: TransactionItem; readonly postedAs: string | null } | null
  /** Lines of its amount near its time by other reporters, up to a limit. */
  readonly near: readonly NearbyLine[]
  /** The number of the poster's lines on the account today. */
  readonly postedToday: number
}

/** Reads these records in one call. */
export async function readPostingState(
  db: MerchantDatabase,
  posting: Posting,
): Promise<PostingState> {
  const [first, further, near, [account]] = await rowsOf(db, [
    ofFirstNumber(posting),
    ofFurtherNumber(posting),
    nearLines(posting),
    postedOn(posting),
  ])
  const exact = first.find((row) => row.external_id === posting.externalId)
  const row = exact ?? first[0] ?? further[0]
  return {
    known:
      row === undefined
        ? null
        : { line: withOrder(row), postedAs: row.said_as === null ? null : String(row.said_as) },
    near: near.map((one) => ({ ...one, dayOnly: one.dayOnly === 1 })),
    postedToday: account?.posted ?? 0,
  }
}

const isFirstNumber = `bank_account_id = :accountId and external_id is not null
    and coalesce(external_key, external_id) in (:key, :externalId)`

const ofFirstNumber = sqlText<Posting, RawRow>(`
  select one.*, posted_as as said_as, ${tradeNoOfOne} as trade_no from bank_transactions as one
  where ${isFirstNumber}
`)

const isFurtherNumber = 'bank_account_id = :accountId and external_key = :key'

const ofFurtherNumber = sqlText<Posting, RawRow>(`
  select one.*, number.posted_as as said_as, ${tradeNoOfOne} as trade_no
  from (select transaction_id, posted_as from bank_transaction_numbers where ${isFurtherNumber}) as number
  join bank_transactions as one on one.id = number.transaction_id
`)

// The most lines of one amount so near one another; people decide on the rest.
const nearMax = 1_000

// Excludes earlier lines of the poster, which are other money, a line met by a feed whose name was not recorded, and
// lines being undone.
const nearText = (range: string) => `
  select
    id, booked_at as bookedAt, day_only as dayOnly, amount, balance_after as balance,
    counterparty_last5 as last5, name
  from (
    select *, ${knownName} as name from bank_transactions
    where bank_account_id = :accountId and amount = :amount and ${range}
    limit ${nearMax}
  ) as lines
  where (source = 'statement' or posted_by <> :postedBy)
    and not exists (
      select 1 from bank_transaction_numbers where transaction_id = lines.id and posted_by = :postedBy
    )
    and (
      source <> 'statement' or external_id is null
      or exists (select 1 from bank_transaction_numbers where transaction_id = lines.id)
    )
    and not ${isBeingUndone('lines')}`

const near = `
  ${nearText('day_only = 0 and booked_at >= :from and booked_at < :until')}
  union all
  ${nearText('day_only = 1 and booked_at = :dayStart')}`

const nearLines = sqlText<Posting, Omit<NearbyLine, 'dayOnly'> & { readonly dayOnly: number }>(near)

const posted = `iif(
    posted_day = :today,
    coalesce((select value from json_each(posted_lines) where key = :postedBy), 0),
    0
  )`

const postedOn = sqlText<Posting, { readonly posted: number }>(
  `select ${posted} as posted from bank_accounts where id = :accountId`,
)

/** The basis of a batch's decision, and whether its line counts towards the token's daily limit. */
type PostingBasis = {
  readonly seen: number
  readonly counts: boolean
  /** The most lines of a token in a day. */
  readonly linesMax: number
}

/** A new line to store; `agreedBy` is the operator who approved a line posted by hand. */
type NewLine = {
  readonly id: number
  readonly postedAs: string
  readonly source: 'feed' | 'hand'
  readonly agreedBy: string
  readonly now: number
}

/** A new line with its basis, as statements take it. */
export type LineToStore = Omit<Posting, 'dayOnly'> &
  NewLine &
  Readonly<Record<'dayOnly' | 'seen' | 'counts' | 'linesMax' | 'isNew', number>>

/** The values of a new line for `addLine` and for judging it before it is stored. */
export function lineToStore(posting: Posting, line: NewLine, decided: PostingBasis): LineToStore {
  const { seen, counts, linesMax } = decided
  const numbers = { seen, counts: Number(counts), linesMax, isNew: 1 }
  return { ...posting, ...line, ...numbers, dayOnly: Number(posting.dayOnly) }
}

/** The row of a line that is not stored yet, in SQL of `LineToStore`. */
export const rowToStore = `(
  select
    :id as id, :accountId as bank_account_id, :bookedAt as booked_at, :dayOnly as day_only, :amount as amount,
    :balance as balance_after, :externalId as external_id, :key as external_key,
    :counterparty as counterparty_account, :last5 as counterparty_last5, :name as counterparty_name, :memo as memo,
    :source as source, null as line_key, null as confirmed_at, null as import_id, null as import_line,
    'unclaimed' as state, null as order_id, '' as claimed_by, null as claimed_at,
    null as ignored_as, '' as ignored_reason, null as counterpart_id,
    :postedBy as posted_by, :postedAs as posted_as, :now as created_at, null as refused,
    :agreedBy as agreed_by, '' as doubts, 0 as freed
)`

/**
 * Writes a new line, and its doubts: '' if it is still to be judged. The batch breaks with `account_changed` if its
 * number or a line of the same money was added meanwhile, or the token has reached its limit.
 */
export function addLine(line: LineToStore, doubts: string): readonly [Statement, ...Statement[]] {
  return [guardAccount(line), insertLine({ ...line, doubts })]
}

/**
 * Adds a posting's number and missing values to another reporter's line. The batch breaks as that of `addLine` does,
 * and with `transaction_changed` if the line has changed since it was read.
 */
export function attachPosting({
  posting,
  hit,
  postedAs,
  decided,
}: {
  readonly posting: Posting
  readonly hit: NearbyLine
  readonly postedAs: string
  readonly decided: PostingBasis
}): readonly [Statement, ...Statement[]] {
  const { id, balance: balanceWas, last5: last5Was, name: nameWas } = hit
  const values = { ...posting, id, postedAs, balanceWas, last5Was, nameWas }
  return [
    guardAccount({ ...posting, ...decided, counts: Number(decided.counts), isNew: 0 }),
    fillLine(values),
    addNumber(values),
  ]
}

/** The changes of a posted line on its account, except `received`, in SQL. */
export const postedOnAccount = `
    lines_version = lines_version + 1,
    last_transaction_at = iif(
      :isNew, max(coalesce(last_transaction_at, 0), :bookedAt), last_transaction_at
    ),
    posted_day = iif(:counts, :today, posted_day),
    posted_lines = case
      when not :counts then posted_lines
      when posted_day = :today then json_patch(posted_lines, json_object(:postedBy, ${posted} + 1))
      else json_object(:postedBy, 1)
    end`

/** The change of `received`. */
export const receivedByLine = 'iif(:isNew and :amount > 0 and :day = :today, :amount, 0)'

/** Whether the basis of the decision has changed. */
export const isBasisChanged = `(
    (:counts and ${posted} >= :linesMax)
    or exists (select 1 from bank_transactions where ${isFirstNumber})
    or exists (select 1 from bank_transaction_numbers where ${isFurtherNumber})
    or (select count(*) from (${near})) <> :seen
  )`

const guardAccount = sqlText<
  Omit<Posting, 'dayOnly'> & Readonly<Record<'seen' | 'counts' | 'linesMax' | 'isNew', number>>
>(`
  update bank_accounts
  set
    ${postedOnAccount},
    ${addFigures(':today', { received: receivedByLine })},
    refused = iif(${isBasisChanged}, 'account_changed', null)
  where id = :accountId
`)

/** Columns of a new line as they are posted. */
export const postedColumns = `
    id, bank_account_id, booked_at, day_only, amount, balance_after, external_id, external_key,
    counterparty_account, counterparty_last5, counterparty_name, memo,
    source, ignored_reason, posted_by, posted_as, agreed_by, created_at`

const insertLine = sqlText<LineToStore & { readonly doubts: string }>(`
  insert into bank_transactions (${postedColumns}, state, claimed_by, doubts)
  select ${postedColumns}, state, claimed_by, ${initialDoubts(':accountId', ':amount', ':doubts')}
  from ${rowToStore}
`)

// What a report says of an erased payer is not kept.
const keptContent = `iif(${isPayerErased}, '[]', :postedAs)`

// Its first number is also the number of a statement's line.
const fillLine = sqlText<
  Omit<Posting, 'dayOnly'> &
    Readonly<{
      id: number
      postedAs: string
      balanceWas: number | null
      last5Was: string
      nameWas: string
    }>
>(`
  update bank_transactions
  set
    external_id = coalesce(external_id, :externalId),
    external_key = iif(external_id is null, :key, external_key),
    posted_as = iif(external_id is null, ${keptContent}, posted_as),
    balance_after = coalesce(balance_after, :balance),
    counterparty_account = iif(counterparty_account = '', :counterparty, counterparty_account),
    counterparty_last5 = ${filledLast5(':last5')},
    counterparty_name = iif(counterparty_name = '', :name, counterparty_name),
    refused = iif(
      balance_after is :balanceWas and counterparty_last5 = :last5Was and ${knownName} = :nameWas,
      null,
      'transaction_changed'
    )
  where id = :id
`)

const addNumber = sqlText<Omit<Posting, 'dayOnly'> & Readonly<{ id: number; postedAs: string }>>(`
  insert into bank_transaction_numbers (
    bank_account_id, external_key, external_id, transaction_id, posted_by, posted_as
  )
  select :accountId, :key, :externalId, :id, :postedBy, ${keptContent} from bank_transactions where id = :id
`)

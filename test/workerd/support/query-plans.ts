import { env } from 'cloudflare:workers'
import { smallTables } from '../../../src/store/copies/copied-tables.ts'
import { watchedBinding } from '../../support/watched.ts'
import { isOfBookStep } from './book-plans.ts'

// The query plans of the store's statements that a test file has run.

let seen = new Set<string>()

/** The store's database, which records each statement; a test's own statements use the binding and are not recorded. */
export function notingStatements(d1: D1Database): D1Database {
  return watchedBinding(d1, (run, name, [first]) => {
    if (name === 'prepare') seen.add(String(first))
    return run()
  })
}

const texts: string[] = []
type SqlText = typeof import('../../../src/store/sql-text.ts').sqlText

/** The store's `sqlText`, which records its texts. */
export function notingText(sqlText: SqlText): SqlText {
  return <Values extends Readonly<Record<string, unknown>>, Row>(text: string) => {
    const made = sqlText<Values, Row>(text)
    texts.push(made({} as Values).toSQL().sql)
    return made
  }
}

/** The SQL of every fixed statement of the loaded modules, run or not. */
export function fixedStatements(): readonly string[] {
  return texts
}

/** The problems of the plans of the statements recorded so far, but for those whose plans were looked at before. */
export async function planProblems(): Promise<string[]> {
  const added = [...seen].filter((sql) => !explained.has(sql))
  for (const sql of added) explained.add(sql)
  return problemsOfAll(added)
}

const explained = new Set<string>()

/** The problems of the statements of `work` alone, which are not recorded. */
export async function planProblemsIn(work: () => Promise<unknown>): Promise<string[]> {
  const before = seen
  seen = new Set()
  try {
    await work()
    return await problemsOfAll(seen)
  } finally {
    seen = before
  }
}

export async function problemsOfAll(statements: Iterable<string>): Promise<string[]> {
  const found: string[] = []
  for (const sql of statements) found.push(...(await problemsOf(sql)))
  return found
}

export function statementsSeen(): number {
  return seen.size
}

/** The steps of a statement's plan that read more rows as a table grows. */
export async function problemsOf(sql: string): Promise<string[]> {
  // One value for each `?`, or for each number of `?1`, `?2` …
  const marks = new Set([...sql.matchAll(/\?(\d*)/g)].map(([, number], place) => number || place))
  const values = [...marks].map(() => 1)
  const explain = env.DB.prepare(`explain query plan ${sql}`).bind(...values)
  const { results: steps } = await explain.all<Step>()
  const keys = await uniqueKeys()
  const problems = steps
    .filter(({ detail }) => !isBounded(detail, sql, keys) && !isOfBookStep(detail, sql))
    .map(({ detail }) => detail)
  const sorted = steps.filter(
    ({ detail }) =>
      detail.startsWith('USE TEMP B-TREE') && !isOfBookStep(detail, sql) && !countsOfHour.test(sql),
  )
  const unbounded = sorted.filter(({ parent }) => {
    const paths = steps.filter((step) => step.parent === parent).map(({ detail }) => pathOf(detail))
    return !paths.every((path) => {
      return path === null || isPinned(path, keys) || wholeAnswers.has(path.name)
    })
  })
  problems.push(...unbounded.map(({ detail }) => `${detail}, of more than one row a key`))
  return problems.map((problem) => `${problem} in ${shortened(sql)}`)
}

function shortened(sql: string): string {
  return sql.replace(/\s+/g, ' ').replace(/^select .*? from /, 'select … from ')
}

type Step = { readonly parent: number; readonly detail: string }

// Reads of more than one row, each with what bounds it. A new one needs such a reason.
const ranges: Readonly<Record<string, string>> = {
  'callbacks_by_merchant(merchant_id=?, state=?, rowid<?)': 'a page',
  'callbacks_undelivered(state=?, rowid<?)': 'a page',
  'callbacks_due(endpoint=?, next_at<?)': 'what is due at one receiver, up to the limit',
  'callbacks_due(endpoint=?, next_at>?)': 'what is tried again at one receiver, up to the limit',
  'callbacks_due(endpoint>?)': 'the next receiver',
  'callbacks_resends(merchant_id>?)': 'the next merchant with a resend',
  'callbacks_resends(merchant_id=?)': 'the resends of one merchant, up to the limit',
  'callbacks_due(endpoint>?, endpoint<?)': 'the next receiver, or all that is due of a merchant',
  'callbacks_undelivered(state=?)': 'counted to a thousand at most, as the four below',
  'collections_by_state(status=?, collection_status=?)': 'see above',
  'collections_exceptions(expired=?)': 'counted to five hundred at most',
  'collections_exceptions(expired=?, rowid>?)': 'of today, up to the limit',
  'collections_awaiting(confirmation=?)': 'see above',
  'collections_by_state(status=?)': 'what is pending, until ten are of one member',
  'erasures_unnoted(noted=?)': 'what the bucket has no note of yet, up to five hundred',
  'late_answers_by_time(answered_at<?)': 'those that are old by now, twenty',
  'payouts_by_state(status=?)': 'see above',
  'endpoints_by_state(state=?)': 'see above',
  'callback_attempts(order_id>?)': 'the newest five hundred',
  'callbacks_worn(faults>?)': 'what will be parked',
  'endpoints_by_state(state=?, until<?)': 'receivers in trouble',
  'collections_by_merchant(merchant_id=?, rowid<?)': 'a page',
  'collections_by_state(status=?, collection_status=?, rowid<?)': 'a page',
  'collections_exceptions(expired=?, rowid<?)': 'a page',
  'collections_said_paid(status=?, collection_status=?, expired=?, rowid<?)': 'a page',
  'collections_awaiting(confirmation=?, rowid<?)': 'a page, or the newest 195',
  'collections_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?)': 'the newest',
  'collections_by_account(bank_account_id=?, rowid<?)': 'a page',
  'collections_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?, rowid<?)': 'a page',
  'payouts_by_account(bank_account_id=?, rowid<?)': 'a page',
  'collections_orderid(merchant_id=?, orderid>?, orderid<?)':
    'the last five hundred that begin so, of all merchants together where there are few',
  'collections_merchant_order_no(merchant_id=?, merchant_order_no>?, merchant_order_no<?)':
    'the same',
  'payouts_serial_no(merchant_id=?, serial_no>?, serial_no<?)': 'the same',
  'payouts_merchant_order_no(merchant_id=?, merchant_order_no>?, merchant_order_no<?)': 'the same',
  'payouts_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?, rowid<?)': 'a page',
  'payouts_by_merchant(merchant_id=?, rowid<?)': 'a page',
  'payouts_by_state(status=?, rowid<?)': 'a page',
  'payouts_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?)': 'the newest',
  'holds_in_force(key=?)': 'the holds of one merchant, member, account or order',
  'holds_in_force(key>?, key<?)': 'held accounts, where a merchant is created',
  'held_digits(digits=?)': 'the held accounts that have the same ten digits in a row',
  'collections_by_account_amount(bank_account_id=?, amount=?)': 'a thousand at most',
  'collections_unpaid(last5=?, status=?, bank_account_id=?)': 'ten thousand of one payer at most',
  'collections_unpaid(last5=?, status=?, bank_account_id=?, amount<?)': 'the nearest fifty',
  'collections_unpaid(last5=?, status=?, bank_account_id=?, amount>?)': 'the nearest fifty',
  'collections_unpaid(last5=?, status=?, bank_account_id>?)': 'the pending ones of one payer',
  'collections_unpaid(last5=?, status=?, bank_account_id=?, amount=?)': 'the same of one amount',
  'collections_unpaid(last5=?, status=?, bank_account_id=?, amount=?, rowid>?)': 'of a month',
  'collections_unpaid(last5=?, status=?, bank_account_id=?, amount=?, rowid<?)':
    'those of one payer of a day or so; the newest hundred without digits',
  'slots(last5=?)': 'a row for each account and amount of one payer, the first hundred',
  'slots(last5=?, amount=?)': 'a row for each account of one payer and amount',
  'slots(last5=?, amount=?, bank_account_id=?)': 'one',
  'bank_transactions_near(bank_account_id=?, amount=?, day_only=?)': 'the newest thousand',
  'bank_transactions_near(bank_account_id=?, amount=?)': 'a thousand at most',
  'journal_by_subject(subject_kind=?, subject=?, rowid<?)': 'a page, or the newest 195',
  'journal_by_actor(actor=?, rowid<?)': 'the newest 195',
  'journal_by_approver(approved_by=?, rowid<?)': 'a page, or the newest 195',
  'bank_transactions_near(bank_account_id=?, amount=?, day_only=?, booked_at>?, booked_at<?)':
    'twenty minutes or a day, the first thousand',
  'bank_transactions_near(bank_account_id=?, amount=?, day_only=?, booked_at=?)':
    'a day, the first thousand',
  'bank_statement_days(bank_account_id=?)': 'the last covered day',
  'covered(bank_account_id=?, day>?, day<?)': 'the day of a line and three after it',
  'before(bank_account_id=?, day=?)': 'one',
  'here(bank_account_id=?, day=?)': 'one',
  'later(bank_account_id=?, day=?)': 'one',
  'bank_statement_days(bank_account_id=?, day<?)': 'the day before a file',
  'bank_statement_days(bank_account_id=?, day>?)': 'the day after a file',
  'bank_statement_days(bank_account_id=?, day>?, day<?)': 'the days of a file',
  'bank_transactions_by_account(bank_account_id=?)': 'the latest one, or thousand, of an account',
  'bank_imports_undoing(undo=?)': 'those that are being taken back, up to ten',
  'before(bank_account_id=?, day<?)': 'the covered day before one',
  'bank_imports_by_account(bank_account_id=?, rowid<?)': 'a page',
  'bank_transactions_by_account(bank_account_id=?, booked_at>?)': 'the first two thousand',
  'bank_import_days(import_id=?)': 'the days of one file',
  'bank_import_days(import_id=?, day>?, day<?)': 'of one file, up to two hundred and fifty',
  'bank_import_days_by_account(bank_account_id=?, day=?)': 'the files that have told one day',
  'bank_statement_days_gaps(bank_account_id=?)': 'the gaps of one account, up to a hundred',
  'bank_transactions_by_account(bank_account_id=?, booked_at=?, rowid>?)': 'a page',
  'bank_transactions_by_account(bank_account_id=?, booked_at>?, booked_at<?)': 'a page',
  'bank_transactions_by_account(bank_account_id=?, booked_at=?, rowid<?)': 'a page',
  'bank_transactions_unconfirmed(created_at>?, created_at<?)':
    'two hundred, and those of the same second',
  'bank_transactions_unconfirmed(created_at<?)': 'counted to a thousand at most',
  'ledger_entries(merchant_id=?)': 'a page',
  'ledger_entries(merchant_id=?, (at,order_id,seq,number)<(?,?,?,?))': 'a page',
  'ledger_entries(merchant_id=?, (at,order_id,seq,number)>(?,?,?,?), at<?)': 'a page',
  'ledger_entries(merchant_id=?, at>?, (at,order_id,seq,number)<(?,?,?,?))': 'a statement’s file',
  'ledger_entries(merchant_id=?, at>?)': 'the first one',
  'ledger_entries(merchant_id=?, at>?, at<?)': 'of the days that have no row yet',
  'ledger_days(merchant_id=?, channel=?, day<?)': 'the newest one',
  'balances(merchant_id=?)': 'a row for each channel',
  'statements(merchant_id=?, number<?)': 'a page',
  'events(order_id=?)': 'the events of one order',
  'collections_by_account_amount(bank_account_id=?, amount=?, rowid<?)': 'the newest 300',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount=?, booked_at>?, booked_at<?)':
    'the first 30 after a match; of one payer and amount, the week before and after a booking',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount=?, booked_at=?)':
    'the last 20 of a day',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount=?, booked_at=?, rowid<?)':
    'a page',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount<?)': 'the nearest 10',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount>?)': 'the nearest 10',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount>?, amount<?)':
    'the nearest four',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?)': 'a thousand at most',
  'bank_transactions_unclaimed(bank_account_id=?, amount=?, booked_at>?, booked_at<?)':
    'the first 30 after a match, the last 10 before',
  'bank_transactions_unclaimed(bank_account_id=?, amount=?, booked_at=?)': 'the last 10 of a day',
  'bank_transactions_unclaimed(bank_account_id=?, amount=?, booked_at=?, rowid<?)': 'a page',
  'bank_transactions_debits(amount=?, booked_at>?)': 'the first six of a payout’s amount',
  'bank_transactions_debits(amount>?, amount<?)':
    'unclaimed debits of a payout’s amount and up to the bank’s fee more',
  'bank_transactions_unclaimed(bank_account_id=?, amount=?)': 'a thousand at most',
  'bank_transactions_unclaimed(bank_account_id=?, amount>?)': 'the next three hundred',
  'bank_transactions_unclaimed(bank_account_id=?, amount=?, booked_at>?)': 'the first three',
  'journal_notes(subject=?)': 'the notes on one order, a hundred at most',
  'collections_by_account(bank_account_id=?)': 'the newest thousand of an account',
  'bank_transaction_numbers_by_transaction(transaction_id=?)': 'one for each feed that told of it',
  'former_accounts(bank_account_id=?, amount=?, order_id>?, order_id<?)': 'the newest hundred',
  'former_accounts(bank_account_id=?, amount=?, order_id=?)': 'one',
  'bank_transactions_judged(<expr>=?, id<?)': 'the newest, five for each of a page',
  'bank_imports_unfinished(bank_account_id=?)': 'those of one account that are not done',
  'bank_imports_unfinished(bank_account_id=?, rowid<?)': 'those of them that are older',
  'bank_imports_by_account(bank_account_id=?, rowid>?)':
    'those of one account that are newer than one that was cut off, when an import is undone',
  'bank_statement_days_gaps(bank_account_id=?, day>?, day<?)': 'a week',
  'bank_transactions_ignored_debits(bank_account_id=?, amount>?, amount<?)':
    'money that went out and pays nothing, of an amount or a fee less',
  'bank_transactions_unclaimed(bank_account_id=?, amount>?, amount<?)': 'the same',
  'former_accounts(bank_account_id=?, amount=?, order_id>?)':
    'those of one amount that left in a month',
  'bank_transactions_by_payer(bank_account_id=?, counterparty_last5=?, amount=?, booked_at>?)':
    'of one payer and amount, a month',
  'bank_transactions_judged(<expr>=?)': 'up to the limit of a minute',
  'bank_transactions_judged(<expr>=?, id>?)': 'up to the limit of a minute; the newest thousand',
  'former_accounts_by_order(order_id=?)': 'the accounts of one order',
  'former_accounts((bank_account_id,amount,order_id)>(?,?,?))': 'see above',
  'bank_accounts_by_use(use=?)': 'whether there is one, or all accounts, a hundred or so',
  'callback_attempts(order_id=?)': 'the attempts at one callback',
  'callback_attempts(order_id=?, number>?)': 'the last five of one callback',
  'callbacks_due(endpoint=?)': 'counted to two hundred at most',
  'endpoints_by_state(state=?, until>?)':
    'receivers that failed in the last minute, up to the limit',
  'endpoints(name>?, name<?)': 'the receivers of one merchant, up to the limit',
  'payment_links_order(merchant_id=?, merchant_order_no=?, kind=?)': 'the links of one order',
  'people(name>?)': 'a page',
  'alarms(name>?)': 'all there are, up to the limit',
  'watch_counts(kind=?, minute>?)': 'the last minutes',
  'watch_counts(kind=?, minute>?, minute<?)': 'a quarter of an hour of an earlier day',
  'watch_counts(kind=?, minute<?)': 'up to five hundred that are old',
  'approvals_of_postings(<expr>=?)': 'as often as one line was asked for',
  'approvals_by_state(state=?, rowid>?)': 'counted to a thousand at most',
  'approvals_by_state(state=?, rowid<?)': 'a page; what one run of the minute’s job ends',
  'approvals_by_state(state=?, rowid>?, rowid<?)': 'a page',
  'journal_by_subject(subject_kind=?, subject=?)': 'the newest one',
  'merchants_auto_withdrawal(auto_withdrawn_day<?)':
    'the merchants that are due to be paid by themselves, at most 200 in a run',
  'payment_links_ending(<expr><?)':
    'what one run expires, and what is matched and within its grace',
  'payment_links_order(merchant_id=?, merchant_order_no=?)': 'the same, of both endpoints',
  'bank_accounts_frozen(state=?)': 'frozen accounts, up to the limit of what waits on them',
  'merchants_by_key(<expr>>?)': 'the first check value after another',
  'merchants_by_key(<expr>=?)': 'counted to a thousand at most',
  'merchants_by_key(<expr>=?, rowid>?)': 'a page',
  'merchants_by_previous_key(<expr>>?)': 'the first check value after another',
  'merchants_by_previous_key(<expr>=?)': 'counted to a thousand at most',
  'merchants_by_previous_key(<expr>=?, rowid>?)': 'a page',
  'changed_rows((epoch,kind,key)>(?,?,?))': 'the next notes, up to the limit',
  'changed_rows((epoch,kind,key)<(?,?,?))': 'what one run has copied',
  'events(order_id>?)': 'the next orders, up to the limit; here and below for the copies',
  'ledger_entries(merchant_id=?, at=?, order_id=?, seq=?)': 'the entries of one event',
  'ledger_days(merchant_id=?, channel=?, day>?, day<?)': 'the days of a list, 92 at most',
  'adjustments_by_id(id=?)': 'the one that an event is of',
  'payment_links_by_collection(collection_id=?)': 'the link that a collection pays',
  'ledger_entries(merchant_id=?, at=?, order_id=?)': 'the entries of one order and time',
  'archived_orders_number(merchant_id=?, number=?)': 'a collection and a payout at most',
  'archived_orders_merchant_order_no(merchant_id=?, merchant_order_no=?)':
    'the archived orders of a link: few',
  'archived_orders_merchant_order_no(merchant_id=?, merchant_order_no=?, paid=?)':
    'the newest of one number, or whether there is one of a link',
  'archived_orders_link(link_id>?)': 'a page, by the ids of links',
  'archived_orders_by_merchant(merchant_id=?, rowid<?)': 'a page',
  'archived_orders_number(merchant_id=?, number=?, rowid<?)': 'a collection and a payout at most',
  'archived_orders_merchant_order_no(merchant_id=?, merchant_order_no=?, paid=?, rowid<?)':
    'the newest of one number: a page',
  'archived_orders_undelivered(undelivered=?, rowid<?)': 'a page',
  'archive_objects_unneeded(state=?)': 'a hundred at most',
  'approvals_by_state(state=?)': 'what waits for a second person: some dozens',
}

// Sorted whole: the public list of products has no pages, receivers in trouble are few, and so are accounts.
const wholeAnswers: ReadonlySet<string> = new Set([
  'products_sku(merchant_uid=?)',
  'endpoints_by_state(state=?)',
  'bank_accounts_by_use(use=?)',
])

// An index of due callbacks only: read in its order up to the limit, or listed.
const waiting: ReadonlySet<string> = new Set([
  'SCAN callbacks USING COVERING INDEX callbacks_due',
  // The newest of an index that has those alone, up to the limit.
  'SCAN bank_transactions USING INDEX bank_transactions_unclaimed',
  // Unclaimed ones alone, counted to a thousand at most; the oldest of them.
  'SCAN bank_transactions USING COVERING INDEX bank_transactions_unclaimed',
  'SEARCH bank_transactions USING COVERING INDEX bank_transactions_unclaimed',
  // Gaps alone, counted to a thousand at most.
  'SCAN bank_statement_days USING INDEX bank_statement_days_gaps',
  'SCAN bank_statement_days USING COVERING INDEX bank_statement_days_gaps',
  // Accounts that have to be compared with statements, up to fifty.
  'SCAN bank_accounts USING INDEX bank_accounts_proof',
  // Those that the bucket need not have, up to a hundred.
  'SCAN archive_objects USING INDEX archive_objects_unneeded',
  // Those that go on, up to two thousand.
  'SCAN erasures USING INDEX erasures_open',
  // The newest of one merchant, up to a hundred.
  'SEARCH collections USING COVERING INDEX collections_by_merchant (merchant_id=?)',
  'SEARCH payouts USING COVERING INDEX payouts_by_merchant (merchant_id=?)',
  // The last row.
  'SEARCH journal',
  'SEARCH events USING PRIMARY KEY',
  'SEARCH collections',
  'SEARCH payment_links',
  'SEARCH bank_transactions',
  'SEARCH bank_imports',
  'SEARCH approvals',
  'SEARCH archived_orders',
  'SEARCH archive_objects',
  // The first one.
  'SEARCH bank_accounts',
  'SEARCH callbacks USING COVERING INDEX callbacks_due',
  'SEARCH callbacks USING INDEX callbacks_resends',
])

// The result of a subquery is bounded by the subquery; a row of values and a bound list (`json_each`, the only virtual
// table) are no tables.
const noTable =
  /^(?:SCAN|SEARCH) (?:\(subquery-\d+\)|\d+-ROW VALUES CLAUSE|CONSTANT ROW|newest|\w+ VIRTUAL TABLE .*)$/

// Common table expressions of the sweep and the overview, bounded by the merchants and receivers they look at, and of
// what stood in the merchants' buckets, bounded by one day or by the merchants of a step; the imports of one day; what is
// counted around a transaction, a hundred of each at most, or what one payer has unpaid; the merchants that a page of fees
// looks at, and what stood at the ends of their days.
const scanLimit =
  /^(?:SCAN|SEARCH) (?:imported|seed|waiting_merchant|beginning|failing|receiver|pending_receiver|waiting|receivers|merchant|page|lines|since|way|summed|chunk|unclaimed|capped|accounts|sealed_under|previously_under|left_here|looked|stands|payers_\w+|without_digits|booked)\b/

// A table in the order of its rowids gives a page only when every row matches.
const wholeTable = /\((?:rowid>\?, )?rowid[<>]\?\)$/
const everyRow =
  /where (?:"\w+"\."\w+" [<>] \?|id [<>] (?:\?\d+|0)|order_id >= \?\d|id >= \?\d and id < \?\d|\("\w+"\."\w+" < \? and "\w+"\."\w+" >= \?\))\s+order by/
// A small table, all notes, and the days that are noted anew: read whole for the copies.
const wholeForCopies = new RegExp(
  `^(?:select \\* from (?:${smallTables.join('|')})|delete from changed_rows|insert into changed_rows .*)$`,
  's',
)
// Newest first, past the callbacks in another state.
const ofOneState =
  /where \(\("callbacks"\."state" = 'delivered' and "callbacks"\."ended_at" is null\) and \(?"callbacks"\."order_id" (?:< \?|< \? and "callbacks"\."order_id" >= \?\))\)/

// What the job counts: all balances, and the collections of one hour up to a limit.
const countsOfHour = /^(?:insert into|update) hour_figures\b/
const lastHours = /^(?:SCAN hour_figures$|SEARCH hour_figures USING INTEGER PRIMARY KEY)/

// Whether there is an account at all: it stops at the first.
const anyAccount = /exists \(select 1 from "bank_accounts"\)/

// Where a trigger runs with an insert, SQLite plans to look for the children of the new parent. It has none, and none is
// looked for where nothing lacks its parent: `usage.test.ts` counts what a creation reads.
const newParent = /^insert into "?(?:merchants|bank_accounts|bank_transactions|collections)\b/
const itsChildren =
  /^(?:SEARCH \w+ USING .*\((?:merchant_id|bank_account_id|transaction_id|order_id)=\?\)|SCAN payment_links)$/

// What stands in place of a table: the rows, or the row, that a view of archived orders was given, and the row that a
// posted line will have.
function isOfView(detail: string, sql: string): boolean {
  const [, table = ''] = /^(?:SCAN|SEARCH) (\w+)/.exec(detail) ?? []
  if (new RegExp(`\\(\\s*select\\s+\\?\\d* as \\w+[^()]*\\) as ${table}\\b`).test(sql)) return true
  return new RegExp(`\\b${table} \\([\\w, ]+\\) as \\(select value ->> `).test(sql)
}

function isBounded(detail: string, sql: string, keys: UniqueKeys): boolean {
  if (isOfView(detail, sql)) return true
  if (wholeForCopies.test(sql) || countsOfHour.test(sql) || lastHours.test(detail)) return true
  if (newParent.test(sql) && itsChildren.test(detail)) return true
  if (waiting.has(detail)) return true
  if (/^SCAN bank_accounts\b/.test(detail)) return anyAccount.test(sql)
  if (noTable.test(detail) || scanLimit.test(detail)) return true
  if (detail.startsWith('SCAN')) return false
  const path = pathOf(detail)
  if (path === null) return !detail.startsWith('SEARCH')
  if (wholeTable.test(path.name)) {
    return everyRow.test(sql) || ofOneState.test(sql)
  }
  // A page may have a lowest id as well.
  const name = path.name.replace('rowid>?, rowid<?', 'rowid<?')
  return isPinned(path, keys) || name in ranges || wholeAnswers.has(path.name)
}

/** The index that a step searches, and the columns it searches by. */
type Path = { readonly name: string; readonly index: string; readonly columns: readonly string[] }

function pathOf(detail: string): Path | null {
  const read = /^SEARCH (\w+) USING (?:(?:COVERING )?INDEX (\w+)|(?:INTEGER )?PRIMARY KEY) \((.*)\)/
  const [, table, named, given] = read.exec(detail) ?? []
  if (table === undefined || given === undefined) return null
  const index = named ?? table
  const columns = given.split(' AND ')
  return { name: `${index}(${columns.join(', ')})`, index, columns }
}

// Whether it finds one row at most: by rowid, or by all columns of a unique key.
function isPinned({ index, columns }: Path, keys: UniqueKeys): boolean {
  const equal = columns.filter((one) => one.endsWith('=?'))
  return equal.includes('rowid=?') || equal.length === keys.get(index)
}

/** The number of columns of each unique key; a primary key has its table's name. */
type UniqueKeys = ReadonlyMap<string, number>

let keysOfSchema: UniqueKeys | undefined

async function uniqueKeys(): Promise<UniqueKeys> {
  keysOfSchema ??= await readUniqueKeys()
  return keysOfSchema
}

async function readUniqueKeys(): Promise<UniqueKeys> {
  const { results } = await env.DB.prepare(
    `select iif(list.origin = 'pk', tables.name, list.name) as name,
       (select count(*) from pragma_index_info(list.name)) as columns
     from sqlite_master as tables, pragma_index_list(tables.name) as list
     where tables.type = 'table' and tables.name not like '\\_%' escape '\\' and list."unique"`,
  ).all<{ name: string; columns: number }>()
  return new Map(results.map(({ name, columns }) => [name, columns]))
}

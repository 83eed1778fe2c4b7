import { env } from 'cloudflare:workers'
import type { MerchantDatabase } from '../../../src/store/database.ts'

// How the database would run each statement of the store's that a test file has run.

let seen = new Set<string>()

/**
 * The database, noting each statement that it is given, however it was made. The store is given this one; what a test
 * asks by itself goes to the binding, and is not noted.
 */
export function notingStatements(d1: D1Database): D1Database {
  return new Proxy(d1, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'prepare') seen.add(String(given[0]))
        return value.apply(target, given)
      }
    },
  })
}

const builds: Parameters<Prepare>[0][] = []
type Prepare = typeof import('../../../src/store/prepared.ts').prepared
type SqlText = typeof import('../../../src/store/sql-text.ts').sqlText

/** The store's `prepared`, noting what it is given. */
export function notingPrepared(prepare: Prepare): Prepare {
  return (build) => {
    builds.push(build)
    return prepare(build)
  }
}

/** The store's `sqlText`, noting what it is given. */
export function notingText(sqlText: SqlText): SqlText {
  return <Values extends Readonly<Record<string, unknown>>, Row>(text: string) => {
    const made = sqlText<Values, Row>(text)
    builds.push(() => made({} as Values))
    return made
  }
}

/** The SQL of every prepared statement of the modules that are loaded, whether anybody has run it or not. */
export function preparedStatements(db: MerchantDatabase): readonly string[] {
  return builds.map((build) => build(db).toSQL().sql)
}

/** What is wrong with the plans of the statements noted so far, each with its statement. */
export function planProblems(): Promise<string[]> {
  return problemsOfAll(seen)
}

/** The same of those alone that are noted while `work` is done; they are forgotten then. */
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

/** What is wrong with the plans of statements, each with its statement. */
export async function problemsOfAll(statements: Iterable<string>): Promise<string[]> {
  const found: string[] = []
  for (const sql of statements) found.push(...(await problemsOf(sql)))
  return found
}

/** How many statements have been noted. */
export function statementsSeen(): number {
  return seen.size
}

/** What would let a statement read more the more rows there are. */
export async function problemsOf(sql: string): Promise<string[]> {
  // A value for each `?`, or for each number among `?1`, `?2` …
  const marks = new Set([...sql.matchAll(/\?(\d*)/g)].map(([, number], place) => number || place))
  const values = [...marks].map(() => 1)
  const explain = env.DB.prepare(`explain query plan ${sql}`).bind(...values)
  const { results: steps } = await explain.all<Step>()
  const keys = await uniqueKeys()
  const problems = steps
    .filter(({ detail }) => !isBounded(detail, sql, keys))
    .map(({ detail }) => detail)
  const sorted = steps.filter(({ detail }) => detail.startsWith('USE TEMP B-TREE'))
  const unbounded = sorted.filter(({ parent }) => {
    const paths = steps.filter((step) => step.parent === parent).map(({ detail }) => pathOf(detail))
    return !paths.every((path) => {
      return path === null || isPinned(path, keys) || wholeAnswers.has(path.name)
    })
  })
  problems.push(...unbounded.map(({ detail }) => `${detail}, of more than one row a key`))
  return problems.map((problem) => `${problem} in ${shortened(sql)}`)
}

// Without the columns that it gives.
function shortened(sql: string): string {
  return sql.replace(/\s+/g, ' ').replace(/^select .*? from /, 'select … from ')
}

type Step = { readonly parent: number; readonly detail: string }

// Reads of more than one row, each with what keeps it short. A new one belongs here only with such a reason.
const ranges: Readonly<Record<string, string>> = {
  'callbacks_by_merchant(merchant_id=?, state=?, rowid<?)': 'a page',
  'callbacks_undelivered(state=?, rowid<?)': 'a page',
  'callbacks_due(endpoint=?, next_at<?)': 'what is due at one server, as far as the limit',
  'callbacks_due(endpoint>?)': 'the next server',
  'callbacks_by_merchant(merchant_id=?, state=?)': 'the first, or the last, of what is due',
  'callbacks_by_merchant(merchant_id=?, state=?, rowid>?)': 'the first from somewhere on',
  'callbacks_resends(merchant_id>?)': 'the next merchant that asks',
  'callbacks_resends(merchant_id=?)': 'what one merchant asks for, as far as the limit',
  'callbacks_due(endpoint>?, endpoint<?)': 'the next server',
  'callbacks_by_merchant(merchant_id=?, state=?, rowid>?, rowid<?)': 'a page',
  'callbacks_undelivered(state=?)': 'counted to a thousand at most, as the four below',
  'collections_by_state(status=?, collection_status=?)': 'see above',
  'collections_awaiting(confirmation=?)': 'see above',
  'payouts_by_state(status=?)': 'see above',
  'endpoints_by_state(state=?)': 'see above',
  'callback_attempts(order_id>?)': 'the newest five thousand',
  'callbacks_worn(faults>?)': 'what is about to be parked',
  'endpoints_by_state(state=?, until<?)': 'servers in trouble',
  'collections_by_merchant(merchant_id=?, status=?, collection_status=?, rowid<?)': 'a page',
  'collections_by_state(status=?, collection_status=?, rowid<?)': 'a page',
  'collections_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?)': 'the newest',
  'payouts_by_merchant(merchant_id=?, status=?, rowid<?)': 'a page',
  'payouts_by_state(status=?, rowid<?)': 'a page',
  'payouts_merchant_order_no(merchant_id=?, merchant_order_no=?, status=?)': 'the newest',
  'ledger_entries(merchant_id=?)': 'a page',
  'ledger_entries(merchant_id=?, (at,order_id,seq,number)<(?,?,?,?))': 'a page',
  'balances(merchant_id=?)': 'a row for each channel',
  'events(order_id=?)': 'the moves of one order',
  'callback_attempts(order_id=?)': 'the attempts at one callback',
  'payment_links_order(merchant_id=?, merchant_order_no=?, kind=?)': 'the links of one order',
  'payment_links_ending(ends_at<?)': 'what one round ends',
  'payment_links_order(merchant_id=?, merchant_order_no=?)': 'the same, of both endpoints',
}

// What is sorted is what is answered: the public list of products has no pages, and servers in trouble are few.
const wholeAnswers: ReadonlySet<string> = new Set([
  'products_sku(merchant_uid=?)',
  'endpoints_by_state(state=?)',
])

// An index that holds only what waits: read in its order and no further than the limit, or for a list of just that.
const waiting: ReadonlySet<string> = new Set([
  'SCAN callbacks USING COVERING INDEX callbacks_due',
  // The least of them.
  'SEARCH callbacks USING COVERING INDEX callbacks_due',
  'SEARCH callbacks USING INDEX callbacks_resends',
])

// What a subquery has found is as short as the subquery made it; a row of values and a bound list are no tables.
const noTable =
  /^(?:SCAN|SEARCH) (?:\(subquery-\d+\)|\d+-ROW VALUES CLAUSE|CONSTANT ROW|newest|json_each .*)$/

// What the sweep and the overview have found so far: as many merchants and receivers as they look at.
const lookedAt =
  /^(?:SCAN|SEARCH) (?:asking|seed|waiting_merchant|receiver|pending_receiver|waiting)\b/

// A whole table by its row numbers gives a page at once only when every row is wanted.
const wholeTable = /\(rowid[<>]\?\)$/
const everyRow = /where "\w+"\."\w+" [<>] \? order by/
// Newest first, past the callbacks in another state: as many as wait, or as were delivered since.
const ofOneState =
  /where \("callbacks"\."state" = '(?:due|delivered)' and "callbacks"\."order_id" < \?\)/

function isBounded(detail: string, sql: string, keys: UniqueKeys): boolean {
  if (noTable.test(detail) || lookedAt.test(detail) || waiting.has(detail)) return true
  if (detail.startsWith('SCAN')) return false
  const path = pathOf(detail)
  if (path === null) return !detail.startsWith('SEARCH')
  if (wholeTable.test(path.name)) return everyRow.test(sql) || ofOneState.test(sql)
  return isPinned(path, keys) || path.name in ranges || wholeAnswers.has(path.name)
}

/** The index that a step searches, and by which columns. */
type Path = { readonly name: string; readonly index: string; readonly columns: readonly string[] }

function pathOf(detail: string): Path | null {
  const read = /^SEARCH (\w+) USING (?:(?:COVERING )?INDEX (\w+)|(?:INTEGER )?PRIMARY KEY) \((.*)\)/
  const [, table, named, given] = read.exec(detail) ?? []
  if (table === undefined || given === undefined) return null
  const index = named ?? table
  const columns = given.split(' AND ')
  return { name: `${index}(${columns.join(', ')})`, index, columns }
}

// Whether it leads to one row at most: by the row's own number, or by all columns of a unique key.
function isPinned({ index, columns }: Path, keys: UniqueKeys): boolean {
  const equal = columns.filter((one) => one.endsWith('=?'))
  return equal.includes('rowid=?') || equal.length === keys.get(index)
}

/** How many columns each unique key has; a primary key goes by its table's name. */
type UniqueKeys = ReadonlyMap<string, number>

async function uniqueKeys(): Promise<UniqueKeys> {
  const { results } = await env.DB.prepare(
    `select iif(list.origin = 'pk', tables.name, list.name) as name,
       (select count(*) from pragma_index_info(list.name)) as columns
     from sqlite_master as tables, pragma_index_list(tables.name) as list
     where tables.type = 'table' and tables.name not like '\\_%' escape '\\' and list."unique"`,
  ).all<{ name: string; columns: number }>()
  return new Map(results.map(({ name, columns }) => [name, columns]))
}

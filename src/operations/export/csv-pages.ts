import type { Context, MerchantContext } from '../../context.ts'
import { type CsvTable, exportRowsMax } from '../../rules/export/csv-table.ts'
import { firstIdAfter } from '../../rules/orders/order-identity.ts'
import type { Span } from '../../store/newest-rows.ts'
import { pageWithArchived } from '../archive/archived-page.ts'
import { objectCache } from '../archive/archived-rows.ts'
import type { List, Scope } from '../list.ts'
import { contextsFor, countedContext, spanOf } from '../merchant-contexts.ts'

/** The text of a file in parts; each is read after the one before it was taken. */
export type CsvParts = AsyncIterable<string>

/** The pages of rows, newest first; returns whether there were more. */
export type Pages<Row> = AsyncGenerator<readonly Row[], End>

type End = 'whole' | 'cut_off'

/**
 * All rows of a list from its databases, newest first, except those created after this moment; each in its state when
 * read.
 */
export function listPages<Filter, Row, View>(
  context: Context,
  list: List<Filter, Row, View>,
  filter: Filter & Omit<Parameters<typeof spanOf>[0], 'limit'> & Scope,
): Pages<Row> {
  const span = spanOf({ ...filter, limit: pageRows })
  const before = Math.min(span.before, firstIdAfter(context.now()))
  const contexts = contextsFor(context, filter)
  const narrowing = list.archived?.(filter) ?? null
  let objectsRead = 0
  const sources = contexts.map((one): Source<Row, number> => {
    const objects = objectCache(one, () => {
      objectsRead += 1
    })
    const parts = {
      read: (from: MerchantContext, part: Span) => list.read(from, filter, part),
      idOf: list.idOf,
      narrowing,
      objects,
    }
    const read = async (below: number) => {
      const part = { ...span, before: below, scanLimit }
      const { rows, scannedTo } = await pageWithArchived(one, part, parts)
      const last = rows.length < pageRows ? undefined : rows.at(-1)
      return { rows, next: last === undefined ? scannedTo : list.idOf(last) }
    }
    return { read, below: before }
  })
  const newerFirst = (one: number, other: number) => other - one
  const mayRead = () => objectsRead < objectsMax && context.mayGoOn()
  return mergedSources({ sources, placeOf: list.idOf, newerFirst, mayRead })
}

// Larger than a list's pages: an invocation may run a thousand statements. All databases share these limits, because
// most files are of one merchant, whose rows are in one of them.
const pageRows = 1_000
const scanLimit = 5_000
const pagesMax = 300
const objectsMax = 500

/** A database with unread rows below a place. A read returns the place where the next one begins; null at the end. */
export type Source<Row, Place> = {
  readonly read: (below: Place) => Promise<{ rows: readonly Row[]; next: Place | null }>
  readonly below: Place
}

/**
 * The rows of several databases in one order. Reads on where the least was read. A row follows once every database was
 * read down to it, so that a file that is cut off has all rows down to its last one.
 */
export async function* mergedSources<Row, Place>({
  sources: all,
  placeOf,
  newerFirst,
  mayRead,
}: {
  readonly sources: readonly Source<Row, Place>[]
  readonly placeOf: (row: Row) => Place
  readonly newerFirst: (one: Place, other: Place) => number
  readonly mayRead: () => boolean
}): Pages<Row> {
  const newestOf = (sources: typeof all) => sources.map(({ below }) => below).sort(newerFirst)[0]
  let sources = all
  let waiting: readonly Row[] = []
  for (let pages = 0; ; ) {
    const reached = newestOf(sources)
    if (reached === undefined) return 'whole'
    if (pages >= pagesMax || !mayRead()) return 'cut_off'
    const isBehind = ({ below }: Source<Row, Place>) => newerFirst(below, reached) === 0
    const behind = sources.filter(isBehind)
    const found = await Promise.all(
      behind.map(async ({ read, below }) => ({ read, ...(await read(below)) })),
    )
    pages += behind.length
    sources = [
      ...sources.filter((one) => !isBehind(one)),
      ...found.flatMap(({ read, next }) => (next === null ? [] : [{ read, below: next }])),
    ]
    const rows = [...waiting, ...found.flatMap((one) => one.rows)]
    const end = newestOf(sources)
    const isReady = (row: Row) => end === undefined || newerFirst(placeOf(row), end) <= 0
    waiting = rows.filter((row) => !isReady(row))
    yield rows.filter(isReady).sort((one, other) => newerFirst(placeOf(one), placeOf(other)))
  }
}

const partRows = 100

/** The pages of `pagesOf`, as long as its context may run more statements. */
export function boundedPages<Some extends Context, Row>(
  context: Some,
  pagesOf: (context: Some) => Pages<Row>,
): Pages<Row> {
  const { context: counted, statements } = countedContext(context)
  return pagesOf({ ...counted, mayGoOn: () => statements() < statementsMax })
}

/** D1 refuses an invocation's statements after 1,000; a page of fifteen databases takes up to 75. */
const statementsMax = 900

/** The file of these rows, at most `exportRowsMax`; its last line says if there were more (back office §7). */
export async function* csvParts<Row, View>(
  { head, lineOf, cutOff }: CsvTable<View>,
  pages: Pages<Row>,
  viewOf: (row: Row) => View,
): CsvParts {
  yield head
  let rowsLeft = exportRowsMax
  for (;;) {
    const { done, value } = await pages.next()
    if (done) {
      if (value === 'cut_off') yield cutOff
      return
    }
    const rows = value.slice(0, rowsLeft)
    // Written in small parts, because nothing else runs while a part is made.
    for (let start = 0; start < rows.length; start += partRows) {
      const part = rows.slice(start, start + partRows)
      yield part.map((row) => lineOf(viewOf(row))).join('')
    }
    rowsLeft -= rows.length
    if (rows.length < value.length) {
      yield cutOff
      return
    }
  }
}

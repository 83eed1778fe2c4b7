import type { Context, MerchantContext } from '../../context.ts'
import { type CsvTable, exportRowsMax } from '../../rules/export/csv-table.ts'
import { firstIdAfter } from '../../rules/orders/order-identity.ts'
import type { RowsPage, Span } from '../../store/newest-rows.ts'
import { pageWithArchived } from '../archive/archived-page.ts'
import { objectCache } from '../archive/archived-rows.ts'
import type { List, Scope } from '../list.ts'
import { contextsFor, spanOf } from '../merchant-contexts.ts'

/** The text of a file in parts; each is read after the one before it was taken. */
export type CsvParts = AsyncIterable<string>

/** The pages of rows, newest first; returns whether there were more. */
export type Pages<Row> = AsyncGenerator<readonly Row[], End>

type End = 'whole' | 'cut_off'

/**
 * All rows of a list from its databases, newest first, except those created after this moment; each in its state when
 * read.
 */
export async function* listPages<Filter, Row, View>(
  context: Context,
  list: List<Filter, Row, View>,
  filter: Filter & Omit<Parameters<typeof spanOf>[0], 'limit'> & Scope,
): Pages<Row> {
  const span = spanOf({ ...filter, limit: pageRows })
  const before = Math.min(span.before, firstIdAfter(context.now()))
  const contexts = contextsFor(context, filter)
  const narrowing = list.archived?.(filter) ?? null
  let objectsRead = 0
  const sources = contexts.map((one): Source<Row> => {
    const objects = objectCache(one, () => {
      objectsRead += 1
    })
    const parts = {
      read: (from: MerchantContext, part: Span) => list.read(from, filter, part),
      idOf: list.idOf,
      narrowing,
      objects,
    }
    const read = (below: number) =>
      pageWithArchived(one, { ...span, before: below, lookedAt }, parts)
    return { read, below: before }
  })
  return yield* merged(sources, list.idOf, () => objectsRead < objectsMax)
}

// Larger than a list's pages: an invocation may make a thousand calls to D1, and a page takes up to three. All
// databases share these limits, because most files are of one merchant, whose rows are in one of them.
const pageRows = 1_000
const lookedAt = 5_000
const pagesMax = 300
const objectsMax = 500

/** A database whose rows below an id are not read yet. */
type Source<Row> = {
  readonly read: (below: number) => Promise<RowsPage<Row>>
  readonly below: number
}

// Reads on where the least was read. A row follows once every database was read down to it, so that a file that is cut
// off has all rows down to its last one.
async function* merged<Row>(
  all: readonly Source<Row>[],
  idOf: (row: Row) => number,
  mayRead: () => boolean,
): Pages<Row> {
  let sources = all
  let waiting: readonly Row[] = []
  for (let pages = 0; sources.length > 0; ) {
    if (pages >= pagesMax || !mayRead()) return 'cut_off'
    const reached = reachedBy(sources)
    const behind = sources.filter(({ below }) => below === reached)
    const others = sources.filter(({ below }) => below !== reached)
    const found = await Promise.all(behind.map((one) => pageOf(one, idOf)))
    pages += behind.length
    sources = [...others, ...found.flatMap(({ next }) => next ?? [])]
    const rows = [...waiting, ...found.flatMap((one) => one.rows)]
    const end = reachedBy(sources)
    waiting = rows.filter((row) => idOf(row) < end)
    const ready = rows.filter((row) => idOf(row) >= end)
    if (ready.length > 0) yield ready.sort((one, other) => idOf(other) - idOf(one))
  }
  return 'whole'
}

// The id down to which all databases were read; 0 at their end.
function reachedBy(sources: readonly { readonly below: number }[]): number {
  return Math.max(0, ...sources.map(({ below }) => below))
}

// The next page of a database, and where it goes on; null at its end.
async function pageOf<Row>(source: Source<Row>, idOf: (row: Row) => number) {
  const { rows, lookedTo } = await source.read(source.below)
  const last = rows.length < pageRows ? undefined : rows.at(-1)
  const below = last === undefined ? lookedTo : idOf(last)
  return { rows, next: below === null ? null : { read: source.read, below } }
}

const partRows = 100

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

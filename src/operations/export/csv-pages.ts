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
  const pages = contexts.map((one) => {
    const objects = objectCache(one, Math.floor(objectsMax / contexts.length))
    const parts = {
      read: (from: MerchantContext, part: Span) => list.read(from, filter, part),
      idOf: list.idOf,
      narrowing,
      objects: objects.read,
    }
    const read = (below: number) =>
      pageWithArchived(one, { ...span, before: below, lookedAt }, parts)
    const max = Math.floor(pagesMax / contexts.length)
    return pagesOf({ before, read, idOf: list.idOf, max, mayRead: objects.mayRead })
  })
  return yield* merged(pages, list.idOf)
}

// Larger than a list's pages: an invocation may make a thousand calls to D1, and a page takes up to three.
const pageRows = 1_000
const lookedAt = 5_000
const pagesMax = 300
const objectsMax = 500

async function* pagesOf<Row>({
  before,
  read,
  idOf,
  max,
  mayRead,
}: {
  readonly before: number
  readonly read: (below: number) => Promise<RowsPage<Row>>
  readonly idOf: (row: Row) => number
  readonly max: number
  readonly mayRead: () => boolean
}): Pages<Row> {
  let below = before
  for (let n = 0; n < max && mayRead(); n += 1) {
    const { rows, lookedTo } = await read(below)
    if (rows.length > 0) yield rows
    const last = rows.length < pageRows ? undefined : rows.at(-1)
    const next = last === undefined ? lookedTo : idOf(last)
    if (next === null) return 'whole'
    below = next
  }
  return 'cut_off'
}

async function* merged<Row>(
  sources: readonly Pages<Row>[],
  idOf: (row: Row) => number,
): Pages<Row> {
  const [only, ...others] = sources
  if (only !== undefined && others.length === 0) return yield* only
  let heads = await Promise.all(sources.map(headOf))
  for (;;) {
    const [newest, next] = heads
      .filter(({ rows }) => rows.length > 0)
      .sort((one, other) => newestId(other, idOf) - newestId(one, idOf))
    if (newest === undefined) break
    const floor = next === undefined ? 0 : newestId(next, idOf)
    const older = newest.rows.findIndex((row) => idOf(row) < floor)
    const count = older === -1 ? newest.rows.length : older
    yield newest.rows.slice(0, count)
    const rows = newest.rows.slice(count)
    const rest = rows.length > 0 ? { ...newest, rows } : await headOf(newest.source)
    heads = heads.map((one) => (one === newest ? rest : one))
  }
  return heads.some(({ end }) => end === 'cut_off') ? 'cut_off' : 'whole'
}

/** The rows that were read from a source and not yet yielded. */
type Head<Row> = {
  readonly source: Pages<Row>
  readonly rows: readonly Row[]
  readonly end: End | null
}

async function headOf<Row>(source: Pages<Row>): Promise<Head<Row>> {
  const { done, value } = await source.next()
  return done ? { source, rows: [], end: value } : { source, rows: value, end: null }
}

function newestId<Row>({ rows }: Head<Row>, idOf: (row: Row) => number): number {
  return Math.max(...rows.slice(0, 1).map(idOf))
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

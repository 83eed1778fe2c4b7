import type { Context, MerchantContext } from '../context.ts'
import type { ItemPage } from '../contract/back-office/call.ts'
import { pageView } from '../rules/views/page-view.ts'
import type { RowsPage, Span } from '../store/newest-rows.ts'
import { type ArchivedNarrowing, pageWithArchived } from './archive/archived-page.ts'
import { contextsFor, pageOfAll, spanOf } from './merchant-contexts.ts'

/** A list of the back office: reads a page of one database, and shows each row. */
export type List<Filter, Row, View> = {
  readonly read: (context: MerchantContext, filter: Filter, span: Span) => Promise<RowsPage<Row>>
  readonly idOf: (row: Row) => number
  readonly viewOf: (row: Row) => View
  /** For a list of orders or their records: the archived ones that it may show, or null. */
  readonly archived?: (filter: Filter) => ArchivedNarrowing | null
}

/** The parameters of each list that `spanOf` reads. */
type Paging = Parameters<typeof spanOf>[0]

export type Scope = Parameters<typeof contextsFor>[1]

/**
 * A page of a list over its databases, in the list's order. A filter without an index may shorten the page while
 * `next_cursor` is set (back office §7).
 */
export async function listPage<Filter, Row, View>(
  context: Context,
  { read, idOf, viewOf, archived }: List<Filter, Row, View>,
  filter: Filter & Paging & Scope,
): Promise<ItemPage<View>> {
  const { limit } = filter
  const span = spanOf(filter)
  const narrowing = archived?.(filter) ?? null
  const list = {
    read: (one: MerchantContext, part: Span) => read(one, filter, part),
    idOf,
    narrowing,
  }
  const readOne = (one: MerchantContext) => pageWithArchived(one, span, list)
  const { rows, scannedTo } = await pageOfAll({
    contexts: contextsFor(context, filter),
    read: readOne,
    idOf,
    span,
  })
  return pageView({ items: rows, limit, viewOf, idOf, scannedTo })
}

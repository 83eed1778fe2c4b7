import type { Context, MerchantContext } from '../context.ts'
import type { ListPage } from '../contract/back-office/call.ts'
import { pageView } from '../rules/views/back-office-views.ts'
import type { Page, Span } from '../store/newest-rows.ts'
import { type ArchivedNarrowing, pageWithArchived } from './archive/archived-page.ts'
import { contextsFor, pageOfAll, spanOf } from './merchant-contexts.ts'

/** A list of the back office: how a part of one database's is read, and how each row is shown. */
export type List<Filter, Row, View> = {
  readonly read: (context: MerchantContext, filter: Filter, span: Span) => Promise<Page<Row>>
  readonly idOf: (row: Row) => number
  readonly viewOf: (row: Row) => View
  /** Of a list of orders, or of what belongs to them: which archived ones it may show, null for none. */
  readonly archived?: (filter: Filter) => ArchivedNarrowing | null
}

/** The parameters of each list that `spanOf` reads. */
type Paging = Parameters<typeof spanOf>[0]

/** Which merchants a list is of. */
export type Scope = Parameters<typeof contextsFor>[1]

/**
 * A page of a list over the databases that it asks for, newest first, or oldest first. Filters that no index answers
 * thin it, so that a page may be short while `next_cursor` stands (back office §7).
 */
export async function listPage<Filter, Row, View>(
  context: Context,
  { read, idOf, viewOf, archived }: List<Filter, Row, View>,
  filter: Filter & Paging & Scope,
): Promise<ListPage<View>> {
  const { limit } = filter
  const span = spanOf(filter)
  const narrowing = archived?.(filter) ?? null
  const list = {
    read: (one: MerchantContext, part: Span) => read(one, filter, part),
    idOf,
    narrowing,
  }
  const readOne = (one: MerchantContext) => pageWithArchived(one, span, list)
  const { rows, lookedTo } = await pageOfAll({
    contexts: contextsFor(context, filter),
    read: readOne,
    idOf,
    span,
  })
  return pageView({ items: rows, limit, viewOf, idOf, lookedTo })
}

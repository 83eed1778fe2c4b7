import type { ItemPage } from '../../contract/back-office/call.ts'

/** A page of a list. It has a cursor if it is full, or if rows are left after the id `scannedTo`. */
export function pageView<Item, View>({
  items,
  limit,
  viewOf,
  idOf,
  scannedTo = null,
}: {
  readonly items: readonly Item[]
  readonly limit: number
  readonly viewOf: (item: Item) => View
  readonly idOf: (item: Item) => number
  readonly scannedTo?: number | null | undefined
}): ItemPage<View> {
  const last = items.length === limit ? items.at(-1) : undefined
  const next = last === undefined ? scannedTo : idOf(last)
  return { items: items.map(viewOf), next_cursor: next === null ? null : String(next) }
}

import type { SearchKind } from '../../../contract/back-office/search.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { isWaiting, searchKindLabels } from '../labels/search-labels.ts'

export type Hit = AnswerOf<'search'>['items'][number]

/** The hits of one kind, in the order of the search: what waits first, then the newest. */
export type HitGroup = { readonly kind: SearchKind; readonly hits: readonly Hit[] }

/** Hits by their kinds: first the kinds with waiting records, orders before all others. */
export function hitGroups(hits: readonly Hit[]): readonly HitGroup[] {
  const groups = kinds
    .map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }))
    .filter((group) => group.hits.length > 0)
  const waits = (group: HitGroup) =>
    Number(group.hits.some((hit) => isWaiting(hit.kind, hit.status)))
  return groups.sort((one, other) => waits(other) - waits(one))
}

const kinds = Object.keys(searchKindLabels) as readonly SearchKind[]

/** The page of the only thing that was found, an order's money counting as the order; null where there are several. */
export function onlyPage(hits: readonly Hit[]): string | null {
  const [only, ...others] = hits.filter((hit) => !hits.some((order) => isMoneyOf(order, hit)))
  return only === undefined || others.length > 0 ? null : pageOfHit(only)
}

// The order's page shows the money that paid it, or the money that may.
function isMoneyOf(order: Hit, line: Hit): boolean {
  if (line.kind !== 'bank_transaction') return false
  if (line.trade_no !== undefined) return line.trade_no === order.name
  const may =
    order.kind === 'collection' && order.status === 'pending' && line.status === 'unclaimed'
  return (
    may &&
    order.bank_account !== undefined &&
    order.bank_account === line.bank_account &&
    order.amount === line.amount
  )
}

/** The page of what was found; null for a link through which nothing was paid yet. */
export function pageOfHit({ kind, name, trade_no: tradeNo }: Hit): string | null {
  if (kind === 'link') return tradeNo === undefined ? null : `/collections/${tradeNo}`
  return `${folders[kind]}/${encodeURIComponent(name)}`
}

const folders: Readonly<Record<Exclude<SearchKind, 'link'>, string>> = {
  collection: '/collections',
  payout: '/payouts',
  callback: '/callbacks',
  merchant: '/merchants',
  bank_account: '/bank-accounts',
  bank_transaction: '/bank-transactions',
}

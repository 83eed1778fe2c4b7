import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { MerchantPage } from '../../contract/back-office/merchants/merchants.ts'
import { sandboxNumber } from '../../rules/orders/order-identity.ts'
import { bucketsView } from '../../rules/views/balance-view.ts'
import { merchantView } from '../../rules/views/merchant-view.ts'
import { pageView } from '../../rules/views/page-view.ts'
import { bucketsOf } from '../../store/accounts/merchant-buckets.ts'
import {
  type CreationSpan,
  type DirectoryEntry,
  listDirectory,
} from '../../store/merchants/directory.ts'
import {
  merchantsAfter,
  merchantsOf,
  type StoredMerchant,
} from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { contextsFor, sandboxContext } from '../merchant-contexts.ts'

type MerchantItem = ReturnType<typeof merchantView> & {
  readonly balance?: ReturnType<typeof bucketsView>
}

const idOf = ({ id }: { readonly id: number }) => id

/** Merchants in the order of their creation, or newest first. */
export async function listMerchants(
  context: Context,
  { test, order, cursor, limit, balances }: MerchantPage,
): Promise<ItemPage<MerchantItem>> {
  const newestFirst = order === 'newest'
  const after = cursor ?? (newestFirst ? Number.MAX_SAFE_INTEGER : 0)
  const span = { after, limit, newestFirst }
  const withBalances = balances !== undefined
  if (test === 'only') return listTestMerchants(context, span, withBalances)
  const { entries, scannedTo } = await entriesAfter({ context, span, withTests: test === 'all' })
  const views = await Promise.all(
    contextsFor(context, { test }).map(async (one) => {
      const { db, databaseNumber } = one
      const uids = entries.flatMap(({ uid, database }) => (database === databaseNumber ? uid : []))
      return viewsOf(one, await merchantsOf(db, uids), withBalances)
    }),
  )
  const byUid = new Map(views.flat().map((view) => [view.uid, view]))
  const viewOf = ({ uid }: DirectoryEntry) => byUid.get(uid)
  const { items, next_cursor } = pageView({ items: entries, limit, viewOf, idOf, scannedTo })
  return { items: items.filter((view) => view !== undefined), next_cursor }
}

// The directory mixes test merchants with the others: a page may be short while there are more.
async function entriesAfter({
  context: { platformDb },
  span,
  withTests,
}: {
  readonly context: Context
  readonly span: CreationSpan
  readonly withTests: boolean
}): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly scannedTo: number | null }> {
  const found: DirectoryEntry[] = []
  const { limit } = span
  let scannedTo: number | null = span.after
  for (let reads = 0; reads < readsMax && scannedTo !== null && found.length < limit; reads += 1) {
    const page: CreationSpan = { ...span, after: scannedTo }
    const entries: readonly DirectoryEntry[] = await listDirectory(platformDb, page)
    found.push(...entries.filter(({ database }) => withTests || database !== sandboxNumber))
    scannedTo = entries.length < limit ? null : (entries.at(-1)?.id ?? null)
  }
  return { entries: found.slice(0, limit), scannedTo }
}

const readsMax = 5

async function listTestMerchants(
  context: Context,
  span: CreationSpan,
  withBalances: boolean,
): Promise<ItemPage<MerchantItem>> {
  const sandbox = sandboxContext(context)
  const found = sandbox === null ? [] : await merchantsAfter(sandbox.db, span)
  const views = sandbox === null ? [] : await viewsOf(sandbox, found, withBalances)
  const items = found.flatMap(({ merchant: { id } }, n) => {
    const view = views[n]
    return view === undefined ? [] : [{ id, view }]
  })
  return pageView({ items, limit: span.limit, viewOf: ({ view }) => view, idOf })
}

async function viewsOf(
  { db, databaseNumber, now }: MerchantContext,
  found: readonly StoredMerchant[],
  withBalances: boolean,
): Promise<readonly MerchantItem[]> {
  const ids = found.map(({ merchant }) => merchant.id)
  const sums = withBalances ? await bucketsOf(db, ids) : null
  return found.map((stored) => ({
    ...merchantView(stored, databaseNumber, toSeconds(now())),
    ...(sums === null ? {} : { balance: bucketsView(sums.get(stored.merchant.id)) }),
  }))
}

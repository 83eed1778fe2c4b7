import type { Context, MerchantContext } from '../context.ts'
import { type Bookmarks, everyDatabase } from '../contract/back-office/call.ts'
import type { TestScope } from '../contract/back-office/values.ts'
import { faultText } from '../contract/log-redaction.ts'
import { invalid, type Refusal } from '../contract/refusals.ts'
import { databaseOf, firstIdAt, isTestId, sandboxNumber } from '../rules/orders/order-identity.ts'
import {
  type MerchantDatabase,
  openCounted,
  openPlatformDatabase,
  openPrimary,
  openReplica,
  openSession,
  type Session,
} from '../store/database.ts'
import { findDatabaseOf } from '../store/merchants/directory.ts'
import type { RowsPage, Span } from '../store/newest-rows.ts'
import { say } from '../units/language.ts'
import { inTime } from '../units/time-limit.ts'

/** The context of a database by its number; null if it is not bound. */
export function contextIn(context: Context, databaseNumber: number): MerchantContext | null {
  if (databaseNumber === sandboxNumber) return sandboxContext(context)
  return allContexts(context)[databaseNumber] ?? null
}

/** The context of an order or link by its id; null if its database is not bound. */
export function contextOfOrder(context: Context, id: number): MerchantContext | null {
  if (isTestId(id)) return sandboxContext(context)
  return contextIn(context, context.databases.length === 1 ? 0 : databaseOf(id))
}

/**
 * A merchant's context by uid, from the directory; null if its database is not bound. With one database of real
 * merchants nothing is read, so a test merchant is not recognised: `locateMerchant` finds both.
 */
export async function contextOfMerchant(
  context: Context,
  uid: string,
): Promise<MerchantContext | null> {
  if (context.databases.length === 1) return contextIn(context, 0)
  const known = context.caches.merchants.recall(uid)?.databaseNumber
  return contextIn(context, known ?? (await databaseNumberOf(context, uid)))
}

// A merchant never moves, so the place noted at its creation serves while the directory does not answer.
async function databaseNumberOf(context: Context, uid: string): Promise<number> {
  const { platformDb, caches, log } = context
  try {
    // A uid without an entry is unknown, or of a merchant older than the directory, in the first database.
    return (await inTime(directoryTimeoutMs, findDatabaseOf(platformDb, uid))) ?? 0
  } catch (error) {
    const place = await caches.places.get(uid)
    if (place === null) throw error
    log({ event: 'directory_unavailable', database: place, fault: faultText(error) })
    return place
  }
}

const directoryTimeoutMs = 3_000

/**
 * The contexts of all real merchants, one per database, by number. Test merchants are excluded: see `withSandbox` and
 * `contextsFor`.
 */
export function allContexts(context: Context): readonly MerchantContext[] {
  return contextsOf(context).real
}

/** The context of test merchants; null without a database for them. */
export function sandboxContext(context: Context): MerchantContext | null {
  return contextsOf(context).sandbox
}

/** The refusal of a number that no real merchants' database has. */
export function withoutDatabase(context: Context, wanted: number | undefined): Refusal {
  const count = allContexts(context).length
  return invalid(
    'database',
    say(
      `沒有編號 ${wanted} 的資料庫，共有 ${count} 個`,
      `There is no database ${wanted}; there are ${count} of them`,
    ),
  )
}

/** The contexts of all merchants, those of test merchants last. */
export function withSandbox(context: Context): readonly MerchantContext[] {
  return contextsOf(context).everything
}

/** The scope parameters of a call. */
type ListScope = { readonly test?: TestScope; readonly merchant_uid?: string | undefined }

/** The contexts for a list: those of real merchants unless `test` asks for others; all for a list of one merchant. */
export function contextsFor(
  context: Context,
  { test, merchant_uid: uid }: ListScope,
): readonly MerchantContext[] {
  const { real, sandbox, everything } = contextsOf(context)
  if (test === 'only') return sandbox === null ? [] : [sandbox]
  return test === 'all' || uid !== undefined ? everything : real
}

/** Whether a context is that of test merchants. */
export function isSandbox({ databaseNumber }: Pick<MerchantContext, 'databaseNumber'>): boolean {
  return databaseNumber === sandboxNumber
}

type Contexts = {
  readonly real: readonly MerchantContext[]
  readonly sandbox: MerchantContext | null
  readonly everything: readonly MerchantContext[]
}

function contextsOf(context: Context): Contexts {
  const known = knownContexts.get(context)
  if (known !== undefined) return known
  const real = context.databases.map((db, databaseNumber) => ({ ...context, db, databaseNumber }))
  const sandbox = context.sandbox && {
    ...context,
    db: context.sandbox,
    databaseNumber: sandboxNumber,
  }
  const made = { real, sandbox, everything: sandbox === null ? real : [...real, sandbox] }
  knownContexts.set(context, made)
  return made
}

// Created once per context, so that a request copies nothing.
const knownContexts = new WeakMap<Context, Contexts>()

/**
 * The context for reads that decide nothing: replicas at least as new as the bookmarks may answer, any replica without
 * a bookmark.
 */
export function readingContext(context: Context, since: Bookmarks): Context {
  return overConnections(context, (db, number) => {
    const bookmark = since[number] ?? since[everyDatabase]
    return bookmark === undefined ? openReplica(db) : openSession(db, bookmark).db
  })
}

/** The context for a call whose caller must see its effect, with the bookmarks of its reads. */
export function primaryContext(context: Context): {
  readonly context: Context
  readonly bookmarks: () => Bookmarks
} {
  const sessions = new Map<number, Session>()
  const acting = overConnections(context, (db, number) => {
    const session = openPrimary(db)
    sessions.set(number, session)
    return session.db
  })
  const bookmarks = () =>
    Object.fromEntries(
      [...sessions].flatMap(([number, { bookmark }]) => {
        const newest = bookmark()
        return newest === null ? [] : [[number, newest]]
      }),
    )
  return { context: acting, bookmarks }
}

/** A copy of the context, and the number of statements that it has run in any database. */
export function countedContext<Some extends Context & Partial<Pick<MerchantContext, 'db'>>>(
  context: Some,
) {
  let count = 0
  const counting = (db: MerchantDatabase) =>
    openCounted(db, () => {
      count += 1
    })
  const own = context.db === undefined ? {} : { db: counting(context.db) }
  const counted = { ...overConnections(context, counting), ...own }
  return { context: counted, statements: () => count }
}

function overConnections<Some extends Context>(
  context: Some,
  open: (db: MerchantDatabase, number: number) => MerchantDatabase,
): Some {
  const databases = context.databases.map(open)
  const [first] = databases
  if (first === undefined) throw new Error('settings: no database is bound')
  const sandbox = context.sandbox && open(context.sandbox, sandboxNumber)
  return { ...context, platformDb: openPlatformDatabase(first.$client), databases, sandbox }
}

/** The newest `limit` items of these databases, by id; `read` returns the newest of one database. */
export async function newestOfAll<Item>({
  contexts,
  read,
  idOf,
  limit,
}: {
  readonly contexts: readonly MerchantContext[]
  readonly read: (context: MerchantContext) => Promise<readonly Item[]>
  readonly idOf: (item: Item) => number
  readonly limit: number
}): Promise<readonly Item[]> {
  const found = await Promise.all(contexts.map(read))
  return newestFirst(found.flat(), idOf).slice(0, limit)
}

/**
 * The newest items of filtered lists; `read` returns a page of one database. The page ends at the first point where a
 * database stopped looking. `oldestFirst` reverses the order.
 */
export async function pageOfAll<Item>({
  contexts,
  read,
  idOf,
  span,
}: {
  readonly contexts: readonly MerchantContext[]
  readonly read: (context: MerchantContext) => Promise<RowsPage<Item>>
  readonly idOf: (item: Item) => number
  readonly span: Pick<Span, 'limit' | 'oldestFirst'>
}): Promise<RowsPage<Item>> {
  return mergedPages(await Promise.all(contexts.map(read)), idOf, span)
}

/** Merges the pages of several databases. */
export function mergedPages<Item>(
  pages: readonly RowsPage<Item>[],
  idOf: (item: Item) => number,
  { limit, oldestFirst = false }: Pick<Span, 'limit' | 'oldestFirst'>,
): RowsPage<Item> {
  const reached = pages.flatMap(({ scannedTo }) => scannedTo ?? [])
  const end = oldestFirst ? Math.min(...reached) : Math.max(0, ...reached)
  const isBefore = (id: number) => (oldestFirst ? id <= end : id >= end)
  const found = pages.flatMap(({ rows }) => rows.filter((item) => isBefore(idOf(item))))
  const sorted = oldestFirst ? newestFirst(found, idOf).reverse() : newestFirst(found, idOf)
  return { rows: sorted.slice(0, limit), scannedTo: reached.length === 0 ? null : end }
}

function newestFirst<Item>(items: Item[], idOf: (item: Item) => number): Item[] {
  return items.sort((one, other) => idOf(other) - idOf(one))
}

/**
 * The ids of a list's page: created from `from` until before `to` (UTC seconds), and beyond the cursor in the list's
 * order.
 */
export function spanOf(filter: {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly cursor?: number | undefined
  readonly order?: 'newest' | 'oldest' | undefined
  readonly limit: number
  readonly scanLimit?: number | undefined
}): Span {
  const { from, to, cursor, order, limit, scanLimit } = filter
  const oldestFirst = order === 'oldest'
  const first = from === undefined ? 0 : firstIdAt(from)
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(to)
  const span = { from: first, before: end, limit, oldestFirst, scanLimit }
  if (cursor === undefined) return span
  return oldestFirst
    ? { ...span, from: Math.max(first, cursor + 1) }
    : { ...span, before: Math.min(end, cursor) }
}

export type IdsInDatabase = { readonly context: MerchantContext; readonly ids: readonly number[] }

/** Groups ids of orders by database. */
export function idsByDatabase(context: Context, ids: readonly number[]): readonly IdsInDatabase[] {
  const grouped = withSandbox(context).map((one) => ({
    context: one,
    ids: ids.filter((id) => contextOfOrder(context, id) === one),
  }))
  return grouped.filter((group) => group.ids.length > 0 || !isSandbox(group.context))
}

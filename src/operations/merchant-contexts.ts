import type { Context, MerchantContext } from '../context.ts'
import { type Bookmarks, everyDatabase } from '../contract/back-office/call.ts'
import type { TestScope } from '../contract/back-office/values.ts'
import { faultText } from '../contract/log-redaction.ts'
import { invalid, type Refusal } from '../contract/refusals.ts'
import { databaseOf, firstIdAt, isTestId, sandboxNumber } from '../rules/orders/order-identity.ts'
import {
  type MerchantDatabase,
  openPlatformDatabase,
  openPrimary,
  openReplica,
  openSession,
  type Session,
} from '../store/database.ts'
import { findDatabaseOf } from '../store/merchants/directory.ts'
import type { Page, Span } from '../store/newest-rows.ts'
import { say } from '../units/language.ts'
import { inTime } from '../units/time-limit.ts'

/** The context of the merchants in the database of that number; null when the deployment has none. */
export function contextIn(context: Context, databaseNumber: number): MerchantContext | null {
  if (databaseNumber === sandboxNumber) return sandboxContext(context)
  return allContexts(context)[databaseNumber] ?? null
}

/** The context of the order, or link, with that id; null when its database is not bound. */
export function contextOfOrder(context: Context, id: number): MerchantContext | null {
  if (isTestId(id)) return sandboxContext(context)
  return contextIn(context, context.databases.length === 1 ? 0 : databaseOf(id))
}

/**
 * The context of a merchant by uid, as far as the directory knows it; null when its database is not bound. With one
 * database of real merchants nothing is read, so that a test merchant is not told apart: `locateMerchant` finds either.
 */
export async function contextOfMerchant(
  context: Context,
  uid: string,
): Promise<MerchantContext | null> {
  if (context.databases.length === 1) return contextIn(context, 0)
  const known = context.merchants.recall(uid)?.databaseNumber
  return contextIn(context, known ?? (await placeOf(context, uid)))
}

// A merchant never moves: while the directory does not answer, what was noted when it was created is as good.
async function placeOf(context: Context, uid: string): Promise<number> {
  const { platformDb, recallPlace, log } = context
  try {
    // A uid without an entry is unknown, or its merchant is older than the directory and in the first database.
    return (await inTime(directoryTimeoutMs, findDatabaseOf(platformDb, uid))) ?? 0
  } catch (error) {
    const noted = await recallPlace(uid)
    if (noted === null) throw error
    log({ event: 'directory_unavailable', database: noted, fault: faultText(error) })
    return noted
  }
}

const directoryTimeoutMs = 3_000

/**
 * The contexts of all real merchants: one for each database, by number. Test merchants are not among them, so that
 * whatever goes over all databases leaves them out; `withSandbox` and `contextsFor` are for what does not.
 */
export function allContexts(context: Context): readonly MerchantContext[] {
  return contextsOf(context).real
}

/** The context of test merchants; null where the deployment has no database for them. */
export function sandboxContext(context: Context): MerchantContext | null {
  return contextsOf(context).sandbox
}

/** The refusal of a number that no database of real merchants has. */
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

/** What a call asks for. */
type ListScope = { readonly test?: TestScope; readonly merchant_uid?: string | undefined }

/**
 * The contexts of the merchants that a list is of: of real ones, unless `test` asks for others. A list of one merchant
 * looks for that merchant everywhere.
 */
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

// Made once for each context, so that a request copies nothing.
const knownContexts = new WeakMap<Context, Contexts>()

/**
 * The same context for reads that decide nothing: replicas may answer that are as new as these bookmarks, and any where
 * there is none.
 */
export function readingContext(context: Context, since: Bookmarks): Context {
  return overConnections(context, (db, number) => {
    const bookmark = since[number] ?? since[everyDatabase]
    return bookmark === undefined ? openReplica(db) : openSession(db, bookmark).db
  })
}

/** The same context for a call whose caller is to see what it did, and how new it has found each database. */
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

function overConnections(
  context: Context,
  open: (db: MerchantDatabase, number: number) => MerchantDatabase,
): Context {
  const databases = context.databases.map(open)
  const [first] = databases
  if (first === undefined) throw new Error('settings: no database is bound')
  const sandbox = context.sandbox && open(context.sandbox, sandboxNumber)
  return { ...context, platformDb: openPlatformDatabase(first.$client), databases, sandbox }
}

/** The newest `limit` of these databases, by id; `read` gives the newest of one database. */
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
 * The same of lists that are thinned; `read` gives a page of one database. What lies behind the first point where one
 * of them stopped looking is left for the next page. `oldestFirst` as their spans have it.
 */
export async function pageOfAll<Item>({
  contexts,
  read,
  idOf,
  span,
}: {
  readonly contexts: readonly MerchantContext[]
  readonly read: (context: MerchantContext) => Promise<Page<Item>>
  readonly idOf: (item: Item) => number
  readonly span: Pick<Span, 'limit' | 'oldestFirst'>
}): Promise<Page<Item>> {
  return mergedPages(await Promise.all(contexts.map(read)), idOf, span)
}

/** The page that these are parts of. */
export function mergedPages<Item>(
  pages: readonly Page<Item>[],
  idOf: (item: Item) => number,
  { limit, oldestFirst = false }: Pick<Span, 'limit' | 'oldestFirst'>,
): Page<Item> {
  const reached = pages.flatMap(({ lookedTo }) => lookedTo ?? [])
  const end = oldestFirst ? Math.min(...reached) : Math.max(0, ...reached)
  const isBefore = (id: number) => (oldestFirst ? id <= end : id >= end)
  const found = pages.flatMap(({ rows }) => rows.filter((item) => isBefore(idOf(item))))
  const sorted = oldestFirst ? newestFirst(found, idOf).reverse() : newestFirst(found, idOf)
  return { rows: sorted.slice(0, limit), lookedTo: reached.length === 0 ? null : end }
}

function newestFirst<Item>(items: Item[], idOf: (item: Item) => number): Item[] {
  return items.sort((one, other) => idOf(other) - idOf(one))
}

/**
 * The part of a list that a call asks for: from `from` until before `to` (UTC seconds), and behind the cursor: below
 * it, or above it where the oldest come first.
 */
export function spanOf(asked: {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly cursor?: number | undefined
  readonly order?: 'newest' | 'oldest' | undefined
  readonly limit: number
  readonly lookedAt?: number | undefined
}): Span {
  const { from, to, cursor, order, limit, lookedAt } = asked
  const oldestFirst = order === 'oldest'
  const first = from === undefined ? 0 : firstIdAt(from)
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(to)
  const span = { from: first, before: end, limit, oldestFirst, lookedAt }
  if (cursor === undefined) return span
  return oldestFirst
    ? { ...span, from: Math.max(first, cursor + 1) }
    : { ...span, before: Math.min(end, cursor) }
}

/** Ids of orders in one database, and the context of their merchants. */
export type IdsInDatabase = { readonly context: MerchantContext; readonly ids: readonly number[] }

/** Groups ids of orders by the databases that they name. */
export function idsByDatabase(context: Context, ids: readonly number[]): readonly IdsInDatabase[] {
  const grouped = withSandbox(context).map((one) => ({
    context: one,
    ids: ids.filter((id) => contextOfOrder(context, id) === one),
  }))
  return grouped.filter((group) => group.ids.length > 0 || !isSandbox(group.context))
}

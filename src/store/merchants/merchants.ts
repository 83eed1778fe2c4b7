import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Merchant, MerchantSecrets, MerchantSettings } from '../../rules/merchants/merchant.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { merchants } from '../schema.ts'
import { rowsOf, sqlText, traced } from '../sql-text.ts'
import type { CreationSpan } from './directory.ts'

type Row = typeof merchants.$inferSelect

/** A merchant with its API secrets, still encrypted. */
export type StoredMerchant = { readonly merchant: Merchant; readonly encrypted: MerchantSecrets }

export async function findMerchant(
  db: MerchantDatabase,
  uid: string,
): Promise<StoredMerchant | null> {
  const row = await db.select().from(merchants).where(eq(merchants.uid, uid)).get()
  return row === undefined ? null : storedMerchant(row)
}

/** The merchants with those uids, in no particular order, with their secrets still encrypted. */
export async function merchantsOf(
  db: MerchantDatabase,
  uids: readonly string[],
): Promise<readonly StoredMerchant[]> {
  if (uids.length === 0) return []
  const rows = await db.select().from(merchants).where(isOneOf(merchants.uid, uids))
  return rows.map(storedMerchant)
}

export async function uidsOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, uid } = merchants
  const rows = await db.select({ id, uid }).from(merchants).where(isOneOf(id, ids))
  return new Map(rows.map((row) => [row.id, row.uid]))
}

/** The merchants of a database in the order of their creation, after the one with the id `after`. */
export async function merchantsAfter(
  db: MerchantDatabase,
  { after, limit, newestFirst }: CreationSpan,
): Promise<readonly StoredMerchant[]> {
  const { id } = merchants
  const page = db
    .select()
    .from(merchants)
    .where(newestFirst ? lt(id, after) : gt(id, after))
  const found = await page.orderBy(newestFirst ? desc(id) : asc(id)).limit(limit)
  return found.map(storedMerchant)
}

/** Inserts a merchant with its encrypted secret. */
export function insertMerchant(
  db: MerchantDatabase,
  merchant: Omit<
    Merchant,
    | 'id'
    | 'version'
    | 'paymentAmounts'
    | 'legacySignedAt'
    | 'held'
    | 'prices'
    | 'settlementAccounts'
    | 'seesFees'
    | 'autoWithdrawnDay'
  > &
    Partial<Pick<Merchant, 'autoWithdrawnDay'>>,
  encryptedSecret: string,
): Statement {
  const { ipWhitelist, ...plain } = merchant
  const insertion = db.insert(merchants).values({
    ...plain,
    ipWhitelist,
    version: 1,
    secret: encryptedSecret,
    secretInUse: true,
    held: false,
  })
  return traced(insertion, findSame({ uid: plain.uid, secret: encryptedSecret }))
}

const findSame = sqlText<{ readonly uid: string; readonly secret: string }>(
  'select 1 from merchants where uid = :uid and secret = :secret',
)

/** The fields of a merchant that the back office can change. */
type MerchantChanges = Partial<
  MerchantSettings &
    Pick<
      Merchant,
      | 'name'
      | 'enabled'
      | 'ipWhitelist'
      | 'paymentAmounts'
      | 'prices'
      | 'settlementAccounts'
      | 'autoWithdrawnDay'
    >
>

/**
 * Changes a merchant; `lost_race` if it has changed since it was read. The new version breaks every batch guarded by
 * the old one.
 */
export function changeMerchant(
  db: MerchantDatabase,
  { id, version }: Pick<Merchant, 'id' | 'version'>,
  changes: MerchantChanges,
): Statement {
  const next = sql`iif(${merchants.version} = ${version}, ${merchants.version} + 1, null)`
  return db
    .update(merchants)
    .set({ ...changes, version: next })
    .where(eq(merchants.id, id))
}

/**
 * Gives a merchant a new secret. The one in use stays valid until `graceEnds` (UTC seconds). A newest one that was
 * never used is replaced, and the older one keeps its end of grace (decisions §2, "Rotation"). The database decides,
 * whatever the merchant's version is, because the first request with the newest secret may arrive at the same moment.
 */
export function replaceSecret({
  db,
  uid,
  encryptedSecret,
  now,
  graceEnds,
}: {
  readonly db: MerchantDatabase
  readonly uid: string
  readonly encryptedSecret: string
  readonly now: number
  readonly graceEnds: number
}): Statement {
  const hasGrace = graceEnds > now
  const unused = and(eq(merchants.secretInUse, false), gt(merchants.previousSecretUntil, now))
  const previous = sql`iif(${unused}, ${merchants.previousSecret}, ${merchants.secret})`
  const previousUntil = sql`iif(${unused}, ${merchants.previousSecretUntil}, ${graceEnds})`
  const columns = {
    secret: encryptedSecret,
    secretInUse: !hasGrace,
    previousSecret: hasGrace ? previous : null,
    previousSecretUntil: hasGrace ? previousUntil : null,
    version: sql`${merchants.version} + 1`,
  }
  return db.update(merchants).set(columns).where(eq(merchants.uid, uid))
}

/**
 * Marks the newest secret as in use, after a request signed with it was accepted. False if it was resealed or replaced
 * since it was read as `encryptedSecret`.
 */
export async function markSecretInUse(
  db: MerchantDatabase,
  { id }: Pick<Merchant, 'id'>,
  encryptedSecret: string,
): Promise<boolean> {
  const [marked] = await rowsOf(db, [markInUse({ id, encryptedSecret })] as const)
  return marked.length > 0
}

const markInUse = sqlText<{ readonly id: number; readonly encryptedSecret: string }>(`
  update merchants set secret_in_use = 1 where id = :id and secret = :encryptedSecret returning id
`)

/** Records that a request in the earlier protocol's style was accepted, at `at` (UTC seconds). */
export function noteLegacyUse(
  db: MerchantDatabase,
  { id }: Pick<Merchant, 'id'>,
  at: number,
): Statement {
  return db.update(merchants).set({ legacySignedAt: at }).where(eq(merchants.id, id))
}

/** A condition that a merchant is unchanged, as SQL: `:merchantId` and `:version` are the values read. */
export const isUnchanged =
  'exists (select 1 from merchants where id = :merchantId and version = :version)'

/** The id of a merchant, as SQL; null once it has changed, which its orders do not accept. */
export const unchangedId =
  '(select id from merchants where id = :merchantId and version = :version)'

/** Selects a merchant's row if it is unchanged since it was read; also used as a condition. */
export function unchangedMerchant(
  db: MerchantDatabase,
  { id, version }: Readonly<Pick<Merchant, 'id' | 'version'>>,
) {
  return db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.id, id), eq(merchants.version, version)))
}

/** The fields of an order's merchant for the back office. */
export type OrderOwner = Pick<
  Merchant,
  | 'id'
  | 'uid'
  | 'callbackVocabulary'
  | 'collectionEvents'
  | 'enabled'
  | 'version'
  | 'prices'
  | 'seesFees'
>

/** The columns of an order's merchant. */
export const ownerColumns = {
  id: merchants.id,
  uid: merchants.uid,
  callbackVocabulary: merchants.callbackVocabulary,
  collectionEvents: merchants.collectionEvents,
  enabled: merchants.enabled,
  version: merchants.version,
  prices: merchants.prices,
  seesFees: merchants.seesFees,
}

/** Whether a row belongs to the merchant with that uid. */
export function isOwnedBy(merchantId: SQLiteColumn | SQL, uid: string): SQL {
  return sql`${merchantId} = (select ${merchants.id} from ${merchants} where ${eq(merchants.uid, uid)})`
}

/** The merchant of a row, without its secrets. */
export function merchantOf(row: Row): Merchant {
  return storedMerchant(row).merchant
}

export function storedMerchant(row: Row): StoredMerchant {
  const { secret, secretInUse, previousSecret, previousSecretUntil, ...merchant } = row
  const previous =
    previousSecret === null || previousSecretUntil === null
      ? null
      : { secret: previousSecret, until: previousSecretUntil }
  return { merchant, encrypted: { newest: secret, newestInUse: secretInUse, previous } }
}

import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { PlatformDatabase, Statement } from '../database.ts'
import { products } from '../schema.ts'

type Product = typeof products.$inferSelect

/** The products of the platform and, if named, of one merchant, by sku. */
export async function productsFor(
  db: PlatformDatabase,
  merchantUid: string,
): Promise<readonly Product[]> {
  return db
    .select()
    .from(products)
    .where(inArray(products.merchantUid, ['', merchantUid]))
    .orderBy(asc(products.sku), asc(products.id))
}

/** The products after the one with the id `after`, in the order of their creation. */
export async function productsAfter(
  db: PlatformDatabase,
  after: number,
  limit: number,
): Promise<readonly Product[]> {
  return db
    .select()
    .from(products)
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(limit)
}

export async function findProduct(db: PlatformDatabase, id: number): Promise<Product | null> {
  return (await db.select().from(products).where(eq(products.id, id)).get()) ?? null
}

/** Inserts a product; its sku must be new to its merchant. */
export function insertProduct(
  db: PlatformDatabase,
  product: Omit<Product, 'id'>,
): Statement<PlatformDatabase> {
  return db.insert(products).values(product)
}

export async function findProductBySku(
  db: PlatformDatabase,
  merchantUid: string,
  sku: string,
): Promise<Product | null> {
  const isIt = and(eq(products.merchantUid, merchantUid), eq(products.sku, sku))
  return (await db.select().from(products).where(isIt).get()) ?? null
}

export function changeProduct(
  db: PlatformDatabase,
  id: number,
  changes: Partial<Omit<Product, 'id'>>,
): Statement<PlatformDatabase> {
  return db.update(products).set(changes).where(eq(products.id, id))
}

export function deleteProduct(db: PlatformDatabase, id: number): Statement<PlatformDatabase> {
  return db.delete(products).where(eq(products.id, id))
}

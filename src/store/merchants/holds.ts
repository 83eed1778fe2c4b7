import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Hold, LinkHolds, OrderHolds } from '../../rules/merchants/hold.ts'
import { digitRuns } from '../../units/account-digits.ts'
import { rowsFromJson } from '../archive/order-rows.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { holds } from '../schema.ts'
import { type RawRow, rowsOf, sqlText, traced } from '../sql-text.ts'

export function insertHold(db: MerchantDatabase, hold: Hold): Statement {
  return traced(db.insert(holds).values(hold), findSame(hold))
}

const findSame = sqlText<Hold>(`
  select 1 from holds
  where id = :id and key = :key and actor = :actor and created_at = :createdAt
`)

export type HoldLifting = Pick<Hold, 'liftedAt' | 'liftedBy' | 'liftReason'>

/** Lifts a hold; the batch breaks with `lost_race` if it is lifted already. */
export const liftHoldInForce = sqlText<HoldLifting & { readonly id: number }>(`
  update holds
  set
    lifted_by = iif(lifted_at is null, :liftedBy, null),
    lift_reason = :liftReason,
    lifted_at = :liftedAt
  where id = :id
`)

/** Lifts a hold in another database; a lifted one is unchanged. */
export function liftHoldRow(db: MerchantDatabase, id: number, lifted: HoldLifting): Statement {
  return db
    .update(holds)
    .set(lifted)
    .where(and(eq(holds.id, id), isNull(holds.liftedAt)))
}

/** Lets the merchant create orders again if no other hold of it is in force, in the batch that lifts one. */
export const releaseMerchant = sqlText<{ readonly uid: string }>(`
  update merchants
  set
    held = exists (select 1 from holds where key = 'merchant:' || :uid and lifted_at is null),
    version = version + 1
  where uid = :uid
`)

/** Stops the merchant from creating orders, in the batch that places a hold of it. */
export const holdMerchant = sqlText<{ readonly uid: string }>(`
  update merchants set held = 1, version = version + 1 where uid = :uid
`)

/** Breaks a batch with `held` if a hold on this order is in force; else writes nothing. */
export function requireOrderNotHeld(keys: OrderHolds): Statement {
  return breakIfOrderHeld(holdValues(keys))
}

/** Breaks a batch with `held` if a hold on this link is in force; else writes nothing. */
export function requireLinkNotHeld(keys: LinkHolds): Statement {
  return breakIfLinkHeld(holdValues(keys))
}

// The runs of ten digits within an account (`digitRuns`) that are each a value of their own: D1 counts each value of a
// list as a row read, but no single value without a match. Five do for an account of fifteen digits.
const innerRuns = ['innerRun1', 'innerRun2', 'innerRun3', 'innerRun4', 'innerRun5'] as const

/**
 * The lookup values of accounts: the run that the first one ends in, five runs within it, and all other runs as a JSON
 * object that says of each whether an account ends in it. A value that an account lacks is "".
 */
type AccountKeys = Readonly<Record<'endRun' | 'otherRuns' | (typeof innerRuns)[number], string>>

/** The values of a statement with `isHoldOfOrder`. */
export type OrderHoldValues = Omit<OrderHolds, 'accounts'> & AccountKeys

/** The values for lookup keys of holds. */
export function holdValues<Keys extends LinkHolds>({
  accounts,
  ...keys
}: Keys): Omit<Keys, 'accounts'> & AccountKeys {
  const runs = new Map<string, boolean>()
  for (const [run, isEnd] of accounts.flatMap((one) => [...digitRuns(one)])) {
    runs.set(run, isEnd || runs.get(run) === true)
  }
  const endRun = [...digitRuns(accounts[0] ?? '').keys()].at(-1) ?? ''
  const inner = [...runs].flatMap(([run, isEnd]) => (isEnd || run === endRun ? [] : [run]))
  const [innerRun1 = '', innerRun2 = '', innerRun3 = '', innerRun4 = '', innerRun5 = ''] = inner
  const single = { endRun, innerRun1, innerRun2, innerRun3, innerRun4, innerRun5 }
  for (const run of Object.values(single)) runs.delete(run)
  return { ...keys, ...single, otherRuns: JSON.stringify(Object.fromEntries(runs)) }
}

const isInForce =
  'exists (select 1 from holds where holds.key = held_digits.key and lifted_at is null)'
const heldAccount = (value: ValueOf) => `coalesce(
  (select key from held_digits where digits = ${value('endRun')} and ${isInForce} limit 1),
  ${innerRuns
    .map(
      (run) =>
        `(select key from held_digits where digits = ${value(run)} and is_end = 1 and ${isInForce} limit 1)`,
    )
    .join()},
  (
    select held_digits.key from json_each(${value('otherRuns')}) as runs cross join held_digits
    where held_digits.digits = runs.key and (runs.value = 1 or held_digits.is_end = 1) and ${isInForce}
    limit 1
  ),
  ''
)`

/** The SQL of a value of `OrderHoldValues`. */
type ValueOf = (name: keyof OrderHoldValues) => string
const bound: ValueOf = (name) => `:${name}`

/** Whether a row of `holds` keeps the order, by a key or by an account. */
export const isHoldOfOrder = `lifted_at is null
  and key in (:merchant, :member, :order, ${heldAccount(bound)})`

/** Whether a hold with that key is in force. */
export const hasHold = (key: string) =>
  `exists (select 1 from holds where key = ${key} and lifted_at is null)`

/** Whether an order is held. With each value named by itself, values without a match count as no row read. */
export const isHeldOrder = (value: ValueOf) => `(
  ${hasHold(value('merchant'))} or ${hasHold(value('member'))} or ${hasHold(value('order'))}
  or ${heldAccount(value)} <> ''
)`

/** The orders among these that are held. */
export async function heldOrders(
  db: MerchantDatabase,
  orders: readonly { readonly orderId: number; readonly holds: OrderHolds }[],
): Promise<ReadonlySet<number>> {
  if (orders.length === 0) return new Set()
  const values = orders.map(({ orderId, holds: keys }) => ({ orderId, ...holdValues(keys) }))
  const [rows] = await rowsOf(db, [selectHeld({ orders: JSON.stringify(values) })])
  return new Set(rows.map(({ orderId }) => orderId))
}

const ofOrder = (name: string) => `(orders.value ->> '${name}')`

const selectHeld = sqlText<{ readonly orders: string }, { readonly orderId: number }>(`
  select ${ofOrder('orderId')} as orderId from json_each(:orders) as orders
  where ${isHeldOrder(ofOrder)}
`)

const breakIfOrderHeld = sqlText<OrderHoldValues>(
  `update holds set refused = 'held' where ${isHoldOfOrder}`,
)
const breakIfLinkHeld = sqlText<Omit<LinkHolds, 'accounts'> & AccountKeys>(
  `update holds set refused = 'held' where lifted_at is null and key in (:member, ${heldAccount(bound)})`,
)

export const accountHolds = sqlText<Readonly<Record<string, never>>, RawRow>(`
  select * from holds where key >= 'account:' and key < 'account;' and lifted_at is null
`)

/** Adds the rows of a JSON object that the database lacks. */
export const addHolds = sqlText<{ readonly rows: string }>(`
  insert into holds ${rowsFromJson(holds, ':rows')} where true on conflict do nothing
`)

export async function findHold(db: MerchantDatabase, id: number): Promise<Hold | null> {
  return (await db.select().from(holds).where(eq(holds.id, id)).get()) ?? null
}

/** The holds with an id below `before`, newest first. */
export async function newestHolds(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<readonly Hold[]> {
  return db.select().from(holds).where(lt(holds.id, before)).orderBy(desc(holds.id)).limit(limit)
}

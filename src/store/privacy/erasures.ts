import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

type NewErasure = {
  readonly id: number
  readonly merchantId: number
  readonly userId: string
  /** UTC seconds. */
  readonly askedAt: number
  /** Records with greater ids are newer. */
  readonly lastId: number
}

type Erasure = NewErasure & {
  readonly merchantUid: string
  readonly orders: number
  readonly links: number
  /** UTC seconds; null while it is under way. */
  readonly endedAt: number | null
}

/** The bucket's record of an erasure, by which a restored database masks again. */
export type ErasureNote = NewErasure

/** The erasure with that id; null when there is none. */
export async function findErasure(db: MerchantDatabase, id: number): Promise<Erasure | null> {
  const [[found]] = await rowsOf(db, [selectErasure({ id })] as const)
  return found ?? null
}

const selectErasure = sqlText<{ readonly id: number }, Erasure>(`
  select erasures.id, merchant_id as merchantId, merchants.uid as merchantUid, user_id as userId,
    asked_at as askedAt, last_id as lastId, orders, links, ended_at as endedAt
  from erasures join merchants on merchants.id = merchant_id
  where erasures.id = :id
`)

/**
 * The transaction numbers of a member's orders that are not final, or owe a callback, at most ten. As for the archive,
 * an order whose time ran out unpaid is final, because nobody would ever end it, and declared money that awaits a
 * confirmation is not: whoever confirms it compares the payer.
 */
export async function openOrdersOf(
  db: MerchantDatabase,
  member: Pick<NewErasure, 'merchantId' | 'userId'>,
): Promise<readonly string[]> {
  const found = await rowsOf(db, [findPending(member), findOwed(member)] as const)
  return [...new Set(found.flat().map(({ tradeNo }) => tradeNo))].slice(0, 10)
}

type Member = Pick<NewErasure, 'merchantId' | 'userId'>

const pending = `
  select trade_no as tradeNo from collections
  where status = 'pending' and not (collection_status = 'exception' and expired = 1)
    and +merchant_id = :merchantId and user_id = :userId
  union all
  select trade_no from collections
  where confirmation = 'awaiting' and +merchant_id = :merchantId and user_id = :userId
  limit 10
`
const findPending = sqlText<Member, { readonly tradeNo: string }>(pending)

// A receiver's name begins with its merchant's number and a space; `!` is the character after the space.
const owed = `
  select callbacks.trade_no as tradeNo
  from callbacks join collections on collections.id = order_id
  where state = 'due' and user_id = :userId
    and endpoint > cast(:merchantId as integer) || ' '
    and endpoint < cast(:merchantId as integer) || '!'
  limit 10
`
const findOwed = sqlText<Member, { readonly tradeNo: string }>(owed)

/** Begins an erasure; the batch breaks with `lost_race` if an order of the member is open by now. */
export const insertErasure = sqlText<NewErasure>(`
  insert into erasures (
    id, merchant_id, user_id, asked_at, last_id, after_id, orders, links, ended_at, noted
  ) values (
    :id, iif(exists (${pending}) or exists (${owed}), null, :merchantId), :userId, :askedAt, :lastId,
    0, 0, 0, null, 0
  )
`)

/** Erasures that the bucket has no note of. */
export async function unnotedErasures(db: MerchantDatabase): Promise<readonly ErasureNote[]> {
  const [found] = await rowsOf(db, [findUnnoted({})] as const)
  return found
}

const findUnnoted = sqlText<Readonly<Record<string, never>>, ErasureNote>(`
  select id, merchant_id as merchantId, user_id as userId, asked_at as askedAt, last_id as lastId
  from erasures where noted = 0 limit 500
`)

/** Marks erasures as recorded in the bucket. */
export async function keepNoted(db: MerchantDatabase, ids: readonly number[]): Promise<void> {
  await rowsOf(db, [writeNoted({ ids: JSON.stringify(ids) })])
}

const writeNoted = sqlText<{ readonly ids: string }>(`
  update erasures set noted = 1 where id in (select value from json_each(:ids))
`)

/** Restarts the erasures of the bucket that a restored database lacks. */
export async function restoreErasures(
  db: MerchantDatabase,
  notes: readonly ErasureNote[],
): Promise<void> {
  await rowsOf(db, [insertNotes({ notes: JSON.stringify(notes) })])
}

const insertNotes = sqlText<{ readonly notes: string }>(`
  insert into erasures (
    id, merchant_id, user_id, asked_at, last_id, after_id, orders, links, ended_at, noted
  )
  select value ->> 'id', merchants.id, value ->> 'userId', value ->> 'askedAt', value ->> 'lastId',
    0, 0, 0, null, 1
  from json_each(:notes) join merchants on merchants.id = value ->> 'merchantId'
  where true
  on conflict (id) do nothing
`)

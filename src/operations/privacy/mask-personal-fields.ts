import type { MerchantContext } from '../../context.ts'
import { firstIdAt, orderNamed } from '../../rules/orders/order-identity.ts'
import { subjectOf } from '../../rules/people/approvals.ts'
import { getJson, putJson } from '../../store/copies/copy-bucket.ts'
import {
  type ErasureNote,
  keepNoted,
  restoreErasures,
  unnotedErasures,
} from '../../store/privacy/erasures.ts'
import {
  type MemberRecord,
  maskOld,
  maskRecords,
  membersOf,
  openErasures,
  readStep,
  retainedUpTo,
  type StepPage,
} from '../../store/privacy/mask-rows.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * Masks what erasures name and what is older than `RETENTION_DAYS` (back office §6), in bounded steps: the next run
 * goes on where this one stops. A run that is killed loses nothing, for a step is one batch.
 *
 * @returns how many steps it has taken
 */
export async function maskPersonalFields(
  context: MerchantContext,
  rows = rowsOfStep,
): Promise<number> {
  await noteErasures(context)
  let steps = 0
  while (steps < stepsMax && (await eraseNext(context, rows))) steps += 1
  while (steps < stepsMax && (await retainNext(context, rows))) steps += 1
  return steps
}

/** Orders, links and approvals that a step looks through, and the steps of a run: 10,000 orders a minute. */
const rowsOfStep = 500
const stepsMax = 20

// Beyond every id.
const endOfIds = Number.MAX_SAFE_INTEGER

// Erasures that are equally far go on together, so that a thousand of them read each order once.
async function eraseNext({ db, now }: MerchantContext, rows: number): Promise<boolean> {
  const open = await openErasures(db)
  const after = open[0]?.after
  if (after === undefined) return false
  const page = await readStep(db, { after, rows })
  const end = endOfPage(page, rows) ?? endOfIds
  const taken = new Map(
    open.filter((one) => one.after === after).map((one) => [keyOf(one), one] as const),
  )
  // What a member has made since is not meant.
  const erasureOf = (record: MemberRecord) => {
    const found = taken.get(keyOf(record))
    return found !== undefined && record.id <= found.lastId ? found.id : null
  }
  const isErased = (record: MemberRecord) => erasureOf(record) !== null
  const isReached = (record: MemberRecord) => record.id <= end && isErased(record)
  const [orders, links] = [page.orders.filter(isReached), page.links.filter(isReached)]
  const countOf = (records: readonly MemberRecord[], id: number) =>
    records.filter((one) => erasureOf(one) === id).length
  await maskRecords(db, {
    orders: idsOf(orders),
    links: idsOf(links),
    approvals: await approvalsOf(db, page, isErased),
    erasures: [...taken.values()].map(({ id }) => {
      return { id, orders: countOf(orders, id), links: countOf(links, id) }
    }),
    after,
    end,
    now: toSeconds(now()),
  })
  return true
}

const keyOf = ({ merchantId, userId }: Omit<MemberRecord, 'id'>) => `${merchantId} ${userId}`
const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id)

// The id up to which a page has all records; null where it has all there are.
function endOfPage({ orders, links, approvals }: StepPage, rows: number): number | null {
  const ends = [orders, links, approvals].flatMap((one) => {
    return one.length < rows ? [] : (one.at(-1)?.id ?? [])
  })
  return ends.length === 0 ? null : Math.min(...ends)
}

// An approval keeps a picture of its order, which may be of an earlier page.
async function approvalsOf(
  db: MerchantContext['db'],
  { approvals }: StepPage,
  isErased: (record: MemberRecord) => boolean,
): Promise<readonly number[]> {
  const named = approvals.flatMap(({ id, subject }) => {
    const order = orderNamed(subjectOf(subject).name)
    return order === null ? [] : [{ id, orderId: order.id }]
  })
  const members = await membersOf(
    db,
    named.map(({ orderId }) => orderId),
  )
  const erased = new Set(members.filter(isErased).map(({ id }) => id))
  return named.filter(({ orderId }) => erased.has(orderId)).map(({ id }) => id)
}

async function retainNext(context: MerchantContext, rows: number): Promise<boolean> {
  const { db, now, settings } = context
  const { retentionDays } = settings
  if (retentionDays === 0) return false
  const last = firstIdAt(toSeconds(now()) - retentionDays * 86_400) - 1
  const after = await retainedUpTo(db)
  if (after >= last) return false
  const page = await readStep(db, { after, rows })
  const end = Math.min(last, endOfPage(page, rows) ?? last)
  const old = (records: readonly MemberRecord[]) => idsOf(records.filter(({ id }) => id <= end))
  await maskOld(db, { orders: old(page.orders), links: old(page.links), end })
  return true
}

/** The notes of erasures that the bucket keeps beside the copies of a database. */
type Notes = { readonly erasures: readonly ErasureNote[] }

const notesKey = (databaseNumber: number) =>
  `${databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`}/erasures.json`

// Before anything is masked by it: whatever happens to the database then, a restore knows of the erasure.
async function noteErasures({ db, databaseNumber, archive }: MerchantContext): Promise<void> {
  if (archive === null) return
  const fresh = await unnotedErasures(db)
  if (fresh.length === 0) return
  const key = notesKey(databaseNumber)
  const known = await getJson<Notes>(archive, key)
  const ids = new Set(fresh.map(({ id }) => id))
  const others = (known?.value.erasures ?? []).filter(({ id }) => !ids.has(id))
  const value: Notes = { erasures: [...others, ...fresh] }
  if (!(await putJson({ bucket: archive, key, value, etag: known?.etag ?? null }))) {
    throw new Error('another run has noted erasures')
  }
  await keepNoted(db, [...ids])
}

/** Begins anew the erasures that a database was restored from before of. */
export async function eraseAgain(
  { db, databaseNumber }: MerchantContext,
  bucket: R2Bucket,
): Promise<void> {
  const known = await getJson<Notes>(bucket, notesKey(databaseNumber))
  if (known !== null) await restoreErasures(db, known.value.erasures)
}

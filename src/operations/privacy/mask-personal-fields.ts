import type { MerchantContext } from '../../context.ts'
import { firstIdAt, kindOf, parseTradeNo } from '../../rules/orders/order-identity.ts'
import { parseSubject } from '../../rules/people/approvals.ts'
import { findObject } from '../../store/archive/archive-objects.ts'
import { getJson, putJson } from '../../store/copies/copy-bucket.ts'
import {
  type ErasureNote,
  keepNoted,
  restoreErasures,
  unnotedErasures,
} from '../../store/privacy/erasures.ts'
import {
  type ArchivedKeys,
  findLateAnswers,
  isUnmaskedLink,
  type MemberRecord,
  maskLate,
  maskOld,
  maskRecords,
  membersOf,
  openErasures,
  readStep,
  retainedUpTo,
  type StepPage,
} from '../../store/privacy/mask-rows.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { recordsOf } from '../archive/archived-rows.ts'
import { unarchive } from '../archive/unarchive.ts'

/**
 * Masks the records of erasures, and those older than `RETENTION_DAYS` (back office §6), in bounded steps. A run that
 * is killed loses nothing: a step is one batch.
 *
 * @returns the number of steps taken
 */
export async function maskPersonalFields(
  context: MerchantContext,
  rows = rowsOfStep,
): Promise<number> {
  await noteErasures(context)
  let steps = 0
  for (const next of [eraseNext, retainNext, emptyLate]) {
    while (steps < stepsMax && context.mayGoOn() && (await next(context, rows))) steps += 1
  }
  return steps
}

/** Orders, links and approvals of a step, and steps of a run: 10,000 orders a minute. */
const rowsOfStep = 500
const stepsMax = 20

const endOfIds = Number.MAX_SAFE_INTEGER

// False where no step is left. Erasures with the same progress continue together, so that many read each order once.
async function eraseNext(context: MerchantContext, rows: number): Promise<boolean> {
  const { db, now } = context
  const open = await openErasures(db)
  const after = open[0]?.after
  if (after === undefined) return false
  const erasures = new Map(
    open.filter((one) => one.after === after).map((one) => [keyOf(one), one] as const),
  )
  // An erasure does not cover a member's later records.
  const erasureOf = (record: MemberRecord) => {
    const found = erasures.get(keyOf(record))
    return found !== undefined && record.id <= found.lastId ? found.id : null
  }
  const isErased = (record: MemberRecord) => erasureOf(record) !== null
  const merchants = new Set([...erasures.values()].map(({ merchantId }) => merchantId))
  const { page, end } = await stepWithArchived(context, {
    after,
    rows,
    last: endOfIds,
    isLookedAt: ({ orderId, merchantId }) =>
      kindOf(orderId) === 'collection' && merchants.has(merchantId),
    mustMask: (one) => membersIn(one).some(isErased),
  })
  const isReached = (record: MemberRecord) => record.id <= end && isErased(record)
  const [orders, links] = [page.orders.filter(isReached), page.links.filter(isReached)]
  const countOf = (records: readonly MemberRecord[], id: number) =>
    records.filter((one) => erasureOf(one) === id).length
  await maskRecords(db, {
    orders: idsOf(orders),
    links: idsOf(links),
    approvals: await approvalsOf(db, page, isErased),
    erasures: [...erasures.values()].map(({ id }) => {
      return { id, orders: countOf(orders, id), links: countOf(links, id) }
    }),
    after,
    end,
    now: toSeconds(now()),
  })
  return true
}

function membersIn({ id, rows }: ArchivedOrderRows): readonly MemberRecord[] {
  const orders = (rows.collections ?? []).map((row) => [id, row, row.user_id] as const)
  const links = (rows.payment_links ?? []).map((row) => {
    return [Number(row.id), row, JSON.parse(String(row.content)).memberNo] as const
  })
  return [...orders, ...links].map(([recordId, row, userId]) => {
    return { id: recordId, merchantId: Number(row.merchant_id), userId: String(userId) }
  })
}

const keyOf = ({ merchantId, userId }: Omit<MemberRecord, 'id'>) => `${merchantId} ${userId}`
const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id)

// The id up to which a page has all records; null if it has all.
function endOfPage(page: StepPage, rows: number): number | null {
  const ends = Object.values(page).flatMap((one) => {
    return one.length < rows ? [] : (one.at(-1)?.id ?? [])
  })
  return ends.length === 0 ? null : Math.min(...ends)
}

// An approval contains a copy of its order, which may be of an earlier page.
async function approvalsOf(
  db: MerchantContext['db'],
  { approvals }: StepPage,
  isErased: (record: MemberRecord) => boolean,
): Promise<readonly number[]> {
  const ofOrders = approvals.flatMap(({ id, subject }) => {
    const order = parseTradeNo(parseSubject(subject).name)
    return order === null ? [] : [{ id, orderId: order.id }]
  })
  const members = await membersOf(
    db,
    ofOrders.map(({ orderId }) => orderId),
  )
  const erased = new Set(members.filter(isErased).map(({ id }) => id))
  return ofOrders.filter(({ orderId }) => erased.has(orderId)).map(({ id }) => id)
}

async function retainNext(context: MerchantContext, rows: number): Promise<boolean> {
  const { db } = context
  const before = oldBefore(context)
  if (before === null) return false
  const last = firstIdAt(before) - 1
  const after = await retainedUpTo(db)
  if (after >= last) return false
  const { page, end } = await stepWithArchived(context, {
    after,
    rows,
    last,
    isLookedAt: () => true,
    mustMask: hasOldFields,
  })
  const old = (records: readonly MemberRecord[]) => idsOf(records.filter(({ id }) => id <= end))
  await maskOld(db, { orders: old(page.orders), links: old(page.links), before, after, end })
  return true
}

// A resend, and an order that is paid late, have answers that become old after their order.
async function emptyLate(context: MerchantContext): Promise<boolean> {
  const before = oldBefore(context)
  if (before === null) return false
  const orders = await findLateAnswers(context.db, { before, limit: returnsOfStep })
  if (orders.length === 0) return false
  await unarchive(context, orders)
  await maskLate(context.db, { orders, before })
  return true
}

// UTC seconds; null where nothing is masked by its age.
function oldBefore({ settings: { retentionDays }, now }: MerchantContext): number | null {
  return retentionDays === 0 ? null : toSeconds(now()) - retentionDays * daySeconds
}

// A receiver's answer that is no acknowledgement, or an unmasked link.
function hasOldFields({ rows }: ArchivedOrderRows): boolean {
  const attempts = [
    ...(rows.callback_attempts ?? []),
    ...(rows.callbacks ?? []).map((row) => JSON.parse(String(row.first_attempt))),
  ]
  const links = (rows.payment_links ?? []).map((row) => JSON.parse(String(row.content)))
  return (
    links.some(isUnmaskedLink) ||
    attempts.some((one) => one !== null && one.answer !== '' && one.outcome !== 'delivered')
  )
}

type ArchivedOrderRows = Awaited<ReturnType<typeof recordsOf>>[number]

type ArchivedStep = Readonly<Record<'after' | 'rows' | 'last', number>> & {
  /** Whether to read the object of an archived record, and whether to mask an order in it. */
  readonly isLookedAt: (record: ArchivedKeys) => boolean
  readonly mustMask: (order: ArchivedOrderRows) => boolean
}

// The next records, after the archived ones among them were moved back.
async function stepWithArchived(context: MerchantContext, step: ArchivedStep) {
  const { db } = context
  const page = await readStep(db, step)
  const end = Math.min(step.last, endOfPage(page, step.rows) ?? step.last)
  const archived = [...page.archived, ...page.archivedLinks]
    .filter((one) => one.id <= end && step.isLookedAt(one))
    .toSorted((one, other) => one.id - other.id)
  const objects = [...new Set(archived.map(({ objectId }) => objectId))].slice(0, objectsOfStep)
  const meant: number[] = []
  const looked = new Set<number>()
  for (const objectId of objects) {
    if (meant.length === returnsOfStep) break
    const object = await findObject(db, objectId)
    const orders = object?.state === 'whole' ? await recordsOf(context, object) : []
    const found = orders.find(step.mustMask)
    if (found !== undefined) meant.push(found.id)
    looked.add(objectId)
  }
  const unread = archived.find(({ objectId }) => !looked.has(objectId))
  const reached = unread === undefined ? end : unread.id - 1
  if (meant.length === 0) return { page, end: reached }
  await unarchive(context, meant)
  const again = await readStep(db, step)
  const endAgain = Math.min(reached, endOfPage(again, step.rows) ?? reached)
  return { page: again, end: endAgain }
}

/** Objects that a step reads, and objects whose orders it moves back. */
const objectsOfStep = 20
const returnsOfStep = 4

/** The notes of erasures that the bucket keeps beside the copies of a database. */
type Notes = { readonly erasures: readonly ErasureNote[] }

const notesKey = (databaseNumber: number) =>
  `${databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`}/erasures.json`

// Written before anything is masked, so that a restore of the database knows the erasure.
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

/** Restarts the erasures that a restored database lacks. */
export async function eraseAgain(
  { db, databaseNumber }: MerchantContext,
  bucket: R2Bucket,
): Promise<void> {
  const known = await getJson<Notes>(bucket, notesKey(databaseNumber))
  if (known !== null) await restoreErasures(db, known.value.erasures)
}

import type { MerchantContext } from '../../context.ts'
import { type ArchivedRecord, archiveLines } from '../../rules/archive/archive-lines.ts'
import { firstIdAt, orderId, secondsOfId } from '../../rules/orders/order-identity.ts'
import {
  type ArchiveObject,
  archivePosition,
  beginObject,
  forgetObject,
  keepArchivePosition,
  removeOrders,
  unneededObjects,
} from '../../store/archive/archive-objects.ts'
import {
  bookedTimes,
  type FinalOrder,
  findFinalOrders,
  isArchiveIdle,
} from '../../store/archive/final-orders.ts'
import { readOrderRows, rowsOfOrder } from '../../store/archive/order-rows.ts'
import { getObject, gzipped, putObject } from '../../store/copies/copy-bucket.ts'
import { retainedUpTo } from '../../store/privacy/mask-rows.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { dayToTaipei, taipeiDay } from '../../units/taipei-time.ts'
import { pause } from '../../units/time-limit.ts'
import { archiveBatchOf } from './archive-batch.ts'

export type ArchiveRun = {
  readonly orders: number
  readonly objects: number
  /** Orders that stay: they changed meanwhile, are too large, or something began that would miss them. */
  readonly changed: number
  readonly deleted: number
}

/**
 * Moves orders that have been final for `ARCHIVE_AFTER_DAYS` from the database into the bucket, some fifty per object
 * (docs/growing.md). An object is read back and compared before its rows are deleted, in one batch that checks each row
 * against the object. A run is bounded; a run killed at any point loses nothing.
 */
export async function archiveOrders(
  context: MerchantContext,
  { looked, steps } = standardLimits,
): Promise<ArchiveRun> {
  const { db, archive, settings, now } = context
  const none = { orders: 0, objects: 0, changed: 0, deleted: 0 }
  if (archive === null) return none
  const deleted = await deleteUnneeded(context, archive)
  const at = toSeconds(now())
  const before = at - settings.archiveAfterDays * daySeconds
  if (settings.archiveAfterDays === 0) return { ...none, deleted }
  let place = await archivePosition(db, at)
  const isResting = place.after === 0 && place.endedAt !== null && at < place.endedAt + restSeconds
  if (isResting || !(await isArchiveIdle(db))) return { ...none, deleted }
  const end = await endOfDue(context, before)
  let run = { ...none, deleted }
  for (let step = 0; step < steps && context.mayGoOn(); step += 1) {
    const { orders, scannedTo } = await findFinalOrders(db, {
      after: place.after,
      end,
      limit: looked,
      before,
    })
    let parts = slices(orders)
    for (; parts.length > 0 && context.mayGoOn(); parts = parts.slice(1)) {
      run = addedTo(run, await archiveSome(context, archive, parts[0] ?? []))
      if (parts.length > 1) await pause(objectPauseMs)
    }
    // Orders that are left are found again by the next run.
    if (parts.length === 0) {
      place = scannedTo === null ? { after: 0, endedAt: at } : { ...place, after: scannedTo }
    }
    await keepArchivePosition(db, { ...place, now: at })
    if (place.after === 0) break
  }
  return run
}

/** Orders of each kind that a step checks, and steps of a run. */
const standardLimits = { looked: 500, steps: 4 }

/** The pause after a complete search. */
const restSeconds = 20 * 3_600

/** The most orders and text bytes of an object: one batch of them keeps no payment waiting. */
const objectOrders = 50
const objectBytesMax = 1_000_000

/** D1 takes no longer value: an order with more stays, and keeps no other. */
const valueBytesMax = 2_000_000

/** A pause between objects, so that a payment waits for at most one. */
const objectPauseMs = 100

// Orders that must be masked by age are archived after that.
async function endOfDue({ db, settings }: MerchantContext, before: number): Promise<number> {
  const end = firstIdAt(before)
  return settings.retentionDays === 0 ? end : Math.min(end, (await retainedUpTo(db)) + 1)
}

// Groups orders by merchant: most list pages are of one merchant.
function slices(orders: readonly FinalOrder[]): readonly (readonly FinalOrder[])[] {
  const sorted = orders.toSorted(
    (one, other) => one.merchantId - other.merchantId || one.id - other.id,
  )
  const count = Math.ceil(sorted.length / objectOrders)
  return Array.from({ length: count }, (_, place) =>
    sorted.slice(place * objectOrders, (place + 1) * objectOrders),
  )
}

type AddedCounts = Omit<ArchiveRun, 'deleted'>

function addedTo(run: ArchiveRun, { orders, objects, changed }: AddedCounts): ArchiveRun {
  return {
    ...run,
    orders: run.orders + orders,
    objects: run.objects + objects,
    changed: run.changed + changed,
  }
}

async function archiveSome(
  context: MerchantContext,
  bucket: R2Bucket,
  orders: readonly FinalOrder[],
): Promise<AddedCounts> {
  const { db } = context
  const ids = orders.map(({ id }) => id)
  const rows = await readOrderRows(db, ids)
  const { length: bytes } = new TextEncoder().encode(JSON.stringify(rows))
  if (orders.length > 1 && bytes > objectBytesMax) {
    const half = Math.ceil(orders.length / 2)
    const first = await archiveSome(context, bucket, orders.slice(0, half))
    return addedTo({ ...first, deleted: 0 }, await archiveSome(context, bucket, orders.slice(half)))
  }
  if (bytes > valueBytesMax) return { orders: 0, objects: 0, changed: orders.length }
  const position = await begin(context, orders[0]?.id ?? 0)
  const departure = archiveBatchOf(context, position, rows)
  const records = ids.map((id) => ({ id, rows: rowsOfOrder(rows, id) }))
  const object = await putRecords(bucket, departure.object, records)
  const booked = sinceCreation(await bookedTimes(db, orders))
  const outcome = await removeOrders(db, { ...departure, object }, booked)
  return outcome === 'committed'
    ? { orders: orders.length, objects: 1, changed: 0 }
    : { orders: 0, objects: 0, changed: orders.length }
}

// Relative times take a third of the bytes.
function sinceCreation(booked: ReadonlyMap<number, readonly number[]>) {
  return new Map(Array.from(booked, ([id, times]) => [id, times.map((at) => at - secondsOfId(id))]))
}

async function begin(context: MerchantContext, firstId: number): Promise<ArchiveObject> {
  const { db, databaseNumber, now, random } = context
  const nowMs = now()
  const id = orderId({ kind: 'collection', nowMs, random: random(), database: databaseNumber })
  const day = dayToTaipei(taipeiDay(secondsOfId(firstId)))
  const database = databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`
  const name = `${database}/orders/${day}/${id}.jsonl.gz`
  const object = { id, name, createdAt: toSeconds(nowMs) }
  await beginObject(db, object)
  return {
    ...object,
    state: 'begun',
    orders: 0,
    collected: 0,
    paidOut: 0,
    bytes: 0,
    sha256: '',
    goneAt: null,
  }
}

async function putRecords(
  bucket: R2Bucket,
  object: ArchiveObject,
  records: readonly ArchivedRecord[],
): Promise<ArchiveObject> {
  const { id, name, orders, collected, paidOut } = object
  const header = { format: 1, id, orders, collected, paidOut } as const
  const bytes = await gzipped(archiveLines(header, records))
  const sha256 = await putObject(bucket, name, bytes)
  await getObject(bucket, name, sha256)
  return { ...object, bytes: bytes.length, sha256 }
}

async function deleteUnneeded(context: MerchantContext, bucket: R2Bucket): Promise<number> {
  const { db, now } = context
  const at = toSeconds(now())
  const terms = { begunBefore: at - 3_600, goneBefore: at - goneKeptSeconds, limit: 20 }
  const objects = await unneededObjects(db, terms)
  for (const { id, name } of objects) {
    await bucket.delete(name)
    await forgetObject(db, id)
  }
  return objects.length
}

/** A database that Time Travel has put back needs objects whose orders came back after that moment. */
const goneKeptSeconds = 60 * daySeconds

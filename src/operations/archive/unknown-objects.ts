import type { MerchantContext } from '../../context.ts'
import { firstIdAfter } from '../../rules/orders/order-identity.ts'
import { noteGoneObjects } from '../../store/archive/archive-objects.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * Records the bucket's objects that the database does not know. It was restored, or put back to before they were
 * written, so their orders are live or in other objects. They are deleted like objects whose orders came back. A run
 * looks at ten thousand, the names after `after`.
 *
 * @returns the last name it has seen; undefined at the end
 */
export async function noteUnknownObjects(
  { db, databaseNumber, now }: MerchantContext,
  bucket: R2Bucket,
  after: string,
): Promise<string | undefined> {
  const prefix = `${databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`}/orders/`
  // An id in the future would count as read by the copies, with all ids before it.
  const end = firstIdAfter(now())
  let last = after
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await bucket.list({ prefix, startAfter: last || prefix })
    const objects = found.objects.flatMap(({ key: name }) => {
      const [, id] = /\/(\d+)\.jsonl\.gz$/.exec(name) ?? []
      return Number(id) < end ? [{ id: Number(id), name }] : []
    })
    if (objects.length > 0) await noteGoneObjects(db, objects, toSeconds(now()))
    if (!found.truncated) return
    last = found.objects.at(-1)?.key ?? last
  }
  return last
}

/** Pages of a thousand objects: three seconds of a run's twenty. */
const pagesMax = 10

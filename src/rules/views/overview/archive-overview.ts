import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { secondsOfId } from '../../orders/order-identity.ts'

export type ArchiveFigures = {
  readonly orders: number
  /** The size of its objects in the bucket. */
  readonly bytes: number
  /** When the search for final orders last reached the end (UTC seconds), or null. */
  readonly endedAt: number | null
  /** The ids of the oldest and the newest archived order; null where there is none. */
  readonly oldest: number | null
  readonly newest: number | null
}

/** The archive over all databases, with the oldest of their last complete searches. */
export function archiveOverview(figures: readonly (ArchiveFigures | null)[]) {
  const known = figures.filter((one) => one !== null)
  if (known.length === 0) return { archive: null }
  const ids = known.flatMap(({ oldest, newest }) => [oldest, newest].filter((id) => id !== null))
  const madeAt = (id: number) => (ids.length === 0 ? null : secondsToTaipei(secondsOfId(id)))
  const ends = known.map(({ endedAt }) => endedAt ?? 0)
  const ended = Math.min(...ends)
  return {
    archive: {
      orders: known.reduce((sum, { orders }) => sum + orders, 0),
      bytes: known.reduce((sum, { bytes }) => sum + bytes, 0),
      oldest_at: madeAt(Math.min(...ids)),
      newest_at: madeAt(Math.max(...ids)),
      ended_at: ended === 0 ? null : secondsToTaipei(ended),
    },
  }
}

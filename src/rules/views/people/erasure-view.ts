import { secondsToTaipei } from '../../../units/taipei-time.ts'

/** An erasure as the back office sees it. Times are UTC seconds. */
export function erasureView({
  id,
  merchantUid,
  userId,
  askedAt,
  endedAt,
  orders,
  links,
}: {
  readonly id: number
  readonly merchantUid: string
  readonly userId: string
  readonly askedAt: number
  readonly endedAt: number | null
  readonly orders: number
  readonly links: number
}) {
  return {
    id,
    merchant_uid: merchantUid,
    user_id: userId,
    state: endedAt === null ? ('running' as const) : ('done' as const),
    asked_at: secondsToTaipei(askedAt),
    ended_at: secondsToTaipei(endedAt),
    orders,
    links,
  }
}

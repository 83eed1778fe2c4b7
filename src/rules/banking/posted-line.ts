import { daySeconds } from '../../units/clock.ts'
import { plainText } from '../../units/plain-name.ts'
import { secondsToTaipei, taipeiDay } from '../../units/taipei-time.ts'
import {
  agreementOf,
  pairingSeconds,
  type ReportedMoney,
  secondsApart,
} from './statements/same-money.ts'
import { bookedAt } from './statements/statement-line.ts'

/** A line posted by a feed or a person. */
export type PostedLine = ReportedMoney & {
  readonly accountId: number
  readonly externalId: string
  readonly counterparty: string
  readonly memo: string
}

/** A stored line that may report the same money. */
export type NearbyLine = ReportedMoney & { readonly id: number }

/** The most lines of a service token on an account in a day (Asia/Taipei; back office §3). */
export const linesOfDayMax = 20_000

/** How far in the future a booking may be reported, in seconds. */
export const aheadMaxSeconds = daySeconds

/** The content of a posting. A repeated posting must have the same content. */
export function postedAs(line: PostedLine): string {
  const { dayOnly, amount, balance, counterparty, last5, name, memo } = line
  const at = secondsToTaipei(line.bookedAt).slice(0, dayOnly ? 10 : 19)
  return JSON.stringify([at, amount, balance, counterparty, last5, name, memo])
}

/** A bank's number in comparable form: two spellings are one number. */
export function externalKey(externalId: string): string {
  return plainText(externalId)
}

/** The stored line of the same money: the one that agrees in most values, then the nearest in time. */
export function matchingLine(line: PostedLine, near: readonly NearbyLine[]): NearbyLine | null {
  const found = near.flatMap((one) => {
    const agree = agreementOf(line, one)
    return agree === null ? [] : [{ one, agree, apart: secondsApart(line, one) }]
  })
  found.sort((one, other) => {
    return other.agree - one.agree || one.apart - other.apart || one.one.id - other.one.id
  })
  return found[0]?.one ?? null
}

/** Where a line of the same money can be booked: its day, and the range of UTC seconds, end exclusive. */
export function possibleTimes({
  bookedAt: at,
  dayOnly,
}: Pick<PostedLine, 'bookedAt' | 'dayOnly'>): {
  readonly day: number
  readonly dayStart: number
  readonly from: number
  readonly until: number
} {
  const day = taipeiDay(at)
  const [dayStart, dayEnd] = [bookedAt({ day, time: null }), bookedAt({ day: day + 1, time: null })]
  if (dayOnly) return { day, dayStart, from: dayStart, until: dayEnd }
  return { day, dayStart, from: at - pairingSeconds, until: at + pairingSeconds + 1 }
}

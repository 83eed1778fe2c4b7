import { plainText } from '../../units/plain-name.ts'
import { secondsToTaipei, taipeiDay } from '../../units/taipei-time.ts'
import {
  agreements,
  pairingSeconds,
  type StatedMoney,
  secondsApart,
} from './statements/same-money.ts'
import { bookedAt } from './statements/statement-line.ts'

/** A line that a feed, or a person, posts. */
export type PostedLine = StatedMoney & {
  readonly accountId: number
  readonly externalId: string
  readonly counterparty: string
  readonly memo: string
}

/** A stored line that may be the same money, told by another. */
export type NearLine = StatedMoney & { readonly id: number }

/** The most lines that a service token posts to an account in a day (Asia/Taipei; back office §3). */
export const linesOfDayMax = 20_000

/** How far ahead a booking may be told, in seconds. */
export const aheadMaxSeconds = 86_400

/** All that a posting says of its line: a repeated one has to say the same. */
export function postedAs(line: PostedLine): string {
  const { dayOnly, amount, balance, counterparty, last5, name, memo } = line
  const at = secondsToTaipei(line.bookedAt).slice(0, dayOnly ? 10 : 19)
  return JSON.stringify([at, amount, balance, counterparty, last5, name, memo])
}

/** A number of the bank as it is compared: two spellings of it are one number. */
export function externalKey(externalId: string): string {
  return plainText(externalId)
}

/** The line that is the same money: of those that can be it the one that agrees in most, then the nearest in time. */
export function sameMoney(line: PostedLine, near: readonly NearLine[]): NearLine | null {
  const found = near.flatMap((one) => {
    const agree = agreements(line, one)
    return agree === null ? [] : [{ one, agree, apart: secondsApart(line, one) }]
  })
  found.sort((one, other) => {
    return other.agree - one.agree || one.apart - other.apart || one.one.id - other.one.id
  })
  return found[0]?.one ?? null
}

/** Where a line that is the same money can be: its day, and the UTC seconds around it, until exclusive. */
export function nearBy({ bookedAt: at, dayOnly }: Pick<PostedLine, 'bookedAt' | 'dayOnly'>): {
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

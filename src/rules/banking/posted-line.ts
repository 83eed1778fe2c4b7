import { secondsToTaipei, taipeiDay } from '../../units/taipei-time.ts'
import { pairingSeconds } from './statements/pair-lines.ts'
import { bookedAt } from './statements/statement-line.ts'

/** A line that a feed, or a person, posts. Amounts in hundredths, times in UTC seconds. */
export type PostedLine = {
  readonly accountId: number
  readonly externalId: string
  readonly bookedAt: number
  /** Whether only its day is told. */
  readonly dayOnly: boolean
  readonly amount: number
  readonly balance: number | null
  readonly counterparty: string
  readonly last5: string
  readonly name: string
  readonly memo: string
}

/** All that a posting says of its line: a repeated one has to say the same. */
export function postedAs(line: PostedLine): string {
  const { dayOnly, amount, balance, counterparty, last5, name, memo } = line
  const at = secondsToTaipei(line.bookedAt).slice(0, dayOnly ? 10 : 19)
  return JSON.stringify([at, amount, balance, counterparty, last5, name, memo])
}

/** Where a statement's line that is the same money can be: its day, and the seconds around it. */
export function nearBy(at: number): {
  readonly day: number
  readonly from: number
  readonly until: number
} {
  const day = taipeiDay(at)
  const from = Math.min(bookedAt({ day, time: null }), at - pairingSeconds)
  const until = Math.max(bookedAt({ day: day + 1, time: null }), at + pairingSeconds + 1)
  return { day, from, until }
}

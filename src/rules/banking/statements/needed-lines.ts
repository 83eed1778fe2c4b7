import { taipeiDay } from '../../../units/taipei-time.ts'
import { amountOfDay, dayAndAmount, dayOfKey, type StoredLine } from './line-identity.ts'
import type { UnconfirmedLine } from './pair-lines.ts'
import { pairingSeconds } from './same-money.ts'
import { bookedAt, type StatementLine } from './statement-line.ts'

/** A stored line to compare with a file. */
export type ComparedLine = UnconfirmedLine & {
  /** The key of a statement's line; null where no statement has confirmed it. */
  readonly key: string | null
  /** The import that has confirmed it. */
  readonly importId: number | null
}

/** The stored lines that a file must be compared with. */
export type NeededLines = {
  readonly lines: readonly (StoredLine & { readonly importId: number | null })[]
  /** Lines that one of the file's lines may confirm, on its days or just beside them. */
  readonly unconfirmed: readonly UnconfirmedLine[]
  /** Lines booked on its days that none of its lines can confirm. */
  readonly unneeded: MissingLines
  /** Days with more stored lines of one amount than the file has. */
  readonly partialDays: ReadonlySet<number>
}

export type MissingLines = { readonly count: number; readonly first: readonly UnconfirmedLine[] }

/** The most lines listed as missing from a file. */
export const missingMax = 10

/**
 * Collects the lines to compare a file with, while the stored lines of its days are read page by page: at most as many
 * statement lines as the file has, and of the others those that one of its lines may confirm. It keeps at most
 * `unconfirmedMax` of these, so that no number of postings can stop an import; the rest stays unconfirmed.
 */
export class NeededLineCollector {
  readonly #lines: (StoredLine & { readonly importId: number | null })[] = []
  readonly #unconfirmed: UnconfirmedLine[] = []
  readonly #unneeded: UnconfirmedLine[] = []
  #unneededCount = 0
  readonly #partialDays = new Set<number>()
  readonly #from: number
  readonly #to: number
  readonly #times: ReadonlyMap<number, TimesOfAmount>
  // How many more lines the file may have by day and amount, and how many may be confirmed by amount and kind.
  readonly #leftOfDay = new Map<string, number>()
  readonly #leftOfKind = new Map<string, number>()

  constructor(lines: readonly StatementLine[]) {
    const days = lines.map(({ day }) => day)
    this.#from = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
    this.#to = days.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY)
    this.#times = new Map(
      Array.from(
        Map.groupBy(lines, ({ amount }) => amount),
        ([amount, ofAmount]) => {
          return [amount, new TimesOfAmount(ofAmount)]
        },
      ),
    )
    for (const line of lines) {
      const group = dayAndAmount(line)
      this.#leftOfDay.set(group, (this.#leftOfDay.get(group) ?? 0) + 1)
    }
  }

  /** Takes a stored line, if it is needed. */
  take({ key, importId, ...line }: ComparedLine): void {
    if (key === null) this.#takeUnconfirmed(line)
    else this.#takeOfStatement({ id: line.id, key, importId })
  }

  get needed(): NeededLines {
    return {
      lines: this.#lines,
      unconfirmed: this.#unconfirmed,
      unneeded: { count: this.#unneededCount, first: this.#unneeded },
      partialDays: this.#partialDays,
    }
  }

  #takeOfStatement(line: StoredLine & { readonly importId: number | null }): void {
    const day = dayOfKey(line.key)
    if (day < this.#from || day > this.#to) return
    const group = amountOfDay(line.key)
    const rest = this.#leftOfDay.get(group) ?? 0
    if (rest === 0) this.#partialDays.add(day)
    else this.#lines.push(line)
    this.#leftOfDay.set(group, Math.max(0, rest - 1))
  }

  #takeUnconfirmed(line: UnconfirmedLine): void {
    if (this.#mayBeConfirmed(line)) this.#unconfirmed.push(line)
    else this.#leave(line)
  }

  #mayBeConfirmed(line: UnconfirmedLine): boolean {
    const times = this.#times.get(line.amount)
    if (times === undefined || !times.areNear(line)) return false
    const { amount, bookedAt: at, dayOnly, balance, last5, name } = line
    const kind = JSON.stringify([amount, at, dayOnly, balance, last5, name])
    const rest = this.#leftOfKind.get(kind) ?? times.count
    if (rest === 0 || this.#unconfirmed.length === unconfirmedMax) return false
    this.#leftOfKind.set(kind, rest - 1)
    return true
  }

  #leave(line: UnconfirmedLine): void {
    const day = taipeiDay(line.bookedAt)
    if (day < this.#from || day > this.#to) return
    this.#unneededCount += 1
    if (this.#unneeded.length < missingMax) this.#unneeded.push(line)
  }
}

const unconfirmedMax = 100_000

// The booking times of the lines of one amount.
class TimesOfAmount {
  readonly count: number
  readonly #sorted: readonly number[]
  readonly #days: ReadonlySet<number>
  readonly #wholeDays: ReadonlySet<number>

  constructor(lines: readonly StatementLine[]) {
    this.count = lines.length
    this.#sorted = lines
      .filter(({ time }) => time !== null)
      .map(bookedAt)
      .sort((one, other) => one - other)
    this.#days = new Set(lines.map(({ day }) => day))
    this.#wholeDays = new Set(lines.filter(({ time }) => time === null).map(({ day }) => day))
  }

  areNear({ bookedAt: at, dayOnly }: Pick<UnconfirmedLine, 'bookedAt' | 'dayOnly'>): boolean {
    const day = taipeiDay(at)
    if (dayOnly || this.#wholeDays.has(day)) return this.#days.has(day)
    const next = this.#sorted[this.#firstFrom(at - pairingSeconds)]
    return next !== undefined && next <= at + pairingSeconds
  }

  #firstFrom(time: number): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? 0) >= time) high = middle
      else low = middle + 1
    }
    return low
  }
}

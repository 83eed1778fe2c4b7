import type { Bucket } from '../accounts/ledger.ts'
import { amountText, type Finding } from './finding.ts'

/** What the rows of one merchant add up to, or what its balances say, by channel and name. Amounts in hundredths. */
export type Sum = {
  readonly merchantId: number
  readonly channel: string
  /** A bucket, a tally (`collection_pending`) or `unbacked`. */
  readonly name: string
  readonly count: number
  readonly amount: number
}

/** The buckets, by their names in sums. */
export const bucketNames = ['available', 'frozen', 'unconfirmed'] as const satisfies Bucket[]

/** The tallies, by their names in sums. */
export const tallyNames = [
  ...['collection_pending', 'collection_succeeded', 'collection_manual'],
  ...['payout_pending', 'payout_processed', 'payout_cancelled'],
] as const

/** Sums of the same merchant, channel and name, added up. */
export function addedUp(sums: readonly Sum[]): readonly Sum[] {
  const added = new Map<string, Sum>()
  for (const sum of sums) {
    const key = `${sum.merchantId}/${sum.channel}/${sum.name}`
    const { count = 0, amount = 0 } = added.get(key) ?? {}
    added.set(key, { ...sum, count: count + sum.count, amount: amount + sum.amount })
  }
  return [...added.values()]
}

/** A difference of a merchant's balance: its subject is the channel alone. */
export type BalanceDifference = Finding & { readonly merchantId: number }

/** How balances differ from what the entries of their channel add up to. */
export function bucketDifferences(
  entries: readonly Sum[],
  balances: readonly Sum[],
): readonly BalanceDifference[] {
  return differences(entries, balances).filter(({ field }) => isBucket(field))
}

/**
 * How the tallies of balances differ from what the orders add up to. The channel of an order follows from the setting
 * `EXCHANGE_CODE` as it was when it was created, so a merchant is judged by the sums over its channels; where one
 * differs, the channels that differ in it are named.
 */
export function tallyDifferences(
  orders: readonly Sum[],
  balances: readonly Sum[],
): readonly BalanceDifference[] {
  const overall = (sums: readonly Sum[]) => sums.map((sum) => ({ ...sum, channel: '' }))
  const wrong = differences(overall(orders), overall(balances)).map(keyOf)
  return differences(orders, balances).filter(
    (one) => !isBucket(one.field) && wrong.includes(keyOf(one)),
  )
}

const keyOf = ({ merchantId, field }: BalanceDifference) => `${merchantId}/${field}`

const isBucket = (name: string) => (bucketNames as readonly string[]).includes(name)

function differences(
  expected: readonly Sum[],
  found: readonly Sum[],
): readonly BalanceDifference[] {
  const opposite = found.map((sum) => ({ ...sum, count: -sum.count, amount: -sum.amount }))
  const said = new Map(addedUp(found).map((sum) => [sumKey(sum), sum]))
  return addedUp([...expected, ...opposite]).flatMap((off): BalanceDifference[] => {
    const { merchantId, channel, name } = off
    const { count = 0, amount = 0 } = said.get(sumKey(off)) ?? {}
    const isAmount = isBucket(name)
    const differing = (field: string, should: string, is: string): BalanceDifference[] =>
      should === is
        ? []
        : [
            {
              ...{ record: 'balances', merchantId, subject: channel, field },
              ...{ expected: should, found: is },
            },
          ]
    return [
      ...(isAmount ? [] : differing(`${name}_count`, String(count + off.count), String(count))),
      ...(name === 'unbacked'
        ? []
        : differing(
            isAmount ? name : `${name}_amount`,
            amountText(amount + off.amount),
            amountText(amount),
          )),
    ]
  })
}

const sumKey = ({ merchantId, channel, name }: Sum) => `${merchantId}/${channel}/${name}`

/** What stands in a merchant's buckets at the end of a day (Asia/Taipei, in days since 1970), or was moved on it. */
export type DayStand = Readonly<Record<Bucket, number>> & { readonly day: number }

/** By how much rows of days are off, by bucket. */
export type DayOff = Readonly<Record<Bucket, number>>

/**
 * How rows of days differ from the entries. A row that is as wrong as the one before it is not named again: one wrong
 * entry makes all later days wrong.
 *
 * @param before what stood before the first of `moved`
 * @param moved what was moved on each day, oldest first
 * @param kept the rows, oldest first
 * @param wasOff by how much the row before these was off
 */
export function dayDifferences(
  before: Readonly<Record<Bucket, number>>,
  moved: readonly DayStand[],
  kept: readonly DayStand[],
  wasOff: DayOff,
): { readonly findings: readonly DayDifference[]; readonly off: DayOff } {
  const findings: DayDifference[] = []
  const stood = { ...before }
  let off = wasOff
  let next = 0
  for (const row of kept) {
    for (let one = moved[next]; one !== undefined && one.day <= row.day; one = moved[next]) {
      for (const bucket of bucketNames) stood[bucket] += one[bucket]
      next += 1
    }
    const by = {
      available: row.available - stood.available,
      frozen: row.frozen - stood.frozen,
      unconfirmed: row.unconfirmed - stood.unconfirmed,
    }
    for (const bucket of bucketNames) {
      if (by[bucket] === 0 || by[bucket] === off[bucket]) continue
      const [expected, found] = [amountText(stood[bucket]), amountText(row[bucket])]
      findings.push({ day: row.day, field: bucket, expected, found })
    }
    off = by
  }
  return { findings, off }
}

/** A difference of a day's row. */
export type DayDifference = Pick<Finding, 'field' | 'expected' | 'found'> & { readonly day: number }

import type { MerchantContext } from '../../context.ts'
import {
  type BalanceDifference,
  bucketDifferences,
  bucketNames,
  type DayDifference,
  dayDifferences,
  type Sum,
  tallyDifferences,
} from '../../rules/books/check-sums.ts'
import { amountText, type Finding } from '../../rules/books/finding.ts'
import { uidsOf } from '../../store/books/book-findings.ts'
import type { BookPass } from '../../store/books/book-passes.ts'
import { type CarriedSum, forgetSums } from '../../store/books/book-sums.ts'
import {
  carryEntries,
  type DayKept,
  type EntriesPage,
  endOfEntries,
  endOfMerchants,
  readEntries,
} from '../../store/books/entry-pages.ts'
import { carryOrders, endOfTallies, readTallies } from '../../store/books/tally-pages.ts'
import { secondsToTaipei, taipeiDayStart } from '../../units/taipei-time.ts'
import type { StepSize, Taken } from './take-step.ts'

// Sums are compared while orders are created and moved, and nothing of that is taken for a difference:
//
// - A merchant that fits into one step is read with its balances in one transaction, and each transaction of the
//   service changes rows and balances together.
// - Of a larger one, `book_sums` holds what its rows up to the pass's cursor add up to. A step adds the next rows and
//   moves the cursor behind them in one transaction; what is written later at or before the cursor, late entries and
//   moves of orders that were read, is added by the triggers of the migration in the transaction that writes it. So the
//   sums are right at every moment, and the last step reads them, the rows behind the cursor and the balances in one
//   transaction. The order of the rows is by keys that never change.
//
// So nothing has to be waited for, and no clock is trusted.

/** Adds up entries, and compares them with balances and days. */
export async function addUpEntries(
  { db }: MerchantContext,
  pass: BookPass,
  { summed }: StepSize,
): Promise<Taken> {
  const end = await endOfEntries(db, pass, summed)
  const page = await readEntries(db, pass, end, summed)
  const days = daysOf(page, pass.lastMerchant)
  const strays = page.strays.map(
    ({ orderId, seq, number, from, to, amount }): Finding => ({
      ...{ record: 'ledger_entries', subject: `${orderId}#${seq}.${number}`, field: 'entry' },
      ...{ expected: '', found: `${from}>${to} ${amountText(amount)}` },
    }),
  )
  const step = { number: pass.number, step: pass.step }
  if (!end.isWhole) {
    const { toAt: lastAt, toId: lastId, toSeq: lastSeq, toNumber: lastNumber } = end
    return {
      findings: [...strays, ...(await named(db, [], days.differences))],
      progress: { lastAt, lastId, lastSeq, lastNumber, sums: days.compared },
      carried: carryEntries(step, pass, end, days.off),
    }
  }
  const differences = bucketDifferences(
    [...sumsOfMoved(page), ...sumsCarried(page.carried, pass.lastMerchant)],
    page.balances,
  )
  const begin = { lastAt: 0, lastId: 0, lastSeq: 0, lastNumber: 0 }
  return {
    findings: [...strays, ...(await named(db, differences, days.differences))],
    progress: {
      ...{ ...begin, sums: page.balances.length + days.compared },
      ...(end.toMerchant === endOfMerchants
        ? { phase: 'tallies', lastMerchant: 0 }
        : { lastMerchant: end.toMerchant + 1 }),
    },
    carried: [forgetSums(step)],
  }
}

/** Adds up orders, and compares them with the tallies of balances. */
export async function addUpOrders(
  { db, now }: MerchantContext,
  pass: BookPass,
  { summed }: StepSize,
): Promise<Taken> {
  const { lastMerchant, topUpChannel } = pass
  const end = await endOfTallies(db, pass, summed)
  const step = { number: pass.number, step: pass.step }
  if (!end.isWhole) {
    return {
      findings: [],
      progress: { lastOrderid: end.toOrderid, lastSerialNo: end.toSerialNo },
      carried: carryOrders(step, pass, end, topUpChannel),
    }
  }
  const page = await readTallies(db, pass, end.toMerchant, topUpChannel)
  const differences = tallyDifferences(
    [...page.orders, ...sumsCarried(page.carried, lastMerchant)],
    page.balances,
  )
  return {
    findings: await named(db, differences, []),
    progress: {
      ...{ lastOrderid: '', lastSerialNo: '', sums: page.balances.length },
      ...(end.toMerchant === endOfMerchants
        ? { phase: 'done', finishedAt: Math.floor(now() / 1000) }
        : { lastMerchant: end.toMerchant + 1 }),
    },
    carried: [forgetSums(step)],
  }
}

const nothing = { count: 0, amount: 0 }

function sumsOfMoved({ moved }: EntriesPage): readonly Sum[] {
  return moved.flatMap((one) => {
    const { merchantId, channel } = one
    return bucketNames.map((name) => ({
      ...{ ...nothing, merchantId, channel, name, amount: one[name] },
    }))
  })
}

// By how much the row of the last day was off is carried under no channel.
const offChannel = ''

function sumsCarried(carried: readonly CarriedSum[], merchantId: number): readonly Sum[] {
  return carried
    .filter(({ channel }) => channel !== offChannel)
    .map((sum) => ({ ...sum, merchantId }))
}

type NamedDay = DayDifference & { readonly merchantId: number }

/** Compares the days of the merchants of a step; `off` is what is carried on of the last one. */
function daysOf(page: EntriesPage, first: number) {
  const kept = Map.groupBy(page.days, ({ merchantId }) => merchantId)
  const moved = Map.groupBy(page.moved, ({ merchantId }) => merchantId)
  const carried = (channel: (one: string) => boolean) => {
    const sums = { available: 0, frozen: 0, unconfirmed: 0 }
    for (const one of page.carried.filter((sum) => channel(sum.channel))) {
      for (const bucket of bucketNames) if (one.name === bucket) sums[bucket] += one.amount
    }
    return sums
  }
  const zero = { available: 0, frozen: 0, unconfirmed: 0 }
  const differences: NamedDay[] = []
  let off: Readonly<typeof zero> = carried((channel) => channel === offChannel)
  for (const [merchantId, rows] of kept as Map<number, DayKept[]>) {
    const isFirst = merchantId === first
    const before = isFirst ? carried((channel) => channel !== offChannel) : zero
    const found = dayDifferences(before, moved.get(merchantId) ?? [], rows, isFirst ? off : zero)
    differences.push(...found.findings.map((one) => ({ ...one, merchantId })))
    if (isFirst) off = found.off
  }
  return {
    differences,
    compared: page.days.length,
    off: bucketNames.map((name) => ({
      ...{ channel: offChannel, name, count: 0, amount: off[name] },
    })),
  }
}

// People know merchants by their uids.
async function named(
  db: MerchantContext['db'],
  balances: readonly BalanceDifference[],
  days: readonly NamedDay[],
): Promise<readonly Finding[]> {
  const ids = [...balances, ...days].map(({ merchantId }) => merchantId)
  if (ids.length === 0) return []
  const uids = await uidsOf(db, [...new Set(ids)])
  const uidOf = (id: number) => uids.get(id) ?? String(id)
  return [
    ...balances.map(({ merchantId, subject, ...one }) => ({
      ...{ ...one, subject: `${uidOf(merchantId)} ${subject}` },
    })),
    ...days.map(({ merchantId, day, ...one }): Finding => {
      const date = secondsToTaipei(taipeiDayStart(day)).slice(0, 10)
      return { ...one, record: 'ledger_days', subject: `${uidOf(merchantId)} ${date}` }
    }),
  ]
}

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { beginPass, checkIn, stepsMax } from '../../../src/operations/books/check-books.ts'
import { type StepSize, stepSize } from '../../../src/operations/books/take-step.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { dayToTaipei } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { findingsOf } from '../support/book-check.ts'
import { aContext, rows } from '../support/service.ts'
import { fillBooks, type ManyBooks } from './many-books.ts'
import { type WrongRow, withNames, wrongDays, wrongRows } from './wrong-rows.ts'

// BOOKS_ORDERS orders, checked in steps like those of the minute's job; `npm run long -- books` has a million.

const orders = Number(env.BOOKS_ORDERS)
const isLong = orders >= 10_000
const patience = 21_600_000
// Few orders are read a tenth as many at a time: their passes have as many steps as those over more.
const few = { orders: 25, events: 100, adjustments: 25, transactions: 100 }
const size: StepSize = isLong ? stepSize : { ...few, entries: 200, tallied: 200, archived: 200 }
// However many orders there are. An entry is read twice, once with its event and order, and a day of a merchant whole.
const rowsMax = 15 * size.entries

const counted = meter()
const db = openMerchantDatabase(counted.database(env.DB))
const tomorrow = Date.now() + 26 * 3_600_000
const context = aContext({ db, now: () => tomorrow })

let books: ManyBooks

beforeAll(async () => {
  const begun = performance.now()
  books = await fillBooks(orders, tellSometimes)
  console.log(`${orders.toLocaleString('en')} orders filled in ${secondsSince(begun)} s`)
}, patience)

test('a whole pass over sound books finds nothing', { timeout: patience }, async () => {
  const { pass, steps } = await wholePass()
  expect(await findingsOf(context)).toEqual([])
  expect(pass.orders).toBeGreaterThanOrEqual(orders)
  for (const [phase, taken] of Map.groupBy(steps, (one) => one.phase)) {
    const times = taken.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const rowsMost = Math.max(...taken.map(({ rowsRead }) => rowsRead))
    expect(rowsMost).toBeLessThan(rowsMax)
    console.log(
      `${phase}: ${taken.length} steps, at most ${rowsMost.toLocaleString('en')} rows read by one; ` +
        `milliseconds of a step: median ${times[times.length >> 1]?.toFixed(0)}, most ${times.at(-1)?.toFixed(0)}`,
    )
  }
  const rowsRead = steps.reduce((sum, one) => sum + one.rowsRead, 0).toLocaleString('en')
  const hours = steps.length / stepsMax / 60
  console.log(
    `${steps.length} steps, ${rowsRead} rows read; ${hours.toFixed(1)} hours at ${stepsMax} a minute`,
  )
  expect(hours).toBeLessThan(24)
  // A full database, by what so many take; fewer are read in smaller steps.
  if (isLong) expect((hours * 4_000_000) / orders).toBeLessThan(24)
})

test('a whole pass finds the one row that is wrong', { timeout: patience }, async () => {
  const row = [...wrongRows, ...wrongDays][Math.floor(Math.random() * wrongRows.length)]
  if (row === undefined) throw new Error('no row')
  await expectFound(row, 0, wholePass)
})

test('each wrong row is found from a place before it', { timeout: patience }, async () => {
  for (const row of [...wrongRows, ...wrongDays]) {
    // Those of a merchant in one of many orders and in one of few.
    const merchants = row.finding.includes(':uid') ? [0, 1] : [0]
    for (const merchant of merchants) await expectFound(row, merchant, fromPlaceBefore)
  }
})

test('a whole pass over what was mended finds nothing', { timeout: patience }, async () => {
  await wholePass()
  expect(await findingsOf(context)).toEqual([])
})

type Names = Awaited<ReturnType<ManyBooks['aRow']>>

/** Breaks a row of any order of its kind, looks for it, and mends it. */
async function expectFound(
  row: WrongRow,
  merchant: number,
  look: (row: WrongRow, names: Names, isFound: () => Promise<boolean>) => Promise<unknown>,
): Promise<void> {
  const any = await books.aRow(row.of, merchant)
  const names = { ...any, date: dayToTaipei(any.day) }
  // What the row says and should say depends on which one it is.
  const [subject = ''] = withNames(row.finding, names).split(': ')
  const named = async () =>
    (await findingsOf(context)).filter((one) => one.startsWith(`${subject}: `))
  for (const statement of withNames(row.breaks, names).split(';')) await rows(statement)
  await look(row, names, async () => (await named()).length > 0)
  expect(await named()).toHaveLength(1)
  console.log(`${row.of}, ${row.what}: found ${await named()}`)
  for (const statement of withNames(row.mends, names).split(';')) await rows(statement)
}

async function fromPlaceBefore(row: WrongRow, names: Names, isFound: () => Promise<boolean>) {
  await beginPass(context)
  const underWay = `where phase <> 'done'`
  const place = JSON.stringify(placeBefore(row, names))
  await rows(`update book_passes set phase = ?, place = ? ${underWay}`, row.phase, place)
  while ((await step()).pass.phase === row.phase && !(await isFound()));
  await rows(`update book_passes set phase = 'done', finished_at = started_at ${underWay}`)
}

/** A little before the wrong row, in the order of its phase. */
function placeBefore({ phase }: WrongRow, { id, merchant, adjusted }: Names): object {
  const after = Math.max(0, id - 32 * Math.floor(1 + 900 * Math.random()))
  if (phase === 'adjustments') return { merchantId: adjusted - 1, key: '' }
  if (phase === 'entries') {
    const days = { from: { merchantId: merchant, day: 0 }, off: {} }
    return { ...days, after: { merchantId: 0, at: 0, orderId: 0, seq: 0, number: 0 } }
  }
  const sums = { merchantId: 0, orders: {}, closed: [] }
  const last = { merchantId: merchant - 1, kind: 'tallies', name: '\u{10ffff}' }
  return phase === 'tallies' ? { last, sums } : { after }
}

async function wholePass() {
  const begun = performance.now()
  await beginPass(context)
  const steps = [await step()]
  for (let last = steps[0]; last !== undefined && last.pass.phase !== 'done'; last = steps.at(-1)) {
    steps.push(await step())
    const { phase, step: count, orders: checked, entries } = last.pass
    tellSometimes(`${phase}, step ${count}, ${checked} orders, ${entries} entries`)
  }
  console.log(`a whole pass: ${steps.length} steps in ${secondsSince(begun)} s`)
  return { pass: (steps.at(-1) as StepUsage).pass, steps }
}

type StepUsage = Awaited<ReturnType<typeof step>>

async function step() {
  const [before] = await rows<{ phase: string }>(
    'select phase from book_passes order by number desc limit 1',
  )
  counted.reset()
  const begun = performance.now()
  const { pass } = await checkIn(context, 1, size)
  const { rowsRead } = counted.usage
  return { pass, phase: before?.phase, rowsRead, milliseconds: performance.now() - begun }
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(0)

let lastTold = 0

function tellSometimes(text: string): void {
  if (!isLong || performance.now() - lastTold < 5_000) return
  lastTold = performance.now()
  console.log(text)
}

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { checkIn, startCheck } from '../../../src/operations/books/check-books.ts'
import { type StepSize, stepSize } from '../../../src/operations/books/take-step.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { findingsOf } from '../support/book-check.ts'
import { aContext, rows } from '../support/service.ts'
import { fillBooks, type ManyBooks } from './many-books.ts'
import { type WrongRow, wrongRows } from './wrong-rows-of-many.ts'

// As many orders as BOOKS_ORDERS says, checked a step at a time as the minute's job does; npm run long -- books has a
// million of them.

const orders = Number(env.BOOKS_ORDERS)
const isLong = orders >= 10_000
const patience = 21_600_000
const stepsAMinute = 8
// Few orders are read a tenth as many at a time: their passes have as many steps as those over more.
const size: StepSize = isLong
  ? stepSize
  : { orders: 25, events: 100, adjustments: 25, transactions: 100, summed: 200 }
// However many orders there are: what a step adds up is read for its end, its sums and its strays.
const rowsMax = 15 * size.summed

const counted = meter()
const db = openMerchantDatabase(counted.database(env.DB))
const context = { ...aContext({ db }), databases: [db] }
let phase = 'orders'
const steps: Figures[] = []

type Figures = {
  readonly phase: string
  readonly rowsRead: number
  readonly milliseconds: number
}

let books: ManyBooks

beforeAll(async () => {
  const begun = performance.now()
  books = await fillBooks(orders, (text) => tellSometimes(`${text}, ${secondsSince(begun)} s`))
  console.log(`${orders.toLocaleString('en')} orders filled in ${secondsSince(begun)} s`)
}, patience)

test('a whole pass over sound books finds nothing', { timeout: patience }, async () => {
  const pass = await wholePass('a whole pass over sound books')
  expect(await findingsOf(context)).toEqual([])
  expect(pass.orders).toBeGreaterThanOrEqual(orders)
  expect(steps.length).toBe(pass.step)
  tellFigures()
})

test('a whole pass finds the one row that is wrong', { timeout: patience }, async () => {
  const wrong = anyOf(wrongRows(books))
  await rows(wrong.breaks)
  await wholePass(`a whole pass, wrong by one hundredth: ${await subjectOf(wrong)}`)
  await expectFound(wrong)
  await rows(wrong.mends)
})

test('each other kind of wrong row is found from a place before it', {
  timeout: patience,
}, async () => {
  console.log(
    'For the other kinds the pass begins a little before the wrong row, not with the first.',
  )
  for (const wrong of wrongRows(books)) {
    await rows(wrong.breaks)
    await startCheck(context)
    await rows(
      `update book_passes set ${wrong.place} where number = (select max(number) from book_passes)`,
    )
    const subject = await subjectOf(wrong)
    for (let isPast = false; !isPast; ) {
      const pass = await step()
      const found = await findingsOf(context)
      isPast = pass.phase !== wrong.phase || found.some((one) => one.startsWith(subject))
    }
    await expectFound(wrong)
    await rows(wrong.mends)
    await rows(
      `update book_passes set phase = 'done', finished_at = started_at where phase <> 'done'`,
    )
    await rows('delete from book_sums')
  }
})

test('a whole pass over what was mended finds nothing', { timeout: patience }, async () => {
  await wholePass('a whole pass over mended books')
  expect(await findingsOf(context)).toEqual([])
})

async function expectFound(wrong: WrongRow): Promise<void> {
  const subject = await subjectOf(wrong)
  const found = await findingsOf(context)
  expect(found).toContainEqual(expect.stringContaining(`${subject}: `))
  const named = found.filter((one) => one.startsWith(`${subject}: `))
  console.log(`${wrong.what}: found ${named.join('; ')}`)
}

async function subjectOf({ subject, named }: WrongRow): Promise<string> {
  const [row] = await rows<{ name: string }>(named)
  return subject.replace(':name', row?.name ?? '')
}

async function wholePass(what: string) {
  const begun = performance.now()
  await startCheck(context)
  let pass = await step()
  while (pass.phase !== 'done') {
    pass = await step()
    const { orders: checked, entries, sums } = pass
    const seconds = secondsSince(begun)
    tellSometimes(
      `${what}: ${phase}, step ${pass.step}, ${checked} orders, ${entries} entries, ${sums} sums, ${seconds} s`,
    )
  }
  const { step: count, differences } = pass
  console.log(`${what}: ${count} steps in ${secondsSince(begun)} s, ${differences} differences`)
  return pass
}

async function step() {
  counted.reset()
  const begun = performance.now()
  const pass = await checkIn(context, 1, size)
  const { rowsRead } = counted.usage
  steps.push({ phase, rowsRead, milliseconds: performance.now() - begun })
  if (pass === null) throw new Error('no pass was begun')
  phase = pass.phase
  return pass
}

function tellFigures(): void {
  for (const [name, taken] of Map.groupBy(steps, (one) => one.phase)) {
    const times = taken.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)]?.toFixed(0)
    const rowsMost = Math.max(...taken.map(({ rowsRead }) => rowsRead))
    expect(rowsMost).toBeLessThan(rowsMax)
    console.log(
      `${name}: ${taken.length} steps, at most ${rowsMost.toLocaleString('en')} rows read by one; ` +
        `milliseconds of a step: median ${median}, most ${times.at(-1)?.toFixed(0)}`,
    )
  }
  const rowsRead = steps.reduce((sum, one) => sum + one.rowsRead, 0).toLocaleString('en')
  const hours = steps.length / stepsAMinute / 60
  console.log(
    `${steps.length} steps in all, ${rowsRead} rows read; ` +
      `${hours.toFixed(1)} hours at ${stepsAMinute} steps a minute`,
  )
  expect(hours).toBeLessThan(24)
}

function anyOf<One>(list: readonly One[]): One {
  return list[Math.floor(Math.random() * list.length)] as One
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(0)

let lastTold = 0

function tellSometimes(text: string): void {
  if (!isLong || performance.now() - lastTold < 5_000) return
  lastTold = performance.now()
  console.log(text)
}

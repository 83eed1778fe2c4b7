import { beforeAll, expect, test } from 'vitest'
import { recheckFindings } from '../../../src/operations/books/recheck.ts'
import { tallyColumns } from '../../../src/store/accounts/ledger-columns.ts'
import { dayToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import { checkAll, findingsOf, smallSteps } from '../support/book-check.ts'
import { aBookScene, type BookScene, type SceneOrder } from '../support/book-scene.ts'
import { aCollection } from '../support/orders.ts'
import { book } from '../support/own-ledger.ts'
import { aContext, rows, setClock } from '../support/service.ts'
import { type WrongRow, withNames, wrongDays, wrongRows } from './wrong-rows.ts'

// Sound books with one row that is wrong, most often by one hundredth: the check names the row, what it says and what
// it should say; once that is mended, the difference is gone.

let scene: BookScene

beforeAll(async () => {
  scene = await aBookScene()
  expect(await checkAll()).toEqual([])
})

test.each(wrongRows)('of $of: $what is found and named', async (row) => {
  expect(await foundOf(row)).toContainEqual(expect.stringContaining(await told(row)))
})

// What only a pass can tell: tallies, which are sums of orders, adjustments, and rows that no other row knows of.
const ofPasses =
  /_(?:count|amount): |^(?:adjustments|ledger_entries|events) \d|^bank_transactions \d+ order_id: /

test('a difference that is looked at again stays while it is wrong, and all others are gone once they are mended', async () => {
  for (const row of wrongRows) {
    const names = await namesOf(row.of)
    await run(withNames(row.breaks, names))
    const found = await checkAll()
    await recheckFindings(aContext())
    expect([row.what, await findingsOf(aContext())]).toEqual([row.what, found])
    await run(withNames(row.mends, names))
    await recheckFindings(aContext())
    const left = await findingsOf(aContext())
    expect(left.filter((one) => !ofPasses.test(one))).toEqual([])
    expect(await checkAll()).toEqual([])
  }
})

test('all differences are gone when they are mended', async () => {
  expect(await checkAll()).toEqual([])
})

test('a pass in steps of a few rows finds them all, too', async () => {
  for (const row of wrongRows.slice(-4)) {
    const found = await foundOf(row, smallSteps)
    expect(found).toContainEqual(expect.stringContaining(await told(row)))
  }
  expect(await checkAll(aContext(), smallSteps)).toEqual([])
})

// The last one: it closes the scene's day.
test('a wrong row of a day that is over is found, and it alone', async () => {
  const today = Date.now()
  const days = [1, 2].map((more) => today + more * 86_400_000)
  for (const at of days) await book(scene.shop, 700, at, 'frozen')
  expect(await checkAll()).toEqual([])
  for (const row of wrongDays) {
    for (const at of [today, ...days.slice(0, 1)]) {
      for (const size of [undefined, smallSteps]) {
        const found = await foundOf(row, size, at)
        // Where the row is missing, its tallies are, too.
        const ofBuckets = found.filter((one) => !/_(?:count|amount): /.test(one))
        expect(ofBuckets).toEqual([expect.stringContaining(await told(row, at))])
      }
    }
  }
  expect(await checkAll()).toEqual([])
})

test('a tally that is wrong is found once its day is over, whatever comes after', async () => {
  const day = taipeiDay(Math.floor(Date.now() / 1000))
  // At noon: the orders' later events are of the same day.
  setClock((day * 24 + 4) * 3_600_000)
  const { shop } = await aBookScene()
  for (const column of tallyColumns) {
    const by = (n: number, table: string) =>
      rows(
        `update ${table} set ${column} = ${column} + ${n}
         where channel = 'other' and merchant_id = (select id from merchants where uid = ?)`,
        shop.uid,
      )
    await by(1, 'balances')
    const isFirst = column === tallyColumns[0]
    if (isFirst) setClock(Date.now() + 86_400_000)
    if (isFirst) await aCollection(shop)
    else await by(1, 'ledger_days')
    const yesterday = { ...aContext(), now: () => Date.now() - 86_400_000 }
    const found = await checkAll(yesterday, smallSteps)
    await by(-1, 'balances')
    await by(-1, 'ledger_days')
    const named = `ledger_days ${shop.uid} other ${dayToTaipei(day)} ${column}: `
    expect(found).toEqual([expect.stringContaining(named)])
  }
})

async function foundOf(row: WrongRow, size?: typeof smallSteps, at?: number): Promise<string[]> {
  const names = await namesOf(row.of, at)
  await run(withNames(row.breaks, names))
  const found = await checkAll(aContext(), size)
  await run(withNames(row.mends, names))
  return found
}

async function told({ finding, of }: WrongRow, at?: number): Promise<string> {
  return withNames(finding, await namesOf(of, at))
}

async function namesOf(of: SceneOrder, at = Date.now()) {
  const { shop, merchant, orders, transaction, adjustment } = scene
  const id = orders[of]
  const [order] = await rows<{ no: string }>(
    `select trade_no as no from collections where id = ?1
     union all select trade_no from payouts where id = ?1`,
    id,
  )
  const day = taipeiDay(Math.floor(at / 1000))
  const balance = { merchant, uid: shop.uid, day, date: dayToTaipei(day) }
  const names = { id, order: order?.no ?? '', next: id + 1, pending: orders.pending }
  return { ...names, ...balance, transaction, adjustment }
}

async function run(sql: string): Promise<void> {
  for (const statement of sql.split(';')) await rows(statement)
}

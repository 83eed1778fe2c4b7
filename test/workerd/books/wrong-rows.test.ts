import { beforeAll, expect, test } from 'vitest'
import { closeLedgerDays } from '../../../src/operations/accounts/close-ledger-days.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { checkAll, smallSteps } from '../support/book-check.ts'
import { aBookScene, type BookScene } from '../support/book-scene.ts'
import { aContext, rows } from '../support/service.ts'
import { cases, more, type SceneOrder } from './wrong-rows.ts'

// Sound books with one row that is wrong, most often by one hundredth: the check names the row, what it says and what
// it should say; once that is mended, the difference is gone.

let scene: BookScene

beforeAll(async () => {
  scene = await aBookScene()
  expect(await checkAll()).toEqual([])
})

test.each(cases)('%s is found and named', async (_title, order, [breaks, mends], finding) => {
  await run(breaks, order)
  const found = await checkAll()
  await run(mends, order)
  expect(found).toContainEqual(expect.stringContaining(told(finding, order)))
})

test('all of them are gone when they are mended', async () => {
  expect(await checkAll()).toEqual([])
})

test('so it is in steps of a few rows', async () => {
  for (const [, order, [breaks, mends], finding] of cases.slice(-4)) {
    await run(breaks, order)
    const found = await checkAll(aContext(), smallSteps)
    await run(mends, order)
    expect(found).toContainEqual(expect.stringContaining(told(finding, order)))
  }
  expect(await checkAll(aContext(), smallSteps)).toEqual([])
})

test('a day of the ledger is found and named', async () => {
  await closeLedgerDays(aContext({ now: () => Date.now() + 86_400_000 }))
  const [breaks, mends] = more('ledger_days', 'frozen', 'true')
  await run(breaks, 'pending')
  const today = secondsToTaipei(Math.floor(Date.now() / 1000)).slice(0, 10)
  const expected = [`ledger_days ${scene.shop.uid} ${today} frozen: 100.01, not 100.00`]
  expect(await checkAll()).toEqual(expected)
  expect(await checkAll(aContext(), smallSteps)).toEqual(expected)
  await run(mends, 'pending')
  expect(await checkAll()).toEqual([])
})

function told(text: string, order: SceneOrder): string {
  const { shop, transaction, adjustment } = scene
  return text
    .replaceAll(':order', scene[order])
    .replaceAll(':uid', shop.uid)
    .replaceAll(':transaction', String(transaction))
    .replaceAll(':adjustment', String(adjustment))
}

async function run(sql: string, order: SceneOrder): Promise<void> {
  const quoted = sql
    .replaceAll(':order', `'${scene[order]}'`)
    .replaceAll(':pending', `'${scene.pending}'`)
    .replaceAll(':transaction', String(scene.transaction))
    .replaceAll(':adjustment', String(scene.adjustment))
  for (const statement of quoted.split(';')) await rows(statement)
}

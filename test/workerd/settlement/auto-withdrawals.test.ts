import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { withdrawByItself } from '../../../src/operations/settlement/withdraw-by-itself.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { watchedD1 } from '../../support/watched.ts'
import { checkAll } from '../support/book-check.ts'
import { aContext, patchShop, rows, type Shop, setClock, spyOnLog } from '../support/service.ts'
import { aRichShop, give, placed } from '../support/withdrawals.ts'

// Merchants that are paid by themselves, once a day after midnight, whatever kills the job (fees §3).

const merchants = Number(env.AUTO_WITHDRAWALS)
const kills = merchants >= 100 ? 20 : 4
const day = 86_400_000
const silent = () => aContext({ wake: async () => undefined, log: () => undefined, now: ticking })

// A millisecond has room for so many new numbers: a clock that stands still runs out of them.
let ticks = 0
const ticking = () => {
  ticks += 1
  return Date.now() + ticks
}

afterEach(() => {
  vi.useRealTimers()
})

async function aPaidShop(dollars: number, minimum = 0): Promise<Shop> {
  const shop = await aRichShop(dollars)
  await patchShop(shop.uid, { settings: { auto_withdrawal: { minimum } } })
  return shop
}

type Withdrawal = { serial_no: string; amount: number; actor: string; status: string }

const withdrawalsOf = ({ uid }: Shop) =>
  rows<Withdrawal>(
    `select serial_no, amount, actor, status from payouts join events on order_id = payouts.id and events.seq = 1
     where kind = 'withdrawal' and merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )

test('all is withdrawn once a day, from its minimum on, by settings that stood at midnight', async () => {
  spyOnLog()
  setClock(Date.parse('2026-03-01T10:00:00+08:00'))
  const shop = await aPaidShop(500, 500)
  const poor = await aPaidShop(499, 500)
  const waiting = await aPaidShop(500)
  await placed(waiting, 1)
  const stopped = await aPaidShop(500)
  await patchShop(stopped.uid, { settings: { auto_withdrawal: null } })
  expect(await withdrawByItself(silent())).toEqual({ placed: 0, refused: 0 })
  setClock(Date.parse('2026-03-02T00:00:30+08:00'))
  const late = await aPaidShop(500)
  expect(await withdrawByItself(silent())).toEqual({ placed: 1, refused: 2 })
  expect(await withdrawalsOf(shop)).toEqual([
    { serial_no: 'AUTO-20260302', amount: 50_000, actor: 'system:withdrawals', status: 'pending' },
  ])
  await give(poor, 1)
  expect(await withdrawByItself(silent())).toEqual({ placed: 0, refused: 0 })
  setClock(Date.now() + day)
  expect(await withdrawByItself(silent())).toEqual({ placed: 2, refused: 2 })
  expect(await withdrawalsOf(poor)).toMatchObject([{ serial_no: 'AUTO-20260303', amount: 50_000 }])
  expect(await withdrawalsOf(late)).toHaveLength(1)
  expect(await withdrawalsOf(stopped)).toEqual([])
})

test('a setting that changes after midnight begins the next day, whatever the job has done', async () => {
  spyOnLog()
  setClock(Date.parse('2026-03-11T10:00:00+08:00'))
  const raised = await aPaidShop(500, 100)
  const same = await aPaidShop(500, 100)
  setClock(Date.parse('2026-03-12T00:00:10+08:00'))
  await patchShop(raised.uid, { settings: { auto_withdrawal: { minimum: 50 } } })
  await patchShop(same.uid, { settings: { auto_withdrawal: { minimum: 100 } } })
  await withdrawByItself(silent())
  expect(await withdrawalsOf(raised)).toEqual([])
  expect(await withdrawalsOf(same)).toMatchObject([{ serial_no: 'AUTO-20260312' }])
  setClock(Date.parse('2026-03-13T00:00:00+08:00'))
  await withdrawByItself(silent())
  expect(await withdrawalsOf(raised)).toMatchObject([{ serial_no: 'AUTO-20260313' }])
})

/** A database that is killed at that call, which it has made or not, and dead from then on. */
function killedAt(hit: number) {
  let calls = 0
  const d1 = watchedD1(env.DB, async (run) => {
    calls += 1
    if (calls > hit || (calls === hit && hit % 2 === 1)) throw new Error('killed')
    const answer = await run()
    if (calls >= hit) throw new Error('killed')
    return answer
  })
  return openMerchantDatabase(d1)
}

test(`each of ${merchants} merchants is paid once, with the job killed ${kills} times`, async () => {
  spyOnLog()
  const morning = Date.parse('2026-04-01T10:00:00+08:00')
  await rows('update merchants set auto_withdrawal = null')
  const shops: Shop[] = []
  for (let n = 0; n < merchants; n += 1) {
    setClock(morning + n)
    shops.push(await aPaidShop(100 + n))
  }
  setClock(Date.parse('2026-04-02T00:01:00+08:00'))
  for (let kill = 1; kill <= kills; kill += 1) {
    const db = killedAt(1 + Math.floor(Math.random() * 20))
    await withdrawByItself({ ...silent(), db }).catch(() => undefined)
  }
  let runs = 0
  for (; runs < merchants; runs += 1) {
    const { placed: count, refused } = await withdrawByItself(silent())
    expect(count).toBeLessThanOrEqual(200)
    expect(refused).toBe(0)
    if (count === 0) break
  }
  console.log(`${merchants} merchants: ${runs} runs after ${kills} kills`)
  for (const [n, shop] of shops.entries()) {
    expect(await withdrawalsOf(shop)).toMatchObject([{ amount: (100 + n) * 100 }])
  }
  expect(await checkAll()).toEqual([])
}, 3_600_000)

test('in maintenance none is tried, and those that always fault keep no other from its turn', async () => {
  await rows('update merchants set auto_withdrawal = null')
  setClock(Date.parse('2026-06-01T10:00:00+08:00'))
  for (let n = 0; n < 8; n += 1) {
    const { uid } = await aPaidShop(100)
    await rows(`update merchants set settlement_accounts = '[{}]' where uid = ?`, uid)
  }
  const shop = await aPaidShop(100)
  setClock(Date.parse('2026-06-02T00:01:00+08:00'))
  let [logged, steps] = [0, 1]
  const log = () => {
    logged += 1
  }
  const run = () => {
    steps = 1
    return withdrawByItself({ ...silent(), log, mayGoOn: () => steps-- > 0 }, 4)
  }
  await rows(`insert into maintenance (id, since, actor, reason) values (1, 1, 'x', 'x')`)
  expect([await run(), logged]).toEqual([{ placed: 0, refused: 0 }, 0])
  await rows('delete from maintenance')
  for (let n = 0; n < 60 && (await run()).placed === 0; n += 1);
  expect([await withdrawalsOf(shop), logged > 0]).toMatchObject([[{ amount: 10_000 }], true])
})

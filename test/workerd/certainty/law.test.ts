import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { spyOnLog } from '../support/service.ts'
import { judge } from './judge.ts'
import { planOf } from './plan.ts'
import { play } from './play.ts'
import { limits, ProductService } from './product-service.ts'

vi.mock('../../../src/platform/later.ts', async () => {
  const { afterwards } = await import('./afterwards.ts')
  return { later: (work: Promise<void>) => void afterwards.push(work) }
})

// The law of matching by itself: members pay in every way that they do, and whatever the service settles alone is true.

const orders = Number(env.AUTO_ORDERS)
const isLong = orders > 5_000
const size = {
  ...{ seed: Number(env.AUTO_SEED), since: Date.UTC(2027, 2, 1, 2) / 1000, orders },
  ...(isLong
    ? { days: 30, accounts: 20, merchants: 30, rarePercent: 4 }
    : { days: 12, accounts: 8, merchants: 12, rarePercent: 10 }),
}

test(`of ${orders} orders the service settles none but by its own money`, {
  timeout: 14_400_000,
}, async () => {
  spyOnLog()
  const plan = planOf(size)
  const service = new ProductService()
  const fates = await play(plan, service)
  const judged = judge(plan, fates, limits)
  const told = { ...judged, left: judged.left.length, accepted: [...judged.accepted] }
  console.info(`AUTO_SEED=${size.seed}: ${plan.moneys.length} moneys, ${fates.lines.length} lines`)
  console.info(JSON.stringify(told, null, 1))
  console.info([...service.outcomes].sort().join('\n'))
  const left = await Promise.all(
    judged.left.slice(0, 10).map(async (order) => {
      const money = plan.moneys.find((one) => one.order === order)
      return `${order.number} ${order.kind}: ${money && (await service.doubtsOf(money))}`
    }),
  )
  console.info(left.join('\n'))
  expect(judged.breaches).toEqual([])
  expect(judged.cleanSettled / judged.clean, left.join('; ')).toBeGreaterThanOrEqual(0.95)
})

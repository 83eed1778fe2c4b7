import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Judged, judge } from './judge.ts'
import { planOf } from './plan.ts'
import { type Booked, play } from './play.ts'
import { limits, ProductService } from './product-service.ts'
import type { Plan } from './truth.ts'

// The law of matching by itself: members pay in every way that they do, and whatever the service settles alone is true.

const orders = Number(env.AUTO_ORDERS)
const isLong = orders > 5_000
const size = {
  ...{ seed: Number(env.AUTO_SEED), since: Date.UTC(2027, 2, 1, 2) / 1000, orders },
  ...(isLong
    ? { days: 30, accounts: 20, merchants: 30, rarePercent: 4 }
    : { days: 12, accounts: 10, merchants: 14, rarePercent: 10 }),
}

const told = ({ breaches, settled, isTrue, stolen }: Judged) =>
  `${settled} settled, ${isTrue} true, ${breaches.length} breaches, ${stolen} by a stolen token`

/** Tells now and then how a long run stands. */
class Telling extends ProductService {
  private readonly plan: Plan
  private nights = 0

  constructor(plan: Plan) {
    super()
    this.plan = plan
  }

  override async night(booked: readonly Booked[]): Promise<void> {
    await super.night(booked)
    this.nights += 1
    if (!isLong || this.nights % 3 !== 0) return
    const fates = await this.fates()
    const so = told(judge(this.plan, fates, limits))
    console.info(`after ${this.nights} days ${fates.lines.length} lines: ${so}`)
  }
}

test(`of ${orders} orders the service settles none but by its own money`, {
  timeout: 14_400_000,
}, async () => {
  const plan = planOf(size)
  const service = new Telling(plan)
  const fates = await play(plan, service)
  const judged = judge(plan, fates, limits)
  console.info(`AUTO_SEED=${size.seed}: ${plan.moneys.length} moneys, ${fates.lines.length} lines`)
  console.info(`${told(judged)}; ${judged.cleanSettled} of ${judged.clean} clean ones`)
  console.info(JSON.stringify([...judged.accepted, ...judged.breaches], null, 1))
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

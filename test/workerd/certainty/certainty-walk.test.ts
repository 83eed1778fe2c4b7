import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Judgement, judge } from './judge.ts'
import { planOf } from './plan.ts'
import { type BankMoney, play } from './play.ts'
import { limits, ProductService } from './product-service.ts'
import type { Plan } from './truth.ts'

// The law of matching by itself: members pay in every way that they do, and whatever the service settles alone is true.

const orders = Number(env.AUTO_ORDERS)
const isLong = orders > 5_000
const size = {
  seed: Number(env.AUTO_SEED),
  since: Date.UTC(2027, 2, 1, 2) / 1000,
  orders,
  ...(isLong
    ? { days: 30, accounts: 20, merchants: 30, rarePercent: 4 }
    : { days: 12, accounts: 10, merchants: 14, rarePercent: 10 }),
}

function summaryOf({ breaches, settled, isTrue, stolen, clean, cleanSettled }: Judgement): string {
  const counts = `${settled} settled, ${isTrue} true, ${stolen} dollars by a stolen token`
  const wrong = breaches.map((one) => JSON.stringify(one))
  return [`${counts}, ${cleanSettled} of ${clean} clean ones`, ...wrong].join('\n')
}

/** Prints each night how a long run stands: clean ones that a statement has reported. */
class ReportingService extends ProductService {
  private readonly plan: Plan

  constructor(plan: Plan) {
    super()
    this.plan = plan
  }

  override async night(booked: readonly BankMoney[], at: number): Promise<void> {
    await super.night(booked, at)
    if (!isLong) return
    const fates = await this.fates()
    const clean = new Set([...this.plan.clean].filter((order) => order.at < at - 2 * 86_400))
    const summary = summaryOf(judge({ ...this.plan, clean }, fates, limits))
    console.info(
      `after ${Math.floor((at - size.since) / 86_400)} days: ${fates.lines.length} lines, ${summary}`,
    )
  }
}

test(`of ${orders} orders the service settles none but by its own money`, {
  timeout: 14_400_000,
}, async () => {
  const plan = planOf(size)
  const service = new ReportingService(plan)
  const fates = await play(plan, service)
  const judged = judge(plan, fates, limits)
  console.info(`AUTO_SEED=${size.seed}: ${plan.moneys.length} moneys, ${fates.lines.length} lines`)
  console.info(`${summaryOf(judged)}\n${JSON.stringify([...judged.accepted])}`)
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settlingCount, settlingMinutes } from '../../../../src/rules/banking/bank-account.ts'
import {
  type AutoFigures,
  autoOverview,
} from '../../../../src/rules/views/overview/auto-overview.ts'

const nothing: AutoFigures = { accountId: 32, counts: {}, unproven: 0, contradicted: null }

test('half of today’s settlements were made within the minutes that it says, and not within fewer', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 86_399 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(fc.array(waits, { minLength: 1, maxLength: 3 }), (accounts) => {
      const figures = accounts.map((seconds) => {
        const counts: Record<string, number> = { settled: seconds.length }
        for (const one of seconds) {
          counts[settlingCount(one)] = (counts[settlingCount(one)] ?? 0) + 1
        }
        return { ...nothing, counts }
      })
      const all = accounts.flat()
      const { settled_today: settled, median_minutes: median } = autoOverview(figures).auto
      expect(settled).toBe(all.length)
      const within = (minutes: number) => all.filter((one) => one < minutes * 60).length
      expect(within(median ?? 0) * 2).toBeGreaterThanOrEqual(all.length)
      const fewer = settlingMinutes.filter((one) => one < (median ?? 0)).at(-1) ?? 0
      expect(within(fewer) * 2).toBeLessThan(all.length)
    }),
  )
})

test('the overview adds up unproven settlements, and names contradicted ones', () => {
  const doubted = { ...nothing, unproven: 2, contradicted: 'C1' }
  expect(autoOverview([nothing, doubted, { ...nothing, unproven: 1 }]).auto).toEqual({
    settled_today: 0,
    median_minutes: null,
    unproven: 3,
    contradicted: [{ trade_no: 'C1', bank_account: 32 }],
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import type { Sample } from './support/languages.ts'
import { runSettlement } from './support/programs.ts'
import { aTestMerchant, type TestMerchant } from './support/test-merchants.ts'
import {
  type Json,
  type StandIns,
  startUnreliableFront,
  type Troubles,
} from './support/unreliable-front.ts'

const samples = inject('samples').map((sample) => [sample.name, sample] as const)
const account = { bank_code: '004', account_no: '111122223333', holder_name: '大安商行' }

const wrongStatements = Object.entries({
  'is not closed': { state: 'open' },
  'is of another withdrawal': { withdrawal: 'W-0' },
  'closes otherwise than the next one opens': { closing: {} },
}).slice(process.env.SAMPLES === undefined ? 2 : 0)

describe.concurrent.each(samples)('%s', (_name, sample) => {
  test('withdraws once and finds its statement, though the answer to the withdrawal is lost', async () => {
    const shop = await aShopToPay()
    const troubles: Troubles = { withdrawals: ['unanswered'] }
    const { told, front } = await settlementOf(sample, shop, troubles)
    expect(told.code, told.errors).toBe(0)
    expect([front.came('withdrawals'), front.came('payouts/status')]).toEqual([2, 1])

    const [pricing, withdrawal, statement, ...more] = told.lines.map((line) => numbersOf(line))
    const { serial_no } = withdrawal
    expect(serial_no).toMatch(/^W-[0-9a-f-]{32,36}$/)
    expect({ pricing, withdrawal, statement, more }).toEqual({
      pricing: { step: 'pricing', version: 0 },
      withdrawal: { step: 'withdrawal', serial_no, amount: 100, status: 'pending' },
      statement: { step: 'statement', number: 1, state: 'closed', withdrawal: serial_no },
      more: [],
    })
    const { data } = await shop.ask('payouts/status', { serial_no })
    expect(data).toMatchObject({ kind: 'withdrawal', amount: 100, status: 'pending' })
    // Each withdrawal closes one: of two there would be a third.
    const { body } = await shop.office('GET', '/statements')
    expect(body.items.map(({ withdrawal }: Json) => withdrawal)).toEqual([null, serial_no])
  })

  test('says why there is no withdrawal, though the first request for it is lost', async () => {
    const shop = await aTestMerchant()
    const { told, front } = await settlementOf(sample, shop, { withdrawals: ['lost'] })
    expect(told.code).not.toBe(0)
    expect(told.lines.map((line) => JSON.parse(line).step)).toEqual(['pricing'])
    const line = /^settlement_account_missing: .*\/docs#error-settlement_account_missing/
    expect(told.errors.trim().split('\n').at(-1)).toMatch(line)
    expect(told.errors).not.toMatch(/^\s+at |Traceback|#0 /m)
    // That there is none is no news.
    expect(told.errors).not.toContain('order_not_found')
    expect([front.came('withdrawals'), front.came('payouts/status')]).toEqual([2, 1])
  })

  test.each(wrongStatements)('ends in trouble where its statement %s', async (_what, change) => {
    const shop = await aShopToPay()
    const statements = async ({ number }: Json, ask: () => Promise<Json>) => {
      const answer = await ask()
      return number === undefined ? answer : { ...answer, data: { ...answer.data, ...change } }
    }
    const { told } = await settlementOf(sample, shop, {}, { statements })
    expect(told.code).not.toBe(0)
    expect(told.lines).toHaveLength(3)
  })
})

/** A test merchant with a settlement account, and with what a collection of 100 brought. */
async function aShopToPay(): Promise<TestMerchant> {
  const shop = await aTestMerchant()
  expect(await shop.office('POST', '/settlement-accounts', account)).toMatchObject({ status: 201 })
  const orderid = randomUUID()
  await shop.ask('collections', { orderid, amount: 100 })
  const paid = await shop.ask('sandbox/outcome', { orderid, outcome: 'paid' })
  expect(paid).toMatchObject({ ok: 1, data: { status: 'succeeded' } })
  return shop
}

// Some languages tell numbers as the texts that they are in JSON.
function numbersOf(line: string): Json {
  const isNumber = ([name]: readonly [string, unknown]) => /^(?:version|amount|number)$/.test(name)
  const told = Object.entries(JSON.parse(line))
  return Object.fromEntries(told.map((one) => (isNumber(one) ? [one[0], Number(one[1])] : one)))
}

async function settlementOf(
  sample: Sample,
  shop: TestMerchant,
  troubles: Troubles,
  standIns?: StandIns,
) {
  const front = await startUnreliableFront(shop.api, troubles, standIns)
  try {
    return { told: await runSettlement(sample, { ...shop, api: front.url }), front }
  } finally {
    front.stop()
  }
}

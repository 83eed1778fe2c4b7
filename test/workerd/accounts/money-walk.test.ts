import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { adjustBalance } from '../../../src/operations/accounts/adjust-balance.ts'
import {
  confirmCollection,
  matchCollection,
  reportException,
  settleCollection,
} from '../../../src/operations/orders/move-collection.ts'
import { cancelPayout, processPayout } from '../../../src/operations/orders/move-payout.ts'
import { expectSoundBooks } from '../support/books.ts'
import {
  aContext,
  aMerchant,
  anId,
  operator,
  paths,
  post,
  rows,
  type Shop,
} from '../support/service.ts'

// Random operations that move money, several at once.

const operations = Number(env.WALK_OPERATIONS)
const atOnce = 8

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 10, 20, 30, 999_999_999_999),
)
const step = fc.record({
  shop: fc.nat({ max: 3 }),
  what: fc.constantFrom(
    ...(['collect', 'collect', 'declare', 'pay out', 'pay out', 'paid out'] as const),
    ...(['match', 'exception', 'settle', 'settle', 'confirm', 'reject'] as const),
    ...(['process', 'process', 'cancel', 'adjust'] as const),
  ),
  amount,
  other: amount,
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test(`the books are sound after ${operations} operations (§4.9 data.summary.payout, data.summary.frozen)`, {
  timeout: 1_800_000,
}, async () => {
  const shops = [
    await aMerchant(),
    await aMerchant({ settings: { trusted: true } }),
    await aMerchant({ settings: { payout_requires_balance: true } }),
    await aMerchant({ settings: { callback_vocabulary: 'legacy' } }),
  ]
  const walk = fc.sample(step, operations)
  let done = 0
  for (let start = 0; start < walk.length; start += atOnce) {
    const taken = await Promise.all(
      walk.slice(start, start + atOnce).map((one) => take(shops, one).catch(refused)),
    )
    done += taken.filter((outcome) => outcome === 'done').length
  }
  expect(done).toBeGreaterThan(operations / 4)
  await expectSoundBooks()
})

const context = aContext({ wake: async () => undefined })

async function take(shops: readonly Shop[], one: Step): Promise<'done' | 'refused'> {
  const shop = shops[one.shop] ?? shops[0]
  if (shop === undefined) throw new Error('no shop')
  const text = (one.amount / 100).toFixed(2)
  const create = async (path: string, fields: object) => {
    const { status } = await post(shop, path, { amount: text, ...fields })
    return status === 200 ? 'done' : 'refused'
  }
  const notify = one.flag ? { notify_url: 'https://m.example/n' } : {}
  const channel = one.flag ? { channel: 'exchange_coin' } : {}
  switch (one.what) {
    case 'collect':
      return create(paths.create, { orderid: anId(), ...notify, ...channel })
    case 'declare':
      return create(paths.create, {
        ...{ orderid: anId(), status: one.flag ? 'manual' : 'succeeded' },
        paid_amount: (one.other / 100).toFixed(2),
      })
    case 'pay out':
      return create(paths.payouts, { serial_no: anId().slice(0, 40), payee_name: 'x', ...notify })
    case 'paid out':
      return create(paths.payouts, {
        ...{ serial_no: anId().slice(0, 40), payee_name: 'x', status: 'processed' },
      })
    case 'adjust':
      await adjustBalance(context, operator, shop.uid, {
        amount: one.flag ? one.amount : -one.amount,
        ...{ bucket: 'available', reason: 'walk', idempotency_key: anId() },
      })
      return 'done'
    default:
      return move(one)
  }
}

async function move(one: Step): Promise<'done'> {
  const collection = one.what !== 'process' && one.what !== 'cancel'
  const tradeNo = await anOrder(collection ? 'collections' : 'payouts', one.pick)
  const account = { collectionAccountName: 'a', collectionAccountNo: '1', collectionBankName: 'b' }
  const sum = one.flag ? null : one.other
  if (one.what === 'match') {
    await matchCollection(context, operator, tradeNo, { agent: null, ...account })
  } else if (one.what === 'exception') {
    await reportException(context, operator, tradeNo, 'walk')
  } else if (one.what === 'settle') {
    const told = { paidAmount: sum, paidAt: null, manual: one.flag, override: !one.flag }
    await settleCollection(context, operator, tradeNo, told)
  } else if (one.what === 'process') {
    const told = { actualAmount: sum, voucherNo: null, processedAt: null, override: !one.flag }
    await processPayout(context, operator, tradeNo, told)
  } else if (one.what === 'cancel') {
    await cancelPayout(context, operator, tradeNo, 'walk')
  } else {
    await confirmCollection(context, operator, tradeNo, one.what === 'confirm', 'walk')
  }
  return 'done'
}

// Mostly a pending one, sometimes any.
async function anOrder(table: 'collections' | 'payouts', pick: number): Promise<string> {
  const waiting = pick < 0.85 ? `where status = 'pending'` : ''
  const [found] = await rows<{ trade_no: string }>(
    `select trade_no from ${table} ${waiting} order by id desc limit 1 offset ?`,
    Math.floor(pick * 20),
  )
  return found?.trade_no ?? 'none'
}

function refused(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused'
  throw error
}

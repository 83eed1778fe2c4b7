import { describe, expect, test } from 'vitest'
import { expectSoundBooks } from '../support/books.ts'
import {
  aPayout,
  aSettled,
  asPaidOut,
  eventNames,
  eventsOf,
  move,
  outcomesOf,
} from '../support/orders.ts'
import { aMerchant } from '../support/service.ts'

const sentBack = { reason: '帳號已結清，銀行退回', because: 'money_returned' } as const
const status = '/api/v1/merchant/payouts/status'
const reverse = (tradeNo: string) => move.reversePayout(tradeNo, sentBack)

describe('a payout that the bank sent back is reversed', () => {
  test('what had gone out is available again, and the merchant reads why', async () => {
    const shop = await aMerchant()
    await aSettled(shop)
    const tradeNo = await aPayout(shop)
    const short = { ...asPaidOut, actualAmount: 3_950, override: true }
    await move.process(tradeNo, short)
    expect((await shop.balance()).body).toMatchObject({ balance: 60.5, balance1: 0 })
    await reverse(tradeNo)
    const payout = { cancelled: { count: 1, amount: 40 }, processed: { count: 0, amount: 0 } }
    const books = { balance: 100, balance0: 100, balance1: 0, data: { summary: { payout } } }
    expect((await shop.balance()).body).toMatchObject(books)
    const { body } = await shop.call(status, { tradeNo })
    expect(body).toMatchObject({ status: 'CANCELLED', paid: 0 })
    const data = { system_status: 'cancelled', actual_amount: 0, reason: sentBack.reason }
    expect(body.data).toMatchObject(data)
    const event = (await eventsOf(tradeNo)).at(-1)
    expect(event).toMatchObject({ from_state: 'processed', to_state: 'cancelled' })
    const fact = { name: 'returned', actualAmount: 3_950, ...sentBack }
    expect(JSON.parse(event?.fact ?? '')).toEqual(fact)
    await expectSoundBooks()
  })

  test('also one that its merchant created as processed', async () => {
    const shop = await aMerchant()
    const tradeNo = await aPayout(shop, { status: 'processed', actual_amount: 30 })
    expect((await shop.balance()).body.balance).toBe(-30)
    await reverse(tradeNo)
    expect((await shop.balance()).body.balance).toBe(0)
    await expectSoundBooks()
  })

  test('nothing leaves cancelled, and what is pending is cancelled instead', async () => {
    const shop = await aMerchant()
    const tradeNo = await aPayout(shop)
    await expect(reverse(tradeNo)).rejects.toMatchObject({ code: 'move_not_allowed' })
    await move.cancel(tradeNo, 'no')
    await expect(reverse(tradeNo)).rejects.toMatchObject({ code: 'already_final' })
    expect(await eventNames(tradeNo)).toEqual(['requested', 'cancelled'])
    const { body } = await shop.call(status, { tradeNo })
    expect(body.data.reason).toBe('no')
  })

  test('100 reversals at once: the money comes back once', async () => {
    const shop = await aMerchant()
    await aSettled(shop)
    const tradeNo = await aPayout(shop)
    await move.process(tradeNo)
    const outcomes = await outcomesOf(Array.from({ length: 100 }, () => reverse(tradeNo)))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'already_final')).toHaveLength(99)
    expect((await shop.balance()).body).toMatchObject({ balance: 100, balance0: 100 })
    expect(await eventNames(tradeNo)).toEqual(['requested', 'processed', 'returned'])
    await expectSoundBooks()
  })
})

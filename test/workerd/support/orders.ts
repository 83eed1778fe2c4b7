import { expect } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import {
  reverseCollection,
  settleCollection,
} from '../../../src/operations/orders/move-collection.ts'
import { aContext, anId, operator, rows, type Shop } from './service.ts'

/** A context that wakes nobody. */
export const context = aContext({ wake: async () => undefined })

export const asOrdered = { paidAmount: null, paidAt: null, manual: false, override: false } as const
export const asPaidOut = { actualAmount: null, voucherNo: null, processedAt: null, override: false }
export const wrongMatch = { reason: '入帳對錯訂單', because: 'wrong_match' } as const

/** A collection of 100 dollars, by its transaction number. */
export async function aCollection(shop: Shop, fields: object = {}): Promise<string> {
  const orderid = anId()
  const { body } = await shop.create({ orderid, ...fields })
  expect(body.ok).toBe(1)
  return body.data.trade_no
}

/** A settled collection of 100 dollars, by its transaction number. */
export async function aSettled(shop: Shop, fields: object = {}): Promise<string> {
  const tradeNo = await aCollection(shop, fields)
  await settleCollection({ context, principal: operator, tradeNo, input: asOrdered })
  return tradeNo
}

export function reverse(tradeNo: string): Promise<unknown> {
  return reverseCollection({ context, principal: operator, tradeNo, input: wrongMatch })
}

/** A payout, by its transaction number. */
export async function aPayout(shop: Shop, fields: object = {}): Promise<string> {
  const payout = { serial_no: anId(), amount: 40, payee_name: '林', ...fields }
  const { body } = await shop.call('/api/v1/merchant/payouts', payout)
  expect(body.ok).toBe(1)
  return body.data.trade_no
}

export type EventRow = {
  name: string
  actor: string
  from_state: string
  to_state: string
  fact: string
}

/** The events of an order, in their order. */
export function eventsOf(tradeNo: string): Promise<EventRow[]> {
  return rows(
    `select * from events where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     ) order by seq`,
    tradeNo,
  )
}

export async function eventNames(tradeNo: string): Promise<string[]> {
  return (await eventsOf(tradeNo)).map(({ name }) => name)
}

/** How each of some moves that are made at once ends: the refusal's code, or `done`. */
export function outcomesOf(moves: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    moves.map((move) =>
      move.then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Refusal) return error.code
          throw error
        },
      ),
    ),
  )
}

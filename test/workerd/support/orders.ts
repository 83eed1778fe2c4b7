import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { matchCollection } from '../../../src/operations/orders/match-collection.ts'
import {
  collectionBook,
  confirmCollection,
  reportException,
  reverseCollection,
  settleCollection,
} from '../../../src/operations/orders/move-collection.ts'
import type { MoveCommand } from '../../../src/operations/orders/move-order.ts'
import {
  cancelPayout,
  payoutBook,
  processPayout,
  reversePayout,
} from '../../../src/operations/orders/move-payout.ts'
import {
  backOrder,
  releaseOrder,
  takeOrder,
} from '../../../src/operations/orders/moves-of-any-order.ts'
import { expireCollection } from '../../../src/operations/sandbox/expire-collection.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { eventsOf as readEvents } from '../../../src/store/orders/booking.ts'
import { aContext, anId, asOrdered, operator, rowsIn, type Shop } from './service.ts'

/** A context that wakes nobody. */
export const context = aContext({ wake: async () => undefined })

export const asPaidOut = { actualAmount: null, voucherNo: null, processedAt: null, override: false }
export const wrongMatch = { reason: '入帳對錯訂單', because: 'wrong_match' } as const

/** The receiving account of a match. */
export const account = {
  collectionAccountName: '大安商行',
  collectionAccountNo: '012-345-678901',
  collectionBankName: '國泰世華銀行',
}

/** Who makes a move, and where: an operator who wakes nobody, unless it says otherwise. */
type Mover = Partial<Pick<MoveCommand, 'context' | 'principal'>>
type InputOf<Operation> = Operation extends (command: MoveCommand<infer Input>) => unknown
  ? Input
  : never
type Backing = Parameters<typeof backOrder>[1]['input']

const byOperator = { context, principal: operator }
const confirmation = { accept: true, reason: '', override: false }
const isPayout = (tradeNo: string) => tradeNo.startsWith('P')

/** The moves of orders, each with its plainest input; `by` replaces who makes it, and where. */
export const move = {
  settle: (
    tradeNo: string,
    input: Partial<InputOf<typeof settleCollection>> = {},
    by: Mover = {},
  ) => settleCollection({ ...byOperator, ...by, tradeNo, input: { ...asOrdered, ...input } }),
  process: (tradeNo: string, input: Partial<InputOf<typeof processPayout>> = {}, by: Mover = {}) =>
    processPayout({ ...byOperator, ...by, tradeNo, input: { ...asPaidOut, ...input } }),
  confirm: (
    tradeNo: string,
    input: Partial<InputOf<typeof confirmCollection>> = {},
    by: Mover = {},
  ) => confirmCollection({ ...byOperator, ...by, tradeNo, input: { ...confirmation, ...input } }),
  match: (tradeNo: string, input: InputOf<typeof matchCollection> = account, by: Mover = {}) =>
    matchCollection({ ...byOperator, ...by, tradeNo, input }),
  putAside: (tradeNo: string, input = 'x', by: Mover = {}) =>
    reportException({ ...byOperator, ...by, tradeNo, input }),
  expire: (tradeNo: string) => expireCollection({ ...byOperator, tradeNo }),
  reverse: (
    tradeNo: string,
    input: InputOf<typeof reverseCollection> = wrongMatch,
    by: Mover = {},
  ) => reverseCollection({ ...byOperator, ...by, tradeNo, input }),
  cancel: (tradeNo: string, input = 'x', by: Mover = {}) =>
    cancelPayout({ ...byOperator, ...by, tradeNo, input }),
  reversePayout: (
    tradeNo: string,
    input: InputOf<typeof reversePayout> = wrongMatch,
    by: Mover = {},
  ) => reversePayout({ ...byOperator, ...by, tradeNo, input }),
  take: (tradeNo: string, by: Mover = {}, agent?: string) => {
    const command = { ...byOperator, ...by, tradeNo, input: agent }
    return isPayout(tradeNo) ? takeOrder(payoutBook, command) : takeOrder(collectionBook, command)
  },
  release: (tradeNo: string, by: Mover = {}) => {
    const command = { ...byOperator, ...by, tradeNo }
    return isPayout(tradeNo)
      ? releaseOrder(payoutBook, command)
      : releaseOrder(collectionBook, command)
  },
  back: (tradeNo: string, input: Backing, by: Mover = {}) => {
    const command = { ...byOperator, ...by, tradeNo, input }
    return isPayout(tradeNo) ? backOrder(payoutBook, command) : backOrder(collectionBook, command)
  },
}

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
  await move.settle(tradeNo)
  return tradeNo
}

/** A payout, by its transaction number. */
export async function aPayout(shop: Shop, fields: object = {}): Promise<string> {
  const payout = { serial_no: anId(), amount: 40, payee_name: '林', ...fields }
  const { body } = await shop.call('/api/v1/merchant/payouts', payout)
  expect(body.ok).toBe(1)
  return body.data.trade_no
}

type EventRow = { name: string; actor: string; from_state: string; to_state: string; fact: string }

/** The events of an order, in their order; those that its row tells, too. */
export async function eventsOf(tradeNo: string, database = env.DB): Promise<EventRow[]> {
  const columns = 'id, merchant_id as merchantId, amount, created_at as createdAt'
  const [order] = await rowsIn<Parameters<typeof readEvents>[1]>(
    database,
    `select ${columns} from collections where trade_no = ?1
     union all select ${columns} from payouts where trade_no = ?1`,
    tradeNo,
  )
  const db = openMerchantDatabase(database)
  const events = order === undefined ? [] : await readEvents(db, order)
  return events.map(({ from, to, fact, ...event }) => ({
    ...event,
    name: fact.name,
    from_state: from,
    to_state: to,
    fact: JSON.stringify(fact),
  }))
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

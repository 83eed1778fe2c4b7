import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { get, post } from '../call.ts'
import { bankTransactions } from '../orders/move-bodies.ts'
import { collectionViews } from '../orders/order-views.ts'
import { meaning, money, nextCursor, shape } from '../shapes.ts'
import {
  candidateReasons,
  evidenceDifferences,
  reassignedMax,
  settledAtOnceMax,
} from '../states.ts'
import { agent, cursor, line, page, recordIdText } from '../values.ts'
import { bankAccountId } from './accounts.ts'
import { transactionViews } from './transactions.ts'

/** `GET /api/ready`: its cursor has the part of the unclaimed transactions, and the order after which it continues. */
const readyFilter = z.strictObject({
  bank_account: recordIdText.optional(),
  agent: agent.optional(),
  cursor: cursor(/^\d{1,2}\.\d{1,16}$/)
    .transform((text) => {
      const [part = 0, after = 0] = text.split('.').map(Number)
      return { part, after }
    })
    .optional(),
  limit: page.shape.limit,
})

export type ReadyFilterCall = z.output<typeof readyFilter>

const tradeNo = line(40)

const oncePerOrder = [
  (items: readonly { trade_no: string }[]) =>
    new Set(items.map((item) => item.trade_no)).size === items.length,
  problem('同一訂單不可重複', 'The same order must not be named twice'),
] as const

/** `POST /api/collections/settle` */
const settlements = z.strictObject({
  items: z
    .array(z.strictObject({ trade_no: tradeNo, bank_transactions: bankTransactions }))
    .min(1)
    .max(settledAtOnceMax)
    .refine(...oncePerOrder),
})

export type SettlementsCall = z.output<typeof settlements>

/** `POST /api/bank-accounts/:id/reassign` */
const reassignment = z.strictObject({
  to: bankAccountId,
  trade_nos: z.array(tradeNo).min(1).max(reassignedMax).optional(),
})

export type ReassignmentCall = z.output<typeof reassignment>

// The outcome of one of many orders: done, or its refusal's details.
const outcomeFields = {
  trade_no: z.string(),
  message: meaning(z.string().optional(), '拒絕的原因', 'Message of the refusal'),
  taken_by: z.string().optional(),
  held_by: z.string().optional(),
  differs: z.array(z.enum(evidenceDifferences)).optional(),
  approval_id: z.int().optional(),
}

const outcome = (done: string) =>
  meaning(z.string(), `${done}，或錯誤代碼`, `${done}, or an error code`)

/** Calls on many orders at once (back office §8). */
export const manyOrdersCalls = {
  listReady: get('/ready', {
    summary: {
      zh: '可直接入帳的代收與其交易，一對一，等待最久者在前',
      en: 'Lists one-to-one pairs of a collection and its transaction that can be settled, longest waiting first',
    },
    notes: {
      zh: '只列專員依證據即可入帳者，不含有疑問者',
      en: 'Only pairs that an agent may settle by their evidence; doubtful ones are excluded',
    },
    query: readyFilter,
    answer: shape(
      'ReadyList',
      z.strictObject({
        items: z.array(
          z.strictObject({
            trade_no: z.string(),
            bank_transaction: z.int(),
            amount: money,
            reasons: z.array(z.enum(candidateReasons)),
            counterparty_name: meaning(
              z.string(),
              '交易上的匯款人姓名；未知為空字串',
              'Payer’s name on the transaction; empty if unknown',
            ),
            held: meaning(z.boolean(), '管制中：不能入帳', 'Whether a hold blocks its settlement'),
            collection: collectionViews.listed,
          }),
        ),
        count: meaning(z.int(), '此次查看範圍內的筆數', 'Number of pairs in the examined range'),
        unsure: meaning(
          z.array(transactionViews.listed),
          '須由人判斷的未認列入帳，新者在前：沒有可入帳的訂單；未自動入帳之帳戶上另有多筆相符的訂單，或與另一筆共用訂單者；僅第一頁、且未指定 agent 時才有',
          'Unclaimed deposits that a person must judge, newest first: they can settle no order or, on accounts ' +
            'without automatic settlement, fit several orders or share one. On the first page only, and not with ' +
            'the filter agent',
        ),
        next_cursor: nextCursor,
      }),
    ),
  }),
  settleCollections: post('/collections/settle', {
    summary: { zh: '一次入帳多筆代收', en: 'Settles several collections, each by itself' },
    notes: {
      zh: `至多 ${settledAtOnceMax} 筆；每筆與單獨入帳相同，其中一筆失敗不影響其他`,
      en: `At most ${settledAtOnceMax}. Each is settled as by its own call; a failed one does not stop the others`,
    },
    body: settlements,
    answer: shape(
      'Settlements',
      z.strictObject({
        items: z.array(
          z.strictObject({
            ...outcomeFields,
            outcome: outcome('settled / waiting'),
            paid_amount: money.optional(),
          }),
        ),
      }),
    ),
  }),
  reassignCollections: post('/bank-accounts/:id{[0-9]{1,16}}/reassign', {
    summary: {
      zh: '將等待於此帳戶的代收改指定至另一帳戶',
      en: 'Reassigns the collections waiting on an account to another account',
    },
    notes: {
      zh: `未指定 trade_nos 時為全部，含因凍結而成為例外者，一次至多 ${reassignedMax} 筆`,
      en:
        'Without trade_nos: all of them, including exceptions caused by the account’s freezing, ' +
        `at most ${reassignedMax} per call`,
    },
    body: reassignment,
    answer: shape(
      'Reassignments',
      z.strictObject({
        items: z.array(z.strictObject({ ...outcomeFields, outcome: outcome('matched') })),
        more: meaning(z.boolean(), '是否還有其他訂單', 'Whether orders are left'),
      }),
    ),
  }),
}

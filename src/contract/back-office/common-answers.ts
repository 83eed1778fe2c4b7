import * as z from 'zod'
import type { Health } from '../health-answer.ts'
import {
  brokenViews,
  chainView,
  lookalikeView,
  statementProblemViews,
} from './banking/statements.ts'
import { get, type Immutable } from './call.ts'
import { meaning, shape } from './shapes.ts'
import { approvalStates } from './states.ts'

/** Routes that are no calls, with their whole path, answered for every role. */
export const serviceRoutes = {
  openApi: get('/api/openapi.json', {
    summary: { zh: '本文件', en: 'This document' },
    answer: shape('OpenApi', z.looseObject({ openapi: z.string() })),
  }),
  health: get('/health', {
    summary: { zh: '服務狀態', en: 'Shows the health of the service' },
    answer: shape(
      'Health',
      z.strictObject({
        ok: z.literal(1),
        message: z.literal('success'),
        sweep_age_seconds: meaning(
          z.int().nullable(),
          '距最近一次通知巡查的秒數，正常在 120 以內；尚未巡查時為 null',
          'Seconds since the last sweep of callbacks, normally below 120; null before the first one',
        ),
      }),
    ) satisfies z.ZodType<Health>,
  }),
}

/** The answer of a waiting call (back office §5), with 202. */
export const waitingView = shape(
  'Waiting',
  z.strictObject({ approval_id: z.int(), state: z.enum(approvalStates) }),
)

/** The body of every error (decisions §3). */
export const failureView = shape(
  'Failure',
  z.strictObject({
    ok: z.literal(0),
    code: z.literal(1),
    text: meaning(z.string(), '同 message', 'Same as message'),
    message: meaning(
      z.string(),
      '給人看的訊息：繁體中文，或依 Accept-Language 為英文',
      'For people: Traditional Chinese, or English by Accept-Language',
    ),
    error: meaning(z.string(), '給程式判斷的固定代碼', 'The fixed code for programs'),
    request_id: z.string(),
    errors: meaning(
      z.record(z.string(), z.array(z.string())).optional(),
      'validation_error：各參數的問題',
      'validation_error: the problems of each parameter',
    ),
    taken_by: meaning(z.string().optional(), 'taken：領取的人員', 'taken: the order’s agent'),
    approval_id: meaning(
      z.int().optional(),
      'approval_waiting：相同操作等待中的核准編號',
      'approval_waiting: the id of the waiting approval',
    ),
    held_by: meaning(
      z.string().optional(),
      'bank_transaction_taken、slot_taken：占用的訂單',
      'bank_transaction_taken, slot_taken: the order that has it',
    ),
    differs: meaning(
      z.array(z.string()).optional(),
      'evidence_differs：與訂單不符之處',
      'evidence_differs: the differences from the order',
    ),
    bank_transactions: meaning(
      z.array(z.int()).optional(),
      'import_in_use：使匯入無法撤回的前十筆銀行交易',
      'import_in_use: the first ten bank transactions that prevent the undo',
    ),
    problems: meaning(
      statementProblemViews.optional(),
      'statement_refused：各行的問題',
      'statement_refused: the problems of its lines',
    ),
    chain: chainView.optional(),
    broken_line: brokenViews.line.optional(),
    broken_balance: brokenViews.balance.optional(),
    looks_like: lookalikeView.optional(),
  }),
)

export type Failure = Immutable<z.output<typeof failureView>>

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
    summary: { zh: '服務狀態', en: 'Tells how the service is' },
    answer: shape(
      'Health',
      z.strictObject({
        ok: z.literal(1),
        message: z.literal('success'),
        sweep_age_seconds: meaning(
          z.int().nullable(),
          '距最近一次通知巡查的秒數，正常在 120 以內；尚未巡查時為 null',
          'Seconds since callbacks were last looked through, below 120 as a rule; null before that',
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
    text: meaning(z.string(), '同 message', 'As message'),
    message: meaning(z.string(), '給人看的訊息（繁體中文）', 'For people, in Traditional Chinese'),
    error: meaning(z.string(), '給程式判斷的代碼', 'For programs; never changes'),
    request_id: z.string(),
    errors: meaning(
      z.record(z.string(), z.array(z.string())).optional(),
      '各參數的問題',
      'validation_error: what is wrong with each parameter',
    ),
    taken_by: meaning(z.string().optional(), '由誰領取', 'taken: who has taken the order'),
    approval_id: meaning(
      z.int().optional(),
      '相同操作等候中的核准編號',
      'approval_waiting: the approval that the same call waits for',
    ),
    held_by: meaning(
      z.string().optional(),
      '認列該銀行交易的訂單',
      'bank_transaction_taken: the order that has claimed it',
    ),
    differs: meaning(
      z.array(z.string()).optional(),
      '與訂單不符之處',
      'evidence_differs: what does not fit the order',
    ),
    bank_transactions: meaning(
      z.array(z.int()).optional(),
      '使匯入無法撤回的前十筆銀行交易',
      'import_in_use: the first ten bank transactions that keep an import from being taken back',
    ),
    problems: meaning(
      statementProblemViews.optional(),
      '對帳單的問題',
      'statement_refused: what is wrong with its lines',
    ),
    chain: chainView.optional(),
    broken_line: brokenViews.line.optional(),
    broken_balance: brokenViews.balance.optional(),
    looks_like: lookalikeView.optional(),
  }),
)

export type Failure = Immutable<z.output<typeof failureView>>

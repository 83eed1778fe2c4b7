import * as z from 'zod/mini'
import { content, success } from '../answer-shapes.ts'
import { described } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import { money, oneOf, optional, required, url } from '../fields.ts'
import { eventName, notes, orderType, orderTypes, reportedOutcomes } from './outcomes.ts'

const fields = {
  notify_url: required(url, '要接收通知的網址', 'URL that receives the callback'),
  reverse_url: optional({
    kind: url,
    absent: '',
    zh: '代付未完成時接收通知的網址；未傳時送到 notify_url',
    en: 'URL that receives the callback of a failed payout. Defaults to notify_url',
  }),
  type: optional({
    kind: oneOf(orderTypes),
    absent: 'collection',
    zh: '訂單種類',
    en: 'Kind of order',
  }),
  outcome: optional({
    kind: oneOf(reportedOutcomes),
    absent: 'paid',
    zh: '要模擬的結果，同 sandbox/outcome',
    en: 'Outcome to simulate; see sandbox/outcome',
  }),
  amount: optional({
    kind: money(1),
    absent: 10_000,
    zh: '訂單金額',
    en: 'Order amount',
    says: '100',
  }),
}

/** Endpoint 19, ours (decisions §7): a real callback of a test order, at once. */
export const sandboxCallback = endpoint({
  number: 19,
  path: '/api/v1/merchant/sandbox/callback',
  summary: { zh: '測試：送出一則通知', en: 'Sandbox: send a test callback' },
  notes: [
    notes.forTests,
    {
      zh:
        '建立一筆單號為 TEST- 開頭的測試訂單，帶到所要的結果，並照常送出其通知：簽章、重送、帳務與查詢都和真實訂單相同。' +
        '每次呼叫都是新的訂單。',
      en:
        'Creates a test order whose number starts with TEST-, simulates the outcome and sends ' +
        'the callback. Signature, retries, ledger and queries work as for any order. Each call ' +
        'creates a new order.',
    },
    {
      zh:
        '商戶設定 collection_events 為 `completed` 時，代收只通知入帳；`expired`、`cancelled`、`reversed` 需設為 `all`。' +
        '`cancelled` 的代收是自行申報後被退回的款項；代付沒有 `late` 與 `expired`。',
      en:
        'If your collection_events setting is `completed`, only payments of collections are ' +
        'sent: `expired`, `cancelled` and `reversed` need `all`. A `cancelled` collection had its ' +
        'declared money rejected; payouts have no `late` or `expired`.',
    },
  ],
  request: fields,
  earlierNames: [['notifyUrl', 'notify_url']],
  legacyGroup: 'by_type',
  response: () =>
    success({
      data: content({
        type: orderType(),
        orderid: described(
          z.optional(z.string()),
          '代收單號，TEST- 開頭。代付沒有此欄',
          'Collection number, starting with TEST-. Absent for payouts',
        ),
        serial_no: described(
          z.optional(z.string()),
          '代付單號，TEST- 開頭。只有代付有此欄',
          'Payout number, starting with TEST-; for payouts only',
        ),
        trade_no: described(z.string(), '平台交易號', 'Platform transaction number'),
        event: described(eventName(), '通知的事件', 'Event reported'),
        url: described(z.string(), '通知網址', 'Callback URL'),
        callback_id: described(
          z.string(),
          '通知編號，即 webhook-id',
          'Callback ID, same as webhook-id',
        ),
      }),
    }),
  refusals: ['sandbox_only', 'outcome_not_possible', 'insufficient_balance'],
})

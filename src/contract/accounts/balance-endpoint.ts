import * as z from 'zod/mini'
import { content, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'

const tallyFields = {
  count: described(z.int(), '筆數', 'Number of orders'),
  amount: described(z.number(), '金額合計', 'Total amount'),
}

function tally(zh: string, en: string) {
  return described(object(tallyFields), zh, en)
}

const buckets = {
  available: described(z.number(), '可用餘額', 'Available balance'),
  frozen: described(z.number(), '凍結金額（待處理的代付）', 'Frozen amount (pending payouts)'),
  unconfirmed: described(z.number(), '待後台確認的金額', 'Amount awaiting confirmation'),
}

const collectionTallies = object({
  pending: tally('待處理', 'Pending'),
  succeeded: tally('已付款', 'Paid'),
  manual: tally('後台補單', 'Settled manually'),
})

const payoutTallies = object({
  pending: tally('待處理', 'Pending'),
  processed: tally('已處理', 'Processed'),
  cancelled: tally('已取消', 'Cancelled'),
})

const channelBalance = described(
  object({
    ...buckets,
    collected: tally('已入帳的代收', 'Collections, paid or settled manually'),
    paid_out: tally('已出款的代付', 'Processed payouts'),
  }),
  '這個通道的餘額',
  'Balance of that channel',
)

const summary = object({
  collection: described(collectionTallies, '代收統計，依狀態', 'Collections, by status'),
  payout: described(payoutTallies, '代付統計，依狀態', 'Payouts, by status'),
  ...buckets,
  withdrawable: described(
    z.optional(z.number()),
    '可提領金額；設定費率或結算帳戶後才有此欄位',
    'Amount you can withdraw now. Present only if you have fee rates or a settlement account',
  ),
  fees: described(
    z.optional(z.number()),
    '本月各筆帳務的手續費合計，退還為負；設定費率或結算帳戶後才有此欄位',
    'Total of this month’s fees; refunds are negative. Present whenever `withdrawable` is',
  ),
  channels: described(
    z.record(z.string(), channelBalance),
    '各通道餘額：未指定通道的代收為 `other`，代付為 `代付`，可能為負',
    'Balance by channel. `other` holds collections without a channel; `代付` holds payouts and ' +
      'may be negative',
  ),
})

/** §4.9: the merchant's balance. */
export const balanceQuery = endpoint({
  number: 9,
  path: '/api/v1/merchant/balance',
  summary: { zh: '查詢餘額', en: 'Query the balance' },
  notes: [
    {
      zh: '`balance0` = `balance` + `balance1` + `balance2`。`channels` 各通道相加等於總額。',
      en: '`balance0` = `balance` + `balance1` + `balance2`. The `channels` add up to the totals.',
    },
  ],
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      balance: described(z.number(), '可用餘額', 'Available balance'),
      balance0: described(
        z.number(),
        '總餘額：可用、凍結與待確認',
        'Total: available, frozen and unconfirmed',
      ),
      balance1: described(z.number(), '凍結金額', 'Frozen amount'),
      balance2: described(z.number(), '待確認金額', 'Amount awaiting confirmation'),
      data: content({ summary: described(summary, '統計', 'Totals') }),
    }),
  refusals: [],
})

import * as z from 'zod'
import { accountNumber, bankCode } from '../banking/accounts.ts'
import { get, post, remove } from '../call.ts'
import { payoutViews } from '../orders/order-views.ts'
import { listOf, shape, time } from '../shapes.ts'
import { callbackUrl, line, recordId, wholeOrAll } from '../values.ts'

/** `POST /api/merchants/:uid/settlement-accounts` */
const newSettlementAccount = z.strictObject({
  bank_code: bankCode,
  account_no: accountNumber,
  holder_name: line(120),
})

export type NewSettlementAccount = z.output<typeof newSettlementAccount>

const settlementAccountView = shape(
  'SettlementAccount',
  z.strictObject({
    id: z.int(),
    bank_code: z.string(),
    account_no: z.string(),
    holder_name: z.string(),
    added_at: time,
    added_by: z.string(),
  }),
)

/** `POST /api/merchants/:uid/withdrawals`: as endpoint 15. */
const withdrawal = z.strictObject({
  serial_no: line(40),
  amount: wholeOrAll,
  settlement_account: recordId.optional(),
  notify_url: callbackUrl.default(''),
  reverse_url: callbackUrl.default(''),
})

export type WithdrawalCall = z.output<typeof withdrawal>

export const withdrawalCalls = {
  listSettlementAccounts: get('/merchants/:uid/settlement-accounts', {
    summary: { zh: '商戶的結算帳戶，由舊到新', en: 'Lists settlement accounts, oldest first' },
    answer: listOf('SettlementAccountList', settlementAccountView),
  }),
  addSettlementAccount: post('/merchants/:uid/settlement-accounts', {
    summary: { zh: '新增商戶的結算帳戶，最多 5 個', en: 'Adds a settlement account; at most five' },
    body: newSettlementAccount,
    status: 201,
    answer: settlementAccountView,
    waits: true,
  }),
  removeSettlementAccount: remove('/merchants/:uid/settlement-accounts/:id', {
    summary: { zh: '移除商戶的結算帳戶', en: 'Removes a merchant’s settlement account' },
    answer: settlementAccountView,
    waits: true,
  }),
  withdraw: post('/merchants/:uid/withdrawals', {
    summary: {
      zh: '為商戶提領至其結算帳戶；amount 可為 "all"',
      en: 'Withdraws a merchant’s money to its settlement account; amount may be "all"',
    },
    body: withdrawal,
    status: 201,
    answer: payoutViews.listed,
    waits: true,
  }),
}

import * as z from 'zod'
import { meaning } from '../shapes.ts'
import { sentNotes } from '../states.ts'

const transactionsCounted = z.union([z.literal(0), z.literal(1), z.literal('more')])

const debitMarks = z.strictObject({ exact: transactionsCounted, possible: transactionsCounted })

const held = meaning(
  z.boolean().optional(),
  '是否管制中；以 deposits=1 或 debits=1 查詢及搜尋時才有',
  'Whether a hold blocks it; with deposits=1 or debits=1, and in search',
)

/** Whether a pending collection's money has come, and whether a hold keeps it. */
export const collectionMarks = {
  deposits: meaning(
    debitMarks
      .extend({
        other: transactionsCounted,
        sum: z.boolean(),
        unsure: z.boolean(),
        other_name: z.boolean(),
      })
      .optional(),
    '可能支付的未認列交易數；other 為同一付款人、金額不同者，sum 為其中數筆合計相符，unsure 為款項待判斷，other_name 為戶名不同；待付款且 deposits=1 時才有',
    'Number of unclaimed transactions that may pay it. other: its payer’s with other amounts; sum: some of those ' +
      'add up to it; unsure: one is in doubt; other_name: another name. Pending orders with deposits=1 only',
  ),
  held,
}

export const payoutMarks = {
  debits: meaning(
    debitMarks.extend({ fee: z.boolean() }).optional(),
    '可能為其出款的未認列扣款數，fee 為其中有含手續費者；待出款且 debits=1 時才有',
    'Number of unclaimed debits that may have paid it; fee: one includes the bank’s fee. Pending payouts with ' +
      'debits=1 only',
  ),
  short: meaning(
    z.boolean().optional(),
    '商戶餘額（含凍結）是否不足；只有 debits=1 時才有',
    'Whether the merchant’s balance, frozen money included, is too low for it; with debits=1 only',
  ),
  sent: meaning(
    z.boolean().optional(),
    `已領取，且備註為「${sentNotes.sent}」；只有 debits=1 時才有`,
    'Whether it is taken and noted as sent; with debits=1 only',
  ),
  held,
}

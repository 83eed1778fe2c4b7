import * as z from 'zod'
import { meaning } from '../shapes.ts'
import { sentNotes } from '../states.ts'

const transactionsCounted = z.union([z.literal(0), z.literal(1), z.literal('more')])

const debitMarks = z.strictObject({ exact: transactionsCounted, possible: transactionsCounted })

const held = meaning(
  z.boolean().optional(),
  '是否有管制；只有要求標記時才有',
  'Whether a hold keeps it; where its marks are asked for',
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
    'How many unclaimed transactions may pay it, its payer’s of others, whether some add up, are in doubt, or name ' +
      'somebody else; with deposits=1',
  ),
  held,
}

export const payoutMarks = {
  debits: meaning(
    debitMarks.extend({ fee: z.boolean() }).optional(),
    '可能為其出款的未認列扣款數，fee 為其中有含手續費者；以 debits=1 查詢待出款者時才有',
    'How many unclaimed debits may be its, and whether one has the fee of its bank; of a pending one, where debits=1 ' +
      'asks for it',
  ),
  short: meaning(
    z.boolean().optional(),
    '商戶餘額（含凍結）是否不足；只有要求標記時才有',
    'Whether its merchant has too little for it, frozen money included; where its marks are asked for',
  ),
  sent: meaning(
    z.boolean().optional(),
    `已領取，且備註為「${sentNotes.sent}」；只有要求標記時才有`,
    'Whether it is taken, with a note that its money is sent; where its marks are asked for',
  ),
  held,
}

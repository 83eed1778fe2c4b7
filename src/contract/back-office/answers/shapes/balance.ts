import * as z from 'zod'
import { buckets, meaning, money, named } from '../answer.ts'

const tally = named('Tally', z.strictObject({ count: z.int(), amount: money }))

const summary = z.strictObject({
  collection: z.strictObject({ pending: tally, succeeded: tally, manual: tally }),
  payout: z.strictObject({ pending: tally, processed: tally, cancelled: tally }),
  ...buckets,
  channels: meaning(
    z.record(z.string(), z.strictObject({ ...buckets, collected: tally, paid_out: tally })),
    '各通道的餘額，以及已入帳的代收與已出款的代付',
    'The balance of each channel, with what it collected and paid out',
  ),
})

/** A merchant's balance, as its own query answers it (§4.9). */
export const balance = named(
  'Balance',
  z.strictObject({
    ok: z.literal(1),
    message: z.literal('success'),
    balance: meaning(money, '可用', 'Available'),
    balance0: meaning(money, '合計', 'In all'),
    balance1: meaning(money, '凍結', 'Frozen'),
    balance2: meaning(money, '待確認', 'Awaiting confirmation'),
    data: z.strictObject({ summary }),
  }),
)

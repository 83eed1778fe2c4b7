import * as z from 'zod/mini'
import { success } from './answer-shapes.ts'
import { endpoint } from './endpoint.ts'

const tally = z.object({ count: z.int(), amount: z.number() })

/** Money by bucket: what may be paid out, what is held for payouts, what awaits confirmation. */
const buckets = { available: z.number(), frozen: z.number(), unconfirmed: z.number() }

/** §4.9: the merchant's balance. */
export const queryBalance = endpoint({
  number: 9,
  path: '/api/v1/merchant/balance',
  summary: { zh: '查詢餘額', en: 'Query the balance' },
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: success({
    balance: z.number(),
    balance0: z.number(),
    balance1: z.number(),
    balance2: z.number(),
    data: z.object({
      summary: z.object({
        collection: z.object({ pending: tally, succeeded: tally, manual: tally }),
        payout: z.object({ pending: tally, processed: tally, cancelled: tally }),
        ...buckets,
        channels: z.record(z.string(), z.object(buckets)),
      }),
    }),
  }),
  refusals: [],
})

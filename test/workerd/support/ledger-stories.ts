import { amountPath } from './links.ts'
import { move } from './orders.ts'
import { aContext, adjustShop, anId, paths, post, type Shop } from './service.ts'

// What can become of an order, with the entries that a merchant's bookkeeper expects of each step. Nothing of the
// entries comes from src.

/** An entry as the ledger has to tell it. The amount in hundredths. */
export type Entry = {
  readonly event: string
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly reason: string
}

/** One step of a story: what is done, and what is booked by it. */
type StoryStep = {
  /** Gets the order's transaction number, "" at the first step, and gives it. */
  readonly take: (shop: Shop, tradeNo: string, lateSeconds: number) => Promise<string>
  readonly booked: readonly Entry[]
}

export type Story = {
  readonly type: 'collection' | 'payout' | 'adjustment'
  readonly steps: readonly StoryStep[]
}

const booked = (event: string, from: string, to: string, amount: number, reason = ''): Entry => ({
  event,
  from,
  to,
  amount,
  reason,
})

const late = (seconds: number) =>
  aContext({ wake: async () => undefined, now: () => Date.now() - seconds * 1000 })

type Move = (context: ReturnType<typeof late>, tradeNo: string) => Promise<unknown>

const step = (move: Move, ...entries: readonly Entry[]): StoryStep => ({
  take: async (_shop, tradeNo, seconds) => {
    await move(late(seconds), tradeNo)
    return tradeNo
  },
  booked: entries,
})

const text = (amount: number) => (amount / 100).toFixed(2)

function created(path: string, fields: object, ...entries: readonly Entry[]): StoryStep {
  return {
    take: async (shop) => {
      const { body } = await post(shop, path, fields as Record<string, unknown>)
      if (body.ok !== 1) throw new Error(JSON.stringify(body))
      return body.data.trade_no
    },
    booked: entries,
  }
}

const collect = (amount: number, fields: object = {}, ...entries: readonly Entry[]) =>
  created(paths.create, { orderid: anId(), amount: text(amount), ...fields }, ...entries)

const request = (amount: number, fields: object, ...entries: readonly Entry[]) =>
  created(
    paths.payouts,
    { serial_no: anId().slice(0, 40), amount: text(amount), payee_name: '林', ...fields },
    ...entries,
  )

const frozen = (amount: number) =>
  request(amount, {}, booked('requested', 'available', 'frozen', amount))

const settle = (amount: number, paid: number) =>
  step(
    (context, tradeNo) =>
      move.settle(
        tradeNo,
        { paidAmount: paid, manual: paid < amount, override: paid > amount },
        { context },
      ),
    booked('settled', 'outside', 'available', paid),
  )

const declared = (amount: number) =>
  collect(
    amount,
    { status: 'succeeded', paid_amount: text(amount) },
    booked('created', 'outside', 'unconfirmed', amount),
  )

const reverse = (amount: number) =>
  step(
    (context, tradeNo) =>
      move.reverse(tradeNo, { reason: '錯帳', because: 'wrong_match' }, { context }),
    booked('reversed', 'available', 'outside', amount, '錯帳'),
  )

const confirm = (amount: number) =>
  step(
    (context, tradeNo) => move.confirm(tradeNo, { override: true }, { context }),
    booked('confirmed', 'unconfirmed', 'available', amount),
  )

const reject = (amount: number) =>
  step(
    (context, tradeNo) =>
      move.confirm(tradeNo, { accept: false, reason: '查無入帳', override: false }, { context }),
    booked('rejected', 'unconfirmed', 'outside', amount, '查無入帳'),
  )

const putAside = step((context, tradeNo) => move.putAside(tradeNo, '帳號有誤', { context }))

const process = (paid: number, ...entries: readonly Entry[]) =>
  step(
    (context, tradeNo) =>
      move.process(
        tradeNo,
        { actualAmount: paid, voucherNo: null, processedAt: null, override: true },
        { context },
      ),
    ...entries,
  )

const processed = (amount: number) =>
  process(amount, booked('processed', 'frozen', 'outside', amount))

const adjust = (amount: number, bucket: 'available' | 'frozen' | 'unconfirmed') => ({
  type: 'adjustment' as const,
  steps: [
    {
      take: async ({ uid }: Shop, _tradeNo: string, seconds: number) => {
        const call = { amount, bucket, reason: '手續費', idempotency_key: anId() }
        return String((await adjustShop(uid, call, { context: late(seconds) })).id)
      },
      booked: [
        amount > 0
          ? booked('adjusted', 'outside', bucket, amount, '手續費')
          : booked('adjusted', bucket, 'outside', -amount, '手續費'),
      ],
    },
  ],
})

const collection = (...steps: readonly StoryStep[]) => ({ type: 'collection' as const, steps })
const payout = (...steps: readonly StoryStep[]) => ({ type: 'payout' as const, steps })

/** All that can become of an order of `amount`, where `less` is less than it. Both in hundredths. */
export const stories: Readonly<Record<string, (amount: number, less: number) => Story>> = {
  waiting: (amount) => collection(collect(amount)),
  matched: (amount) =>
    collection(
      collect(amount),
      step((_context, tradeNo) => move.match(tradeNo)),
    ),
  paid: (amount) => collection(collect(amount), settle(amount, amount)),
  'paid in the exchange’s channel': (amount) =>
    collection(collect(amount, { channel: 'exchange_coin' }), settle(amount, amount)),
  'paid less': (amount, less) => collection(collect(amount), settle(amount, less)),
  'paid more': (amount, less) => collection(collect(less), settle(less, amount)),
  'put aside': (amount) => collection(collect(amount), putAside),
  'paid late': (amount) => collection(collect(amount), putAside, settle(amount, amount)),
  declared: (amount) => collection(declared(amount)),
  'declared as nothing': (amount) =>
    collection(collect(amount, { status: 'succeeded', paid_amount: 0 })),
  confirmed: (amount) => collection(declared(amount), confirm(amount)),
  rejected: (amount) => collection(declared(amount), reject(amount)),
  'rejected, then paid': (amount, less) =>
    collection(declared(amount), reject(amount), settle(amount, less)),
  reversed: (amount) => collection(collect(amount), settle(amount, amount), reverse(amount)),
  'confirmed, then reversed': (amount) =>
    collection(declared(amount), confirm(amount), reverse(amount)),
  'reversed, then paid the same again': (amount) =>
    collection(collect(amount), settle(amount, amount), reverse(amount), settle(amount, amount)),
  'a link': () => {
    const link = { merchant_order_no: anId(), member_no: 'm', member_name: '王', amount: 1000 }
    const fields = { ...link, payer_account_last5: '12345', notify_url: 'https://m.example/n' }
    return collection(created(amountPath, fields), settle(100_000, 100_000))
  },
  requested: (amount) => payout(frozen(amount)),
  processed: (amount) => payout(frozen(amount), processed(amount)),
  'processed with less': (amount, less) =>
    payout(
      frozen(amount),
      process(
        less,
        booked('processed', 'frozen', 'outside', less),
        booked('processed', 'frozen', 'available', amount - less),
      ),
    ),
  'processed with more': (amount, less) =>
    payout(
      frozen(less),
      process(
        amount,
        booked('processed', 'frozen', 'outside', less),
        booked('processed', 'available', 'outside', amount - less),
      ),
    ),
  cancelled: (amount) =>
    payout(
      frozen(amount),
      step(
        (context, tradeNo) => move.cancel(tradeNo, '帳號已關閉', { context }),
        booked('cancelled', 'frozen', 'available', amount, '帳號已關閉'),
      ),
    ),
  returned: (amount) =>
    payout(
      frozen(amount),
      processed(amount),
      step(
        (context, tradeNo) =>
          move.reversePayout(tradeNo, { reason: '退匯', because: 'money_returned' }, { context }),
        booked('returned', 'outside', 'available', amount, '退匯'),
      ),
    ),
  'made already': (amount) =>
    payout(
      request(amount, { status: 'processed' }, booked('requested', 'available', 'outside', amount)),
    ),
  'given up already': (amount) => payout(request(amount, { status: 'cancelled' })),
  'a correction': (amount) => adjust(amount, 'available'),
  'a charge': (amount) => adjust(-amount, 'available'),
  'frozen by hand': (amount) => adjust(amount, 'frozen'),
  'unconfirmed by hand': (amount) => adjust(-amount, 'unconfirmed'),
}

import { toAmount } from '../../units/money.ts'
import { type Bucket, knownChannel } from '../accounts/ledger.ts'
import type { TallyName } from '../accounts/tally.ts'

/** A merchant's money and orders in one channel; amounts in hundredths. */
export type ChannelBalance = { readonly channel: string } & Readonly<Record<Bucket, number>> &
  Readonly<Record<`${TallyName}${'Count' | 'Amount'}`, number>>

/**
 * §4.9: `balance` available, `balance0` in all, `balance1` frozen, `balance2` unconfirmed, and the same by channel with
 * its collected and paid-out sums (decisions §4, "Balance"). Unused channels have zeroes. Money of a channel outside of
 * `channels` counts as `other`, so that they sum to the whole. `beside` is added to the summary (fees §2, "Shown").
 */
export function balanceView<Beside extends object>(
  balances: readonly ChannelBalance[],
  channels: readonly string[],
  beside: Beside,
) {
  const sum = (name: Parameters<typeof sumOf>[1]) => sumOf(balances, name)
  const tally = (name: TallyName) => tallied(balances, [name])
  const available = sum('available')
  const frozen = sum('frozen')
  const unconfirmed = sum('unconfirmed')
  return {
    ok: 1 as const,
    message: 'success' as const,
    balance: toAmount(available),
    balance0: toAmount(available + frozen + unconfirmed),
    balance1: toAmount(frozen),
    balance2: toAmount(unconfirmed),
    data: {
      summary: {
        collection: {
          pending: tally('collectionPending'),
          succeeded: tally('collectionSucceeded'),
          manual: tally('collectionManual'),
        },
        payout: {
          pending: tally('payoutPending'),
          processed: tally('payoutProcessed'),
          cancelled: tally('payoutCancelled'),
        },
        available: toAmount(available),
        frozen: toAmount(frozen),
        unconfirmed: toAmount(unconfirmed),
        ...beside,
        channels: Object.fromEntries(
          channels.map((channel) => [
            channel,
            ofChannel(balances.filter((one) => knownChannel(channels, one.channel) === channel)),
          ]),
        ),
      },
    },
  }
}

/** A merchant's buckets; empty without a balance. */
export function bucketsView(sums: Readonly<Record<Bucket, number>> | undefined) {
  const { available = 0, frozen = 0, unconfirmed = 0 } = sums ?? {}
  return {
    available: toAmount(available),
    frozen: toAmount(frozen),
    unconfirmed: toAmount(unconfirmed),
  }
}

function ofChannel(balances: readonly ChannelBalance[]) {
  return {
    available: toAmount(sumOf(balances, 'available')),
    frozen: toAmount(sumOf(balances, 'frozen')),
    unconfirmed: toAmount(sumOf(balances, 'unconfirmed')),
    collected: tallied(balances, ['collectionSucceeded', 'collectionManual']),
    paid_out: tallied(balances, ['payoutProcessed']),
  }
}

function tallied(balances: readonly ChannelBalance[], names: readonly TallyName[]) {
  const sum = (figure: 'Count' | 'Amount') =>
    names.reduce((total, name) => total + sumOf(balances, `${name}${figure}`), 0)
  return { count: sum('Count'), amount: toAmount(sum('Amount')) }
}

function sumOf(
  balances: readonly ChannelBalance[],
  name: Exclude<keyof ChannelBalance, 'channel'>,
): number {
  return balances.reduce((total, balance) => total + balance[name], 0)
}

import { dollarSum } from '../../../units/money.ts'
import type { Desk } from '../desk.ts'
import { membersOf } from '../parts/members.tsx'
import type { ApprovalDetail } from './approvals.ts'

export type MerchantMoney = {
  /** The money of a payout's merchant, frozen money included. */
  readonly funds: number | null
  /** The same after the payout, or the available money after a reversal. */
  readonly after: number
  /** The order's fee; 0 of a reversal that leaves it with the platform. */
  readonly fee: number
}

/** The merchant's money before a payout or reversal and after it, as of now; null for any other call. */
export async function moneyOf(desk: Desk, approval: ApprovalDetail): Promise<MerchantMoney | null> {
  const { call, state, body, order_now: order } = approval
  const isPayment = call === 'processPayout'
  if (state !== 'waiting' || order === null || !(isPayment || call.startsWith('reverse')))
    return null
  const { uid, paid_amount: paid, actual_amount: paidOut, fee: charged, pricing } = membersOf(order)
  const path = { uid: String(uid) }
  const [balance, isKept] = await Promise.all([
    desk.ask('showBalance', { path }),
    membersOf(body).because === 'money_returned' ? keepsFee(desk, path, Number(pricing)) : false,
  ])
  if (!balance.ok) return null
  const { available, frozen } = balance.value.data.summary
  const fee = isKept ? 0 : Number(charged ?? 0)
  if (isPayment) {
    const funds = dollarSum([available, frozen])
    return { funds, after: dollarSum([funds, -(approval.amount ?? 0), -fee]), fee }
  }
  const moved = call === 'reverseCollection' ? -Number(paid) : Number(paidOut)
  return { funds: null, after: dollarSum([available, moved, fee]), fee }
}

// Whether under that price version the platform keeps the fee of returned money.
async function keepsFee(
  desk: Desk,
  path: { readonly uid: string },
  version: number,
): Promise<boolean> {
  const prices = await desk.ask('listPricing', { path, query: { limit: '50' } })
  const found = prices.ok ? prices.value.items.find((one) => one.version === version) : undefined
  return found?.pricing.fee_on_reversal === 'keep'
}

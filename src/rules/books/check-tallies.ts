import { dayToTaipei } from '../../units/taipei-time.ts'
import { ledgerChannel } from '../accounts/ledger.ts'
import type { OrderType } from '../orders/order-identity.ts'
import { amountText, differences, type Finding } from './finding.ts'
import { afterEvent, type BookedEvent, initialState } from './order-history.ts'

/** Counts of orders, by the columns of a balance. */
type Tallies<Value = number> = Readonly<Record<string, Value>>

/** The fields of an order on which tallies depend. Amounts in hundredths. */
export type TalliedOrder = {
  readonly kind: OrderType
  readonly channel: string
  readonly status: string
  readonly amount: number
  readonly paid: number
  readonly backed: boolean | null
  /** Its events up to the end of the day; null if it has no later one and is unchanged. */
  readonly history: readonly BookedEvent[] | null
}

/** The tallies of a balance at the end of a day, null if unknown. */
export type ClosedTallies = {
  readonly uid: string
  readonly channel: string
  /** The day of the row; null for the balance, unchanged since then. */
  readonly day: number | null
  /** How many orders of the merchant are archived. */
  readonly archived: number
  readonly tallies: Tallies<number | null>
}

/**
 * The records of one merchant: the sums of its orders by channel, the number of archived orders at the first read, and
 * the rows that must agree with them.
 */
export type MerchantTallies = {
  readonly merchantId: number
  readonly orders: Readonly<Record<string, Tallies>>
  readonly archived: number
  readonly closed: readonly ClosedTallies[]
}

/** The sums with one more order, in its state at the end of the day. */
export function withOrder(
  sums: MerchantTallies,
  order: TalliedOrder,
  exchangeCode: string,
): MerchantTallies {
  const { kind, history } = order
  if (history?.length === 0) return sums
  const then = history?.reduce((soFar, event) => afterEvent(kind, soFar, event), initialState)
  const [status = ''] = then ? then.state.split('/') : [order.status]
  const isByPaid = kind === 'collection' ? status !== 'pending' : status === 'processed'
  const amount = isByPaid ? (then?.paid ?? order.paid) : order.amount
  const backed = then ? then.backed : order.backed
  return withTallies(sums, ledgerChannel(order.channel, exchangeCode), {
    [`${kind}_${status}_count`]: 1,
    [`${kind}_${status}_amount`]: amount,
    unbacked_count: backed === false ? 1 : 0,
  })
}

function withTallies(sums: MerchantTallies, channel: string, tallies: Tallies): MerchantTallies {
  const added = { ...sums.orders[channel] }
  for (const [column, by] of Object.entries(tallies)) added[column] = (added[column] ?? 0) + by
  return { ...sums, orders: { ...sums.orders, [channel]: added } }
}

export function withArchived(
  sums: MerchantTallies,
  channel: string,
  tallies: Tallies,
): MerchantTallies {
  const counts = Object.entries(tallies).filter(([column]) => /(?<!unbacked)_count$/.test(column))
  const archived = counts.reduce((sum, [, count]) => sum + count, sums.archived)
  return { ...withTallies(sums, channel, tallies), archived }
}

/**
 * The differences between a merchant's tallies and its orders. An order's channel depends on the setting
 * `EXCHANGE_CODE` at its creation, so the sums over all channels are compared; if one differs, its differing channels
 * are named. Orders that were archived or restored during the reading are left to the next pass.
 */
export function tallyFindings({
  merchantId,
  orders,
  archived,
  closed,
}: MerchantTallies): readonly Finding[] {
  if (closed.some((one) => one.archived !== archived)) return []
  if (closed.some(({ tallies }) => Object.values(tallies).includes(null))) return []
  const rows = new Map(closed.map((one) => [one.channel, one]))
  const channels = [...new Set([...Object.keys(orders), ...rows.keys()])]
  const sumOf = (channel: string, column: string) => orders[channel]?.[column] ?? 0
  const foundIn = (channel: string, column: string) => rows.get(channel)?.tallies[column] ?? 0
  const columns = [...Object.values(orders), ...closed.map(({ tallies }) => tallies)]
  const wrong = [...new Set(columns.flatMap(Object.keys))].filter((column) => {
    const off = channels.map((channel) => foundIn(channel, column) - sumOf(channel, column))
    return off.reduce((sum, one) => sum + one, 0) !== 0
  })
  const uid = closed[0]?.uid ?? String(merchantId)
  return channels.flatMap((channel) => {
    const texts = (valueIn: typeof sumOf) =>
      Object.fromEntries(
        wrong.map((column) => [column, tallyText(column, valueIn(channel, column))]),
      )
    const row = balanceRow(`${uid} ${channel}`, rows.get(channel)?.day ?? null)
    return differences(row, texts(sumOf), texts(foundIn))
  })
}

/** A balance, or its row of a day. */
export function balanceRow(
  balance: string,
  day: number | null,
): Pick<Finding, 'record' | 'subject'> {
  return day === null
    ? { record: 'balances', subject: balance }
    : { record: 'ledger_days', subject: `${balance} ${dayToTaipei(day)}` }
}

function tallyText(column: string, value: number): string {
  return column.endsWith('_amount') ? amountText(value) : String(value)
}

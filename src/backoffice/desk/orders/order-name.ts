import { moneyText } from '../../../units/money.ts'
import { shortNumber } from '../parts/values.tsx'

export type OrderNumbers = { readonly merchant_order_no: string; readonly trade_no: string }

/** The number that people know an order by: its merchant's, or else the end of ours. */
export function orderNumber({ merchant_order_no: theirs, trade_no: ours }: OrderNumbers): string {
  return theirs || shortNumber(ours)
}

/** The name of an order, in parts: its amount, its payer or payee, and its number. */
export function orderName(
  order: OrderNumbers & { readonly amount: number; readonly name: string },
  money: string = moneyText(order.amount),
): readonly string[] {
  return [money, order.name, orderNumber(order)].filter((part) => part !== '')
}

import { plainDigits } from '../../units/digits.ts'

/** Which amounts a member may pay by link: whole dollars (§2.5). */
export type PaymentAmounts = {
  readonly fixedAmounts: readonly number[]
  readonly allowCustom: boolean
  readonly customMin: number
  readonly customMax: number
}

/** What a merchant has until the back office sets something else (decisions §5, "Amount settings"). */
export const defaultPaymentAmounts: PaymentAmounts = {
  fixedAmounts: [500, 1000, 3000, 5000, 10_000],
  allowCustom: true,
  customMin: 100,
  customMax: 50_000,
}

/** How a merchant's settings allow an amount in whole dollars (§4.3): `fixed` where it is listed; null not at all. */
export function amountMode(amounts: PaymentAmounts, amount: number): 'fixed' | 'custom' | null {
  const { fixedAmounts, allowCustom, customMin, customMax } = amounts
  if (fixedAmounts.includes(amount)) return 'fixed'
  return allowCustom && amount >= customMin && amount <= customMax ? 'custom' : null
}

/**
 * A whole amount of dollars as a person types it: full-width digits and thousands separators are read as what they
 * stand for. Null for anything else.
 */
export function wholeDollars(typed: string): number | null {
  const text = plainDigits(typed).trim()
  const amount = /^(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.0{1,2})?$/.exec(text)?.[1]
  return amount === undefined ? null : Number(amount.replaceAll(',', ''))
}

import type { AmountProblem } from '../../contract/links/member-page-views.ts'
import { plainDigits } from '../../units/account-digits.ts'
import { type Meaning, say } from '../../units/language.ts'

/** The amounts that a member may pay by link, in whole dollars (§2.5). */
export type PaymentAmounts = {
  readonly fixedAmounts: readonly number[]
  readonly allowCustom: boolean
  readonly customMin: number
  readonly customMax: number
}

/** The default amounts of a merchant (decisions §5, "Amount settings"). */
export const defaultPaymentAmounts: PaymentAmounts = {
  fixedAmounts: [500, 1000, 3000, 5000, 10_000],
  allowCustom: true,
  customMin: 100,
  customMax: 50_000,
}

/** Whether there is an amount that a member may pay. */
export function isAnyAllowed({ fixedAmounts, allowCustom }: PaymentAmounts): boolean {
  return fixedAmounts.length > 0 || allowCustom
}

export function allowedLabels(amounts: PaymentAmounts): Meaning {
  const { fixedAmounts, allowCustom, customMin, customMax } = amounts
  const list = fixedAmounts.join(', ')
  const fixed = list === '' ? [] : [say(list, list)]
  const custom = say(
    `${customMin} 至 ${customMax} 的整數`,
    `whole numbers from ${customMin} to ${customMax}`,
  )
  const all = [...fixed, ...(allowCustom ? [custom] : [])]
  return say(
    `金額不在可用範圍內。可用：${all.map(({ zh }) => zh).join('；')}`,
    `The amount is not allowed. Allowed: ${all.map(({ en }) => en).join('; ')}`,
  )
}

/** How an amount in whole dollars is allowed (§4.3): `fixed` if it is listed, null if not allowed. */
export function amountMode(amounts: PaymentAmounts, amount: number): 'fixed' | 'custom' | null {
  const { fixedAmounts, allowCustom, customMin, customMax } = amounts
  if (fixedAmounts.includes(amount)) return 'fixed'
  return allowCustom && amount >= customMin && amount <= customMax ? 'custom' : null
}

/** A member's amount in whole dollars, or why it is refused. */
type ChosenAmount =
  | { readonly kind: 'chosen'; readonly amount: number }
  | { readonly kind: 'refused'; readonly problem: AmountProblem }

/** Reads the amount that a member chose or typed on the purchase page (§4.4). */
export function chosenAmount(amounts: PaymentAmounts, text: string): ChosenAmount {
  if (text.trim() === '') return { kind: 'refused', problem: 'missing' }
  const amount = wholeDollars(text)
  if (amount === null) return { kind: 'refused', problem: 'not_a_whole_number' }
  if (amountMode(amounts, amount) === null) return { kind: 'refused', problem: 'not_allowed' }
  return { kind: 'chosen', amount }
}

/** Reads whole dollars as a person types them, with full-width digits or thousands separators; else null. */
function wholeDollars(typed: string): number | null {
  const text = plainDigits(typed).trim()
  const amount = /^(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.0{1,2})?$/.exec(text)?.[1]
  return amount === undefined ? null : Number(amount.replaceAll(',', ''))
}

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

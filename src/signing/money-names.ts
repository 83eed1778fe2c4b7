/** Names of the parameters that hold money: only they may be signed with exactly two decimals (decisions §2). */
export const moneyNames: ReadonlySet<string> = new Set(['amount', 'paid_amount', 'actual_amount'])

/** The page of an order: its number begins with the letter of its kind. */
export function orderPath(tradeNo: string): string {
  return `/${tradeNo.startsWith('P') ? 'payouts' : 'collections'}/${tradeNo}`
}

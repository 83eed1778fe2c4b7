/** The page of a merchant, or one below it. */
export function merchantPath(uid: string, below = ''): string {
  return `/merchants/${encodeURIComponent(uid)}${below}`
}

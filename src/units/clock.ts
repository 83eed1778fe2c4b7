/** UTC milliseconds as the whole seconds in which times are kept. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

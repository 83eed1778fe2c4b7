/** UTC milliseconds as the whole seconds in which times are kept. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

/** The seconds of a day. */
export const daySeconds = 86_400

/** The seconds of thirty days. */
export const monthSeconds = 30 * daySeconds

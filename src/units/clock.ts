/** UTC milliseconds as whole seconds, in which times are stored. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

export const daySeconds = 86_400

export const monthSeconds = 30 * daySeconds

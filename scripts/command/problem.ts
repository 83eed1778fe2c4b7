/** An expected error of a command: a message for the terminal, without a stack. */
export class Problem extends Error {
  /** The message without its advice. */
  readonly reason: string

  constructor(reason: string, advice = '') {
    super(`${reason}${advice}`)
    this.reason = reason
  }
}

/** The message of an error, without a problem's advice, which may be wrong for another command. */
export function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.reason
  return error instanceof Error ? error.message : String(error)
}

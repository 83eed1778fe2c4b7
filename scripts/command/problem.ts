/** Why a command stops: sentences for the terminal, and the advice for a person. */
export class Problem extends Error {
  /** Why, without the advice. */
  readonly reason: string

  constructor(reason: string, advice = '') {
    super(`${reason}${advice}`)
    this.reason = reason
  }
}

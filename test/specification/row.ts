/** One rule of the specification, and the tests that would fail if it were broken. */
export type Row = {
  /** The paragraph, and what of it is meant where that is not all: `5.3.4`, `2.2 orderid`. */
  readonly id: string
  /** The rule in short. Where the specification leaves it open, what was decided. */
  readonly says: string
  /** A test file below `test/`, ` › `, and the title of a test or describe as its source has it. */
  readonly provedBy: readonly string[]
}

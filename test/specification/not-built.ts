/**
 * Rules of the specification that are not built yet, or that no test proves yet; each has a row in
 * the table, without a proof. The list must shrink to nothing: whoever builds a rule gives its row
 * the tests that would fail if it were broken, and takes it off here.
 */
export const notBuilt: readonly string[] = []

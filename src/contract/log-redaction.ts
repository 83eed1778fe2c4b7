// What may stand in a log line of what is not for everybody's eyes.

/**
 * What went wrong, with where and why. An error of the database names the values of its statement, among them tokens
 * and members' data: of those only the statement is told.
 */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const why = error.cause === undefined ? '' : `, because of ${faultText(error.cause)}`
  if ('query' in error && 'params' in error) return `failed query: ${error.query}${why}`
  return `${error.stack ?? error.message}${why}`
}

const linkIdLength = 9

/**
 * How the log may have a path. A wait page's token opens the page to whoever has it, as a session does the link: so
 * of a name longer than `nameLengthMax` only the beginning is kept, of those two the link's id.
 */
export function pathLogger(nameLengthMax: number): (path: string) => string {
  const longName = new RegExp(`[^/]{${nameLengthMax + 1},}`, 'g')
  return (path) => path.replace(longName, (name) => `${name.slice(0, linkIdLength)}…`)
}

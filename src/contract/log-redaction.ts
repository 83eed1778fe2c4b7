// Errors and paths for the log, without the secrets and personal data in them.

/**
 * The stack of an error and of its causes. A database error becomes its statement alone, because its message contains
 * the statement's values, among them tokens and members' data.
 */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const why = error.cause === undefined ? '' : `, because of ${faultText(error.cause)}`
  if ('query' in error && 'params' in error) return `failed query: ${error.query}${why}`
  return `${error.stack ?? error.message}${why}`
}

const namesMax = 10

/**
 * Names of parameters for the log, separated by spaces. Callers choose them, so names unlike a field's, or as long as a
 * secret, are left out.
 */
export function loggedNames(names: readonly string[]): string {
  const visible = names.slice(0, namesMax).map((name) => (isFieldName.test(name) ? name : '…'))
  return [...visible, ...(names.length > namesMax ? ['…'] : [])].join(' ')
}

const isFieldName = /^[A-Za-z_][\w.[\]-]{0,29}$/

const linkIdLength = 9

/**
 * Shortens paths for the log. A wait page's token and a link's session give access to a payment, so a path segment
 * longer than `nameLengthMax` is cut after the length of a link's id, with which both begin. A callback's id,
 * recognised by its point, gives access to nothing. A segment with an @ names a person, and is left out.
 */
export function pathLogger(nameLengthMax: number): (path: string) => string {
  const shortened = (name: string) => {
    if (name.includes('@') || name.includes('%40')) return '…'
    const isWhole = name.length <= nameLengthMax || /^cb_\w{27}\.\d+$/.test(name)
    return isWhole ? name : `${name.slice(0, linkIdLength)}…`
  }
  return (path) => path.split('/').map(shortened).join('/')
}

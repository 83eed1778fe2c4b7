import type { TransactionSource } from '../../contract/back-office/states.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import type { Actor } from '../people/principal.ts'

/** The people and tokens that reported a bank transaction. A name is "" if there is nobody. */
export type TransactionReporters = {
  readonly source: TransactionSource
  /** Whether it was posted; for a statement's line, whether a posting reported the same money. */
  readonly isPosted: boolean
  /** Who posted it, or imported the file that reported it first. */
  readonly postedBy: string
  /** Who posted it again under another number. */
  readonly furtherPosters: readonly string[]
  /** Who imported the file that reported or confirmed it. */
  readonly importedBy: string
  /** Who agreed to its posting by hand, and to that file. */
  readonly agreedBy: string
  readonly importAgreedBy: string
  /** Whether the file alone has its last five digits: they decide which order it pays. */
  readonly hasDigitsOfFile: boolean
}

/**
 * Whether a transaction, or its last five digits, was reported by that actor alone, in a file or a posting: no feed
 * reported it, and no other person reported or agreed to it (back office §5). A service token that imports may be any
 * operator's. For an agent, who holds none, only reports in the agent's own name count, made as an operator earlier.
 */
export function isReportedOnlyBy(
  { name: actor, role }: Pick<Actor, 'name' | 'role'>,
  reporters: TransactionReporters,
): boolean {
  const { postedBy, importedBy, furtherPosters, agreedBy, importAgreedBy } = reporters
  if (isFromFeed(reporters) && !reporters.hasDigitsOfFile) return false
  const ofFile = [importedBy, importAgreedBy]
  const ofPostings = reporters.hasDigitsOfFile ? [] : [postedBy, agreedBy, ...furtherPosters]
  const people = [...ofFile, ...ofPostings]
  if (role === 'agent' && !people.includes(actor)) return false
  return !people.some((name) => name !== '' && name !== actor && !isService(name))
}

// A posting by hand that two people agreed to, and that met a statement's line, counts as a feed's.
function isFromFeed({ source, isPosted, furtherPosters }: TransactionReporters): boolean {
  if (source === 'feed' || furtherPosters.some(isService)) return true
  return source === 'statement' && isPosted
}

const isService = (name: string) => name.startsWith(servicePrefix)

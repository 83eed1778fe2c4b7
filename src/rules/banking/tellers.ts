import type { TransactionSource } from '../../contract/back-office/states.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'

/** By whom a bank transaction is known. Names are "" where there is nobody. */
export type Tellers = {
  readonly source: TransactionSource
  /** Whether it was posted; of a line of a statement, whether a posting has met it. */
  readonly isPosted: boolean
  /** Who posted it, or imported the file that told it first. */
  readonly postedBy: string
  /** Who posted it again under a number of their own. */
  readonly furtherPosters: readonly string[]
  /** Who imported the file that told, or confirmed, it. */
  readonly importedBy: string
  /** Who has agreed to its import, or to its posting by hand. */
  readonly agreedBy: readonly string[]
}

/**
 * Whether a transaction is known only from a file or posting of that actor: no feed has told it, and no other person
 * has told it or agreed to it (back office §5). A service token that imports is nobody else: it works for its holder.
 */
export function isKnownOnlyFrom(actor: string, tellers: Tellers): boolean {
  const { postedBy, importedBy, furtherPosters, agreedBy } = tellers
  if (isFromFeed(tellers)) return false
  const people = [postedBy, importedBy, ...furtherPosters, ...agreedBy]
  return !people.some((name) => name !== '' && name !== actor && !isService(name))
}

// Two people have agreed to a posting by hand that has met a line of a statement: it counts as much as a feed's.
function isFromFeed({ source, isPosted, furtherPosters }: Tellers): boolean {
  if (source === 'feed' || furtherPosters.some(isService)) return true
  return source === 'statement' && isPosted
}

const isService = (name: string) => name.startsWith(servicePrefix)

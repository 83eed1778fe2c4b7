import { isSameText } from './same-text.ts'

/**
 * The remaining budget of one request for finding the signed form, over all styles and secrets. Characters are counted
 * besides texts, because a number that is written out can be many times as long as the body.
 */
export type Budget = { textsLeft: number; charactersLeft: number }

/** The most bytes × forms of a body (decisions §2, "How many spellings are tried"). */
export const triedBytesMax = 512 * 1024

export function budgetFor(bodyBytes: number): Budget {
  return { textsLeft: Math.floor(triedBytesMax / bodyBytes), charactersLeft: triedBytesMax }
}

/** The budget for the values as sent alone, once for each style. */
export function noBudget(): Budget {
  return { textsLeft: 0, charactersLeft: 0 }
}

/**
 * Finds the secret under which `sign` is the hash of one of the texts. It tries text by text, each under every secret,
 * and stops at the first match. The first text is always tried, a further one only while the budget covers it; none is
 * generated once the budget is spent. The comparison ignores case and takes constant time.
 *
 * @param hash the hash of a text under a secret, 32 upper-case hexadecimal characters
 * @returns the index of the secret that matched, null when none did
 */
export function matchingSecret({
  sign,
  secrets,
  texts,
  hash,
  budget,
}: {
  readonly sign: string
  readonly secrets: readonly string[]
  readonly texts: Iterable<string>
  readonly hash: (text: string, secret: string) => string
  readonly budget: Budget
}): number | null {
  if (!signGrammar.test(sign)) return null
  const upperSign = sign.toUpperCase()
  let isFirst = true
  for (const text of texts) {
    if (!isFirst && !take(text, budget)) return null
    for (const [index, secret] of secrets.entries()) {
      if (isSameText(hash(text, secret), upperSign)) return index
    }
    // Charged only here, because most requests match above.
    if (isFirst) take(text, budget)
    if (budget.textsLeft <= 0) return null
    isFirst = false
  }
  return null
}

const signGrammar = /^[0-9A-Fa-f]{32}$/

// A text beyond the budget ends the search, so that no shorter one is tried after it.
function take({ length }: string, budget: Budget): boolean {
  const isCovered = budget.textsLeft > 0 && length <= budget.charactersLeft
  budget.textsLeft = isCovered ? budget.textsLeft - 1 : 0
  budget.charactersLeft -= length
  return isCovered
}

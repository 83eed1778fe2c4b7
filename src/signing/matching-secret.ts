import { isSameText } from './same-text.ts'

/**
 * How much may still be tried of one request in search of the form that was signed, whatever the style and under
 * however many secrets. Numbers that are written out can make a text many times as long as the body was, so the length
 * of the texts counts beside their number; digits are one byte each.
 */
export type Budget = { textsLeft: number; charactersLeft: number }

/** Bytes × forms that are tried of a body (decisions §2, "Cost of what is forged"). */
export const triedBytesMax = 512 * 1024

/** What may be tried of a body of so many bytes. */
export function budgetFor(bodyBytes: number): Budget {
  return { textsLeft: Math.floor(triedBytesMax / bodyBytes), charactersLeft: triedBytesMax }
}

/** Nothing but the values as sent, once for each style. */
export function noBudget(): Budget {
  return { textsLeft: 0, charactersLeft: 0 }
}

/**
 * Finds the secret under which `sign` is the hash of one of the texts: text by text, each under
 * every secret, and the first hit ends it. The comparison ignores case and takes constant time.
 * The first text is tried in any case, a further one only while the budget covers it; none is asked
 * for when nothing is left.
 *
 * @param hash the hash of a text under a secret, 32 upper-case hexadecimal characters
 * @returns the index of the secret that matched, null when none did
 */
export function matchingSecret(
  sign: string,
  secrets: readonly string[],
  texts: Iterable<string>,
  hash: (text: string, secret: string) => string,
  budget: Budget,
): number | null {
  if (!signGrammar.test(sign)) return null
  const sought = sign.toUpperCase()
  let isFirst = true
  for (const text of texts) {
    if (!isFirst && !take(text, budget)) return null
    for (const [index, secret] of secrets.entries()) {
      if (isSameText(hash(text, secret), sought)) return index
    }
    // Only now, for most requests end above.
    if (isFirst) take(text, budget)
    if (budget.textsLeft <= 0) return null
    isFirst = false
  }
  return null
}

const signGrammar = /^[0-9A-Fa-f]{32}$/

// A text that is not covered ends the search: nothing is left for a shorter one either.
function take({ length }: string, budget: Budget): boolean {
  const isCovered = budget.textsLeft > 0 && length <= budget.charactersLeft
  budget.textsLeft = isCovered ? budget.textsLeft - 1 : 0
  budget.charactersLeft -= length
  return isCovered
}

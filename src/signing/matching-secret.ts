import { isSameText } from './same-text.ts'

/**
 * Finds the secret under which `sign` is the hash of one of the texts: text by text, each under
 * every secret, and the first hit ends it. The comparison ignores case and takes constant time.
 *
 * @param hash the hash of a text under a secret, 32 upper-case hexadecimal characters
 * @returns the index of the secret that matched, null when none did
 */
export function matchingSecret(
  sign: string,
  secrets: readonly string[],
  texts: Iterable<string>,
  hash: (text: string, secret: string) => string,
): number | null {
  if (!signGrammar.test(sign)) return null
  const sought = sign.toUpperCase()
  for (const text of texts) {
    for (const [index, secret] of secrets.entries()) {
      if (isSameText(hash(text, secret), sought)) return index
    }
  }
  return null
}

const signGrammar = /^[0-9A-Fa-f]{32}$/

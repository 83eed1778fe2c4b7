const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const idDigits = 9
const secretDigits = 22
const linkText = /^[A-Za-z0-9_-]{31}$/
const linkBeginning = /^[A-Za-z0-9_-]{9,31}$/

/**
 * Makes a link's session or the token of its wait page: 31 URL-safe characters. The text carries the link's id, so that
 * the lookup needs no index of its own, and 132 random bits.
 *
 * @param random draws in [0, 1) from a cryptographic source
 */
export function newLinkToken(id: number, random: () => number): string {
  let text = ''
  for (let rest = id, n = 0; n < idDigits; n += 1, rest = Math.floor(rest / 64)) {
    text = digits.charAt(rest % 64) + text
  }
  for (let n = 0; n < secretDigits; n += 1) text += digits.charAt(Math.floor(random() * 64))
  return text
}

/** The id in a session or token; null if the text is malformed. */
export function linkIdOf(text: string): number | null {
  if (!linkText.test(text)) return null
  let id = 0
  for (const digit of text.slice(0, idDigits)) id = id * 64 + digits.indexOf(digit)
  return Number.isSafeInteger(id) ? id : null
}

/** The id of the link whose session or token begins with the text; null if the text is too short or malformed. */
export function linkIdOfPrefix(text: string): number | null {
  if (!linkBeginning.test(text)) return null
  return linkIdOf(text.padEnd(idDigits + secretDigits, 'A'))
}

/**
 * A request's parameter with its text as sent, on which a number's value and the signature depend (§5.3).
 * `signing/parameters` reads parameters into this shape.
 */
export type SentValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'nested'; readonly source: string }

/**
 * The text of a parameter: its own, or the digits of a whole number (decisions §4, "Input grammar"). Null for every
 * other value, including other spellings of a number.
 */
export function sentText(sent: SentValue): string | null {
  if (sent.kind === 'text') return sent.text
  return sent.kind === 'number' && plainDigits.test(sent.source) ? sent.source : null
}

const plainDigits = /^(?:0|[1-9][0-9]*)$/

/** Whether a parameter counts as given: null and the empty string do not, as in the signature (§5.3.2). */
export function isGiven(sent: SentValue | undefined): sent is Exclude<SentValue, { kind: 'null' }> {
  return sent !== undefined && sent.kind !== 'null' && !(sent.kind === 'text' && sent.text === '')
}

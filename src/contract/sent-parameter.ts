/**
 * A request's parameter with the text that was sent, on which a number's value and the signature depend (§5.3).
 * `signing/parameters` reads parameters into this shape.
 */
export type Sent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'nested'; readonly source: string }

/** Whether a parameter counts as given: null and the empty string do not, as in the signature (§5.3.2). */
export function isGiven(sent: Sent | undefined): sent is Exclude<Sent, { kind: 'null' }> {
  return sent !== undefined && sent.kind !== 'null' && !(sent.kind === 'text' && sent.text === '')
}

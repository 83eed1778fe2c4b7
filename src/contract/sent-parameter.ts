/**
 * How a request's parameter arrives here: the value together with the text that was sent, for a number's value
 * and a signature both depend on that text (§5.3). The shape of what `signing/parameters` reads.
 */
export type Sent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'nested'; readonly source: string }

/** Whether a parameter counts as given: null and the empty string mean absent, as in the signature (§5.3.2). */
export function isGiven(sent: Sent | undefined): sent is Exclude<Sent, { kind: 'null' }> {
  return sent !== undefined && sent.kind !== 'null' && !(sent.kind === 'text' && sent.text === '')
}

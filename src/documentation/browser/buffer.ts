// Replaces Node's `Buffer` in the browser, for the signing code alone.

/** The UTF-8 bytes of a text. */
export const Buffer = { from: (text: string) => new TextEncoder().encode(text) }

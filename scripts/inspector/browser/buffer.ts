/** In place of Node's in the page: the signing code takes the bytes of texts from it, and no more. */
export const Buffer = { from: (text: string) => new TextEncoder().encode(text) }

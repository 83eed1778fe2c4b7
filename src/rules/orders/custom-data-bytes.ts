// Custom data is what orders keep for their merchant: `extra` and `note`.

/** The bytes of a text in UTF-8, as it is stored. */
export function textBytes(text: string): number {
  return text === '' ? 0 : encoder.encode(text).length
}

/** The bytes of an `extra` as it was sent: of an object its JSON, of a string what stands between the quotes. */
export function extraBytes(json: string): number {
  return textBytes(json) - (json.startsWith('"') ? 2 : 0)
}

const encoder = new TextEncoder()

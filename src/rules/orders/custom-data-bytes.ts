/** The bytes of a text in UTF-8, as it is stored. */
export function textBytes(text: string): number {
  return text === '' ? 0 : encoder.encode(text).length
}

/**
 * The bytes of all texts among the values of an order's request or of a link's content (decisions §4, "Input grammar"),
 * in UTF-8.
 */
export function bytesOfTexts(values: object): number {
  let all = ''
  for (const value of Object.values(values)) if (typeof value === 'string') all += value
  return textBytes(all)
}

/** The bytes of an `extra` as it was sent: of an object its JSON, of a string what stands between the quotes. */
export function extraBytes(json: string): number {
  return textBytes(json) - (json.startsWith('"') ? 2 : 0)
}

const encoder = new TextEncoder()

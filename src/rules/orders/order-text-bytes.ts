/** The bytes of a text in UTF-8, as it is stored. */
export function textBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** The UTF-8 bytes of all texts in an order's request or a link's content (decisions §4, "The texts of a day"). */
export function bytesOfTexts(values: object): number {
  let all = ''
  for (const value of Object.values(values)) if (typeof value === 'string') all += value
  return textBytes(all)
}

/** The bytes of an `extra` as sent: an object's JSON, or a string without its quotes. */
export function extraBytes(json: string): number {
  return textBytes(json) - (json.startsWith('"') ? 2 : 0)
}

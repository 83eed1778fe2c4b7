const texts = new WeakMap<object, string>()

/**
 * Parses JSON and keeps its text, so that `answerJson` writes the value as sent: parsing loses digits of large numbers
 * and the order of names.
 */
export function parseSent(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null) texts.set(value, text)
  return value
}

/** The JSON of an answer. A value from `parseSent` is written as its original text. */
export function answerJson(answer: unknown): string {
  return hasSent(answer) ? jsonWithSent(answer) : JSON.stringify(answer)
}

function hasSent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return texts.has(value) || Object.values(value).some(hasSent)
}

function jsonWithSent(answer: unknown): string {
  const mark = crypto.randomUUID()
  const numbers: string[] = []
  const json = JSON.stringify(answer, (_name, value: unknown) => {
    const text = typeof value === 'object' && value !== null ? texts.get(value) : undefined
    return text === undefined ? value : `${mark}${numbers.push(text) - 1}`
  })
  return json.replaceAll(new RegExp(`"${mark}(\\d+)"`, 'g'), (_all, n) => numbers[Number(n)] ?? '')
}

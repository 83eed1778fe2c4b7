/**
 * The members of a JSON object as the signed texts: a string's characters, the empty text for null, and the original
 * JSON of any other value. Parsed and serialized again, `100.50` would become `100.5`.
 *
 * @param json valid JSON of an object
 */
export function textsOf(json: string): Readonly<Record<string, string>> {
  const texts: [string, string][] = []
  let depth = 0
  let name: string | null = null
  let start = 0
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const isEnd = depth === 1 && (token === ',' || token === '}')
    if (isEnd && name !== null) {
      texts.push([name, textOf(json.slice(start, index).trim())])
      name = null
    } else if (depth === 1 && !isEnd) {
      if (token === ':') start = index + 1
      name ??= JSON.parse(token) as string
    }
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
  }
  return Object.fromEntries(texts)
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

function textOf(value: string): string {
  if (value === 'null') return ''
  return value.startsWith('"') ? JSON.parse(value) : value
}

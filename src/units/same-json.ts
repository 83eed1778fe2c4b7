import { decimalParts } from './decimal-text.ts'

/** Whether two JSON texts denote the same value, in any order of names and spelling of texts and numbers. */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true
  if (one === '' || other === '') return false
  return canonicalJson(marked(one)) === canonicalJson(marked(other))
}

// Numbers become texts of their parts, because parsing would lose digits. A leading letter distinguishes both kinds.
function marked(json: string): unknown {
  return JSON.parse(
    json.replace(tokens, (token) =>
      token.startsWith('"')
        ? `"t${token.slice(1)}`
        : `"n${Object.values(decimalParts(token) ?? {}).join()}"`,
    ),
  )
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The JSON text of a value, independent of the order of its names; members without a value are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`
}

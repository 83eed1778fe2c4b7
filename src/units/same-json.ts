import { significantDigits } from './account-digits.ts'

/** Whether two JSON texts denote the same value, in any order of names and spelling of texts and numbers. */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true
  if (one === '' || other === '') return false
  return canonicalJson(marked(one)) === canonicalJson(marked(other))
}

// Numbers become texts, because parsing would lose digits of large ones. A leading letter distinguishes the two.
function marked(json: string): unknown {
  return JSON.parse(
    json.replace(tokens, (token) =>
      token.startsWith('"') ? `"t${token.slice(1)}` : `"n${plainNumber(token)}"`,
    ),
  )
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

// Writes a number as its significant digits and a power of ten.
function plainNumber(source: string): string {
  const sign = source.startsWith('-') ? '-' : ''
  const [mantissa = '', exponent = '0'] = source.slice(sign.length).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const [start, end] = significantDigits(digits)
  if (start === end) return '0'
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${sign}${digits.slice(start, end)}e${power}`
}

/** The JSON text of a value, independent of the order of its names; members without a value are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join()}}`
}

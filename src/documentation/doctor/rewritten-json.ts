/** How a program writes JSON anew that it has read. */
export type JsonStyle = {
  readonly comma: string
  readonly colon: string
  /** Blanks for each level where it breaks lines; 0 for one line. */
  readonly indent: number
  /** Writes a string, given its value. */
  readonly string: (value: string) => string
  readonly number: (source: string) => string
  /** How `true`, `false` and `null` are written. */
  readonly word: (word: string) => string
  readonly sorted: boolean
  /** What stands before and behind the members of an object. */
  readonly braces: readonly [string, string]
}

/** A JSON text in the style of another program; null when it is no JSON text. */
export function rewrittenJson(source: string, style: JsonStyle): string | null {
  const tokens = source.match(tokenPattern) ?? []
  const reader: Reader = { tokens, at: 0 }
  try {
    JSON.parse(source)
  } catch {
    return null
  }
  return written(nodeFrom(reader), style, 1)
}

type Reader = { readonly tokens: readonly string[]; at: number }

type Node =
  | { readonly leaf: string }
  | { readonly isArray: boolean; readonly members: readonly (readonly [string, Node])[] }

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s{}[\]:,"]+/g

// The text is JSON, so that colons and commas tell nothing more.
function nodeFrom(reader: Reader): Node {
  const token = take(reader)
  if (token !== '{' && token !== '[') return { leaf: token }
  const isArray = token === '['
  const members: (readonly [string, Node])[] = []
  while (!/^[}\]]$/.test(reader.tokens[reader.at] ?? '}')) {
    const name = isArray ? '' : (JSON.parse(take(reader)) as string)
    members.push([name, nodeFrom(reader)])
  }
  take(reader)
  return { isArray, members }
}

function take(reader: Reader): string {
  const token = reader.tokens[reader.at] ?? ''
  reader.at += 1
  return token
}

function written(node: Node, style: JsonStyle, level: number): string {
  if ('leaf' in node) return leafText(node.leaf, style)
  const { isArray, members } = node
  const [open, close] = isArray ? '[]' : style.braces
  if (members.length === 0) return `${open}${close}`
  const inOrder =
    style.sorted && !isArray
      ? members.toSorted(([one], [other]) => (one < other ? -1 : 1))
      : members
  const texts = inOrder.map(([name, inner]) => {
    const value = written(inner, style, level + 1)
    return isArray ? value : `${style.string(name)}${style.colon}${value}`
  })
  if (style.indent === 0) return `${open}${texts.join(style.comma)}${close}`
  const blank = ' '.repeat(style.indent)
  const lines = texts.map((text) => `\n${blank.repeat(level)}${text}`)
  return `${open}${lines.join(',')}\n${blank.repeat(level - 1)}${close}`
}

function leafText(leaf: string, { string, number, word }: JsonStyle): string {
  if (leaf.startsWith('"')) return string(JSON.parse(leaf) as string)
  return /^[tfn]/.test(leaf) ? word(leaf) : number(leaf)
}

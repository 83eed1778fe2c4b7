import type { Entry } from './search-index.ts'

/** The hits of a search: entries, best first, and the searched words in them. */
type Hits = { readonly entries: readonly Entry[]; readonly words: readonly string[] }

const resultsMax = 12
const fieldsMax = 2

/**
 * The entries with every word, or with any word if none has all; headings come before fields and texts. A word that the
 * page never uses counts as a word of the page that differs in one letter.
 */
export function findEntries(entries: readonly Entry[], typed: string): Hits {
  const words = wordsOf(typed).map((word) => known(entries, word))
  if (words.length === 0) return { entries: [], words }
  const sought = words.join(' ')
  const hits = (isHit: (entry: Entry) => boolean) =>
    entries
      .filter((entry) => isHit(entry) || aliasIn(entry, sought) !== undefined)
      .map((entry) => ({ entry, score: scoreOf(entry, sought, words) }))
      .sort((one, other) => other.score - one.score)
  const all = hits(({ text }) => words.every((word) => has(text, word)))
  const some = all.length > 0 ? all : hits(({ text }) => words.some((word) => has(text, word)))
  // A heading and the texts below it count as one hit, and an endpoint shows at most two fields.
  const seen = new Map<string, number>()
  const isFirst = ({ entry: { name, place, weight } }: (typeof some)[number]) => {
    const isField = weight === 10 || weight === 5
    const key = isField ? place : name
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= (isField ? fieldsMax : 1)
  }
  const first = some.filter(isFirst).slice(0, resultsMax)
  const shown = first.map(({ entry }) =>
    entry.weight > 0 ? entry : { ...entry, place: around(entry, words) },
  )
  return { entries: shown, words }
}

// The words of a question are not searched for.
const stops =
  /\b(?:how|to|do(?:es)?|is|are|an?|the|i|my|what|where|when|can|of|for|in|on|with)\b|如何|怎麼樣?|怎樣|什麼|哪裡|嗎/g

function wordsOf(typed: string): readonly string[] {
  // Chinese beside Latin letters is a word of its own.
  const lower = typed.toLowerCase().replaceAll(/(?<=\p{sc=Han})(?=\w)|(?<=\w)(?=\p{sc=Han})/gu, ' ')
  const split = (text: string) => text.split(/[\s,?？，、]+/).filter((word) => word !== '')
  const words = split(lower.replaceAll(stops, ' '))
  return words.length > 0 ? words : split(lower)
}

// Three letters occur within many words, so they must begin a word that is not much longer.
function has(text: string, word: string): boolean {
  if (!/^\w{1,3}$/.test(word)) return text.includes(word)
  return new RegExp(`(?<![a-z0-9])${word}[a-z0-9]{0,3}(?![a-z0-9])`).test(text)
}

// The word itself if an entry has it; else the first word of the page that differs in one letter or begins like that.
function known(entries: readonly Entry[], word: string): string {
  const isKnown = ({ text, aliases }: Entry) => [text, ...aliases].some((one) => has(one, word))
  if (!/^[a-z]{4,}$/.test(word) || entries.some(isKnown)) return word
  const all = new Set(
    entries.flatMap(
      ({ text, aliases }) => `${text} ${aliases.join(' ')}`.match(/[a-z]{3,}/g) ?? [],
    ),
  )
  return [...all].find((other) => isNear(word, other)) ?? word
}

// Whether one letter is added, missing, different or exchanged with the next; the other word may be longer.
function isNear(word: string, other: string): boolean {
  let n = 0
  while (n < word.length && word[n] === other[n]) n += 1
  // The first letter is seldom wrong.
  if (n === 0) return false
  const [rest, of] = [word.slice(n + 1), other.slice(n + 1)]
  const swapped = word[n] === other[n + 1] && word[n + 1] === other[n] ? word.slice(n + 2) : null
  return (
    of.startsWith(rest) ||
    other.slice(n).startsWith(rest) ||
    of.startsWith(word.slice(n)) ||
    (swapped !== null && other.slice(n + 2).startsWith(swapped))
  )
}

// The longest alias that was typed, or that begins with the typed text.
function aliasIn({ aliases }: Entry, sought: string): string | undefined {
  const isIn = (alias: string) =>
    alias.startsWith(sought) ||
    (/^\w/.test(alias) ? ` ${sought}`.includes(` ${alias}`) : sought.includes(alias))
  return aliases.filter(isIn).sort((one, other) => other.length - one.length)[0]
}

function scoreOf(entry: Entry, sought: string, words: readonly string[]): number {
  const { name, weight, aliases, target } = entry
  const lower = name.toLowerCase()
  const isField = weight === 10 || weight === 5
  if (aliases.includes(sought)) return 250 + weight
  if (weight > 0 && (lower === sought || target.id === sought))
    return (isField ? 80 + weight * 5 : 200) + weight
  if (weight > 10 && lower.startsWith(sought)) return 100 + weight
  const alias = aliasIn(entry, sought)
  const inName = weight === 0 ? 0 : words.filter((word) => has(lower, word)).length
  return (alias === undefined ? 0 : 60 + alias.length) + inName * (isField ? 10 : 25) + weight
}

// The text around a hit, cut between words.
function around({ place, text }: Entry, words: readonly string[]): string {
  const at = Math.max(0, ...words.map((word) => text.indexOf(word)))
  const start = at < 30 ? 0 : at - 25
  const space = place.indexOf(' ', start)
  const from = start > 0 && space >= 0 && space < at ? space + 1 : start
  const rest = place.slice(from, from + 80)
  const isCut = from + 80 < place.length
  const last = rest.lastIndexOf(' ')
  const to = isCut && last > 60 ? last : rest.length
  return `${from > 0 ? '…' : ''}${rest.slice(0, to)}${isCut ? '…' : ''}`
}

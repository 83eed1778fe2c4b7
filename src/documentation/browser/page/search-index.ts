import { found, say } from '../elements.ts'
import { synonyms } from './synonyms.ts'

/** What can be found: a heading, a field, an error or a text, with where it stands. */
export type Entry = {
  readonly name: string
  readonly place: string
  /** In lower case, what is searched. */
  readonly text: string
  /** Other words for it, in lower case. */
  readonly aliases: readonly string[]
  readonly weight: number
  readonly target: Element
  /** Its own address, or that of the heading above it. */
  readonly anchor: string
}

const labels = { field: { zh: '欄位', en: 'field' }, error: { zh: '錯誤', en: 'error' } }
const resultsMax = 12

/** All that can be found, in the page's order. */
export function indexOfPage(): readonly Entry[] {
  const entries: Entry[] = []
  let chapter = ''
  let heading = ''
  let anchor = ''
  const parts = 'h2, h3, summary, td:first-child, table:not([class]) td, p, li, pre'
  for (const one of found('main').querySelectorAll(parts)) {
    // The fields of an endpoint are below its heading, those of a callback below a summary.
    if (one.matches('article summary, .beside *, .samples summary')) continue
    const name = one.textContent?.trim() ?? ''
    const add = (entry: Partial<Entry> & Pick<Entry, 'place' | 'weight'>) => {
      const { id } = entry.target ?? one
      const aliases = synonyms[id]?.split(', ') ?? []
      const text = (entry.text ?? name).toLowerCase()
      if (id !== '' && !one.matches('td')) anchor = id
      entries.push({ name, target: one, ...entry, aliases, text, anchor: id || anchor })
    }
    if (one.matches('h2')) {
      chapter = heading = name
      add({ place: '', weight: 30 })
    } else if (one.matches('h3, summary')) {
      heading = name
      const next = one.nextElementSibling
      const route = next?.matches('.route') ? next.textContent : ''
      const target = next?.matches('summary + [id]') ? next : one
      add({ place: chapter, text: `${name} ${route}`, weight: 20, target })
    } else if (one.matches('td:first-child') && one.querySelector('code') !== null) {
      const isError = one.querySelector('[id^="error-"]') !== null
      const place = isError ? say(labels.error) : `${heading} · ${say(labels.field)}`
      const text = one.parentElement?.textContent ?? ''
      const target = one.querySelector('[id]') ?? one
      add({ place, text, weight: isError ? 20 : 10, target })
    } else {
      add({ name: heading, place: name, text: name, weight: 0 })
    }
  }
  return entries
}

/** The entries that have every word, those whose name has it first; where none has, those that have one. */
export function best(entries: readonly Entry[], typed: string): readonly Entry[] {
  const sought = typed.trim().toLowerCase()
  const words = sought.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const hits = (isHit: (entry: Entry) => boolean) =>
    entries
      .filter((entry) => isHit(entry) || isAlias(entry, sought))
      .map((entry) => ({ entry, score: scoreOf(entry, sought) }))
      .sort((one, other) => other.score - one.score)
  const all = hits(({ text }) => words.every((word) => text.includes(word)))
  const some = all.length > 0 ? all : hits(({ text }) => words.some((word) => text.includes(word)))
  // A text is below its heading: one of them leads there.
  const seen = new Set<string>()
  const isFirst = ({ entry: { name, weight, target } }: (typeof some)[number]) => {
    const key = weight === 0 ? name : `${name} ${target.id}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
  return some
    .filter(isFirst)
    .slice(0, resultsMax)
    .map(({ entry }) => (entry.weight > 0 ? entry : { ...entry, place: around(entry, words) }))
}

function isAlias({ aliases }: Entry, sought: string): boolean {
  return aliases.some((alias) => alias.startsWith(sought) || sought.includes(alias))
}

function scoreOf({ name, weight, aliases }: Entry, sought: string): number {
  const lower = name.toLowerCase()
  if (aliases.includes(sought)) return 250 + weight
  if (lower === sought) return 200 + weight
  if (weight > 0 && lower.startsWith(sought)) return 100 + weight
  if (isAlias({ aliases } as Entry, sought)) return 80 + weight
  return (weight > 0 && lower.includes(sought) ? 50 : 0) + weight
}

// The place of a text: what stands around the word.
function around({ place, text }: Entry, words: readonly string[]): string {
  const at = Math.max(0, ...words.map((word) => text.indexOf(word)))
  const from = Math.max(0, at - 20)
  return `${from > 0 ? '…' : ''}${place.slice(from, from + 70)}…`
}

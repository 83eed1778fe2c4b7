import { found, say } from '../elements.ts'
import { synonyms } from './synonyms.ts'

/** An entry of the search: a heading, a field, an error or a text, with its place. */
export type Entry = {
  readonly name: string
  readonly place: string
  /** The searched text, in lower case. */
  readonly text: string
  /** Other names of it, in lower case. */
  readonly aliases: readonly string[]
  /** 30 for a chapter, 20 for a heading or an error, 10 for a request's field, 5 for an answer's, 0 for a text. */
  readonly weight: number
  readonly target: Element
  /** Its own address, or that of the heading above it. */
  readonly anchor: string
}

const labels = { field: { zh: '欄位', en: 'field' }, error: { zh: '錯誤', en: 'error' } }

/** All entries in the page's order. */
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
      const weight = one.closest('.answers') ? 5 : 10
      add({ place, text, weight: isError ? 20 : weight, target })
    } else {
      add({ name: heading, place: name, text: name, weight: 0 })
    }
  }
  return entries
}

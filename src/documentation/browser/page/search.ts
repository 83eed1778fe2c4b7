import { element, found, say } from '../elements.ts'
import { show } from './target.ts'

/** What can be found: a heading, a field or an error, with where it stands. */
type Entry = {
  readonly name: string
  readonly place: string
  readonly text: string
  readonly weight: number
  readonly target: Element
}

const words = { field: { zh: '欄位', en: 'field' }, error: { zh: '錯誤', en: 'error' } }

/** Starts the search over headings, fields and errors. */
export function startSearch(): void {
  const box = found('search')
  const list = found('#found')
  const input = box.querySelector('input')
  if (input === null) return
  box.hidden = false
  let entries: readonly Entry[] | undefined
  let hits: readonly Entry[] = []
  let selected = 0

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const mark = () => {
    for (const [n, row] of [...list.children].entries()) {
      row.setAttribute('aria-selected', String(n === selected))
      if (n === selected) row.scrollIntoView({ block: 'nearest' })
    }
    if (hits.length > 0) input.setAttribute('aria-activedescendant', `found-${selected}`)
  }
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return
    close()
    for (const row of document.querySelectorAll('tr.found')) row.classList.remove('found')
    entry.target.closest('tr')?.classList.add('found')
    const { id } = entry.target
    if (id !== '') history.pushState(null, '', `#${id}`)
    show(entry.target)
  }
  const search = () => {
    entries ??= index()
    const sought = input.value.trim().toLowerCase().split(/\s+/)
    const isAsked = sought.join('') !== ''
    hits = isAsked ? best(entries, sought) : []
    selected = 0
    const rows = hits.map((entry, n) => {
      const place = element('small', {}, entry.place)
      const row = element('div', { role: 'option', id: `found-${n}` }, entry.name, place)
      row.addEventListener('mousedown', (event) => event.preventDefault())
      row.addEventListener('click', () => go(entry))
      return row
    })
    const none = { role: 'option', 'aria-disabled': 'true' }
    list.replaceChildren(
      ...(rows.length > 0 ? rows : [element('div', none, box.dataset.none ?? '')]),
    )
    list.hidden = !isAsked
    input.setAttribute('aria-expanded', String(isAsked))
    mark()
  }
  input.addEventListener('input', search)
  input.addEventListener('focus', search)
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const { key } = event
    if (event.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : hits.length - 1
      selected = (selected + step) % Math.max(1, hits.length)
      mark()
    } else if (key === 'Enter') {
      event.preventDefault()
      go(hits[selected])
    } else if (key === 'Escape') {
      close()
      input.blur()
    }
  })
  document.addEventListener('keydown', (event) => {
    const { target } = event
    const types = target instanceof HTMLElement && target.closest('input, textarea, select')
    if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

// All that can be found, in the page's order.
function index(): readonly Entry[] {
  const entries: Entry[] = []
  let chapter = ''
  let heading = ''
  for (const one of found('main').querySelectorAll('h2, h3, summary, td:first-child')) {
    const name = one.textContent?.trim() ?? ''
    if (one.matches('h2')) {
      chapter = heading = name
      entries.push({ name, place: '', text: name, weight: 3, target: one })
    } else if (one.matches('h3, summary')) {
      // The fields of an endpoint are below its heading, those of a callback below a summary.
      if (one.matches('article summary')) continue
      heading = name
      const next = one.nextElementSibling
      const route = next?.matches('.route') ? next.textContent : ''
      entries.push({ name, place: chapter, text: `${name} ${route}`, weight: 2, target: one })
    } else if (one.querySelector('code') !== null) {
      const isError = one.querySelector('[id^="error-"]') !== null
      const text = one.parentElement?.textContent ?? ''
      const place = isError ? say(words.error) : `${heading} · ${say(words.field)}`
      const target = one.querySelector('[id]') ?? one
      entries.push({ name, place, text, weight: isError ? 2 : 1, target })
    }
  }
  return entries.map((entry) => ({ ...entry, text: entry.text.toLowerCase() }))
}

// The entries that have every word; those whose name has it first.
function best(entries: readonly Entry[], sought: readonly string[]): readonly Entry[] {
  return entries
    .filter(({ text }) => sought.every((word) => text.includes(word)))
    .map((entry) => ({ entry, score: scoreOf(entry, sought.join(' ')) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, 12)
    .map(({ entry }) => entry)
}

function scoreOf({ name, weight }: Entry, sought: string): number {
  const lower = name.toLowerCase()
  if (lower === sought) return 20 + weight
  if (lower.startsWith(sought)) return 10 + weight
  return (lower.includes(sought) ? 5 : 0) + weight
}

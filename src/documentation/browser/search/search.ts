import { element, found } from '../elements.ts'
import { show } from '../page/link-target.ts'
import { findEntries } from './find-entries.ts'
import { type Entry, indexOfPage } from './search-index.ts'

/** Starts the search over headings, fields, errors and texts, with the text typed so far. */
export function startSearch(): void {
  const box = found('search')
  const list = found('#found')
  const input = box.querySelector('input')
  if (input === null) return
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
      if (n === selected) scrollTo(list, row)
    }
    if (hits.length > 0) input.setAttribute('aria-activedescendant', `found-${selected}`)
  }
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return
    close()
    input.blur()
    for (const row of document.querySelectorAll('tr.found')) row.classList.remove('found')
    entry.target.closest('tr')?.classList.add('found')
    input.value = ''
    history.pushState(null, '', `#${entry.anchor}`)
    show(entry.target)
  }
  const search = () => {
    entries ??= indexOfPage()
    const isAsked = input.value.trim() !== ''
    const { entries: all, words } = findEntries(entries, input.value)
    hits = all
    selected = 0
    const rows = hits.map((entry, n) => {
      const place = element('small', {}, ...marked(entry.place, words))
      const attributes = { role: 'option', id: `found-${n}` }
      const row = element('div', attributes, ...marked(entry.name, words), place)
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
  if (document.activeElement === input) search()
}

function marked(text: string, words: readonly string[]): readonly (Node | string)[] {
  const escaped = words.map((word) => word.replaceAll(/[^\w\s\p{sc=Han}]/gu, '\\$&'))
  if (escaped.length === 0) return [text]
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  return parts.map((part, n) => (n % 2 === 0 ? part : element('mark', {}, part)))
}

// Scrolls the list alone, because `scrollIntoView` would move the page too.
function scrollTo(list: HTMLElement, row: Element): void {
  const [outer, inner] = [list, row].map((one) => one.getBoundingClientRect())
  if (outer === undefined || inner === undefined) return
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}

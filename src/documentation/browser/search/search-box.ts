import { found } from '../elements.ts'
import type * as Search from './search.ts'

/** Shows the search box. Its program loads when the reader enters the box, because most readers only read. */
export function showSearchBox(): void {
  const box = found('search')
  const input = box.querySelector('input')
  if (input === null) return
  box.hidden = false
  let started: Promise<void> | undefined
  let isHere = false
  const start = () => {
    const { search = '' } = found('script[data-search]').dataset
    started ??= import(search).then(({ startSearch }: typeof Search) => {
      isHere = true
      startSearch()
    })
    return started
  }
  input.addEventListener('focus', start)
  // Repeats Enter and arrow keys that were pressed before the program was loaded.
  input.addEventListener('keydown', async ({ key }) => {
    if (isHere || key.length === 1) return
    await start()
    input.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  })
  document.addEventListener('keydown', (event) => {
    const { target } = event
    const types = target instanceof HTMLElement && target.closest('input, textarea, select')
    if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The page does not scroll, because the header with the box is always visible.
    input.focus({ preventScroll: true })
    input.select()
  })
}

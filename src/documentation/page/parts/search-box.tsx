import type { Say } from '../../../units/language.ts'
import { line } from '../blocks.ts'

/** The search over the page's headings, fields, errors and texts. The page's script shows it. */
export function SearchBox({ say }: { say: Say }) {
  return (
    <search hidden data-none={say(labels.none)}>
      <input
        type="search"
        id="search"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={say(labels.search)}
        aria-label={say(labels.search)}
        aria-expanded="false"
        aria-controls="found"
        aria-keyshortcuts="/"
      />
      <kbd>/</kbd>
      <div id="found" role="listbox" aria-label={say(labels.found)} hidden />
    </search>
  )
}

const labels = {
  search: line('搜尋', 'Search'),
  found: line('搜尋結果', 'Results'),
  none: line('沒有符合的內容', 'Nothing found'),
}

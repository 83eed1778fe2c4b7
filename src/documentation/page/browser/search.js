// The search of the documentation, over headings, fields and errors.
;(() => {
  const isChinese = document.documentElement.lang.startsWith('zh')
  const words = isChinese ? { field: '欄位', error: '錯誤' } : { field: 'field', error: 'error' }

  startSearch()

  /** @param {string} selector */
  function element(selector) {
    const found = document.querySelector(selector)
    if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`)
    return found
  }

  /** @param {string} name @param {Record<string, string>} attributes @param {string} [text] */
  function make(name, attributes, text = '') {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.textContent = text
    return made
  }

  /** @param {Element} target */
  function show(target) {
    for (
      let one = target.closest('details');
      one;
      one = one.parentElement?.closest('details') ?? null
    ) {
      one.open = true
    }
    target.scrollIntoView()
  }

  /** Search over headings, fields and errors. */
  function startSearch() {
    const box = element('search')
    const list = element('#found')
    const input = box.querySelector('input')
    if (input === null) return
    box.hidden = false
    /** @type {Entry[] | undefined} */
    let entries
    /** @type {Entry[]} */
    let found = []
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
      if (found.length > 0) input.setAttribute('aria-activedescendant', `found-${selected}`)
    }
    /** @param {Entry | undefined} entry */
    const go = (entry) => {
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
      const asked = input.value.trim().toLowerCase().split(/\s+/)
      const isAsked = asked.join('') !== ''
      found = isAsked ? best(entries, asked) : []
      selected = 0
      const rows = found.map((entry, n) => {
        const row = make('div', { role: 'option', id: `found-${n}` }, entry.name)
        row.append(make('small', {}, entry.place))
        row.addEventListener('mousedown', (event) => event.preventDefault())
        row.addEventListener('click', () => go(entry))
        return row
      })
      const none = make('div', { role: 'option', 'aria-disabled': 'true' }, box.dataset.none)
      list.replaceChildren(...(rows.length > 0 ? rows : [none]))
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
        const step = key === 'ArrowDown' ? 1 : found.length - 1
        selected = (selected + step) % Math.max(1, found.length)
        mark()
      } else if (key === 'Enter') {
        event.preventDefault()
        go(found[selected])
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

  /**
   * @typedef {object} Entry
   * @property {string} name
   * @property {string} place
   * @property {string} text
   * @property {number} weight
   * @property {Element} target
   */

  /** All that can be found, in the page's order. @returns {Entry[]} */
  function index() {
    /** @type {Entry[]} */
    const entries = []
    let chapter = ''
    let heading = ''
    for (const one of element('main').querySelectorAll('h2, h3, summary, td:first-child')) {
      const name = one.textContent?.trim() ?? ''
      if (one.matches('h2')) {
        chapter = heading = name
        entries.push({ name, place: '', text: name, weight: 3, target: one })
      } else if (one.matches('h3, summary')) {
        // The fields of an endpoint are below its heading, those of a callback below a summary.
        const isBelow = one.matches('article summary')
        if (isBelow) continue
        heading = name
        const route = one.nextElementSibling?.matches('.route')
          ? one.nextElementSibling.textContent
          : ''
        entries.push({ name, place: chapter, text: `${name} ${route}`, weight: 2, target: one })
      } else if (one.querySelector('code') !== null) {
        const isError = one.querySelector('[id^="error-"]') !== null
        const text = one.parentElement?.textContent ?? ''
        const place = isError ? words.error : `${heading} · ${words.field}`
        const target = one.querySelector('[id]') ?? one
        entries.push({ name, place, text, weight: isError ? 2 : 1, target })
      }
    }
    return entries.map((entry) => ({ ...entry, text: entry.text.toLowerCase() }))
  }

  /** The entries that have every word; those whose name has it first. @param {Entry[]} entries @param {string[]} asked */
  function best(entries, asked) {
    return entries
      .filter(({ text }) => asked.every((word) => text.includes(word)))
      .map((entry) => ({ entry, score: scoreOf(entry, asked) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, 12)
      .map(({ entry }) => entry)
  }

  /** @param {Entry} entry @param {string[]} asked */
  function scoreOf({ name, weight }, asked) {
    const lower = name.toLowerCase()
    const whole = asked.join(' ')
    return (
      (lower === whole ? 20 : lower.startsWith(whole) ? 10 : lower.includes(whole) ? 5 : 0) + weight
    )
  }
})()

// What the documentation has beyond its text: search, copy buttons, the place in the contents, one language of samples,
// colours of code. Without this script everything can be read.
;(() => {
  const isChinese = document.documentElement.lang.startsWith('zh')
  const words = isChinese ? { copy: '複製', copied: '已複製' } : { copy: 'Copy', copied: 'Copied' }
  // Of all languages together: a word that is none in one of them is rare there.
  const keywords =
    'abstract|and|as|async|await|boolean|break|byte|case|catch|class|const|continue|def|default|defer|done|do|' +
    'elif|else|enum|except|export|extends|false|final|finally|fn|foreach|for|from|func|function|go|if|implements|' +
    'import|int|interface|in|is|local|long|match|namespace|new|nil|none|None|not|null|or|package|private|protected|' +
    'public|raise|readonly|record|return|sealed|static|string|struct|switch|then|this|throws|throw|True|False|true|' +
    'try|type|using|use|var|void|while|with|yield'

  openTarget()
  window.addEventListener('hashchange', openTarget)
  foldContents()
  watchPlace()
  switchSamples()
  for (const code of document.querySelectorAll('main pre > code')) dress(code)

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

  /** Opens what a link leads into. Browsers do so by themselves for what is inside, not for the element itself. */
  function openTarget() {
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id === '' ? null : document.getElementById(id)
    if (target !== null) show(target)
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

  /** On a phone the contents are one line that stays at the top. */
  function foldContents() {
    const contents = element('nav details')
    const phone = window.matchMedia('(max-width: 60rem)')
    const fold = () => contents.toggleAttribute('open', !phone.matches)
    fold()
    phone.addEventListener('change', fold)
    contents.addEventListener('click', ({ target }) => {
      if (phone.matches && target instanceof HTMLAnchorElement) fold()
    })
  }

  /** Marks the chapter that is read in the contents. */
  function watchPlace() {
    const links = [...document.querySelectorAll('nav a')].filter(
      (link) => link instanceof HTMLAnchorElement,
    )
    const places = links.flatMap((link) => {
      const heading = document.getElementById(link.hash.slice(1))
      return heading === null ? [] : [{ link, heading }]
    })
    const here = element('#here')
    let waits = false
    const mark = () => {
      waits = false
      const above = places.filter(({ heading }) => heading.getBoundingClientRect().top < 120)
      const current = above.at(-1) ?? places[0]
      for (const { link } of places) {
        if (link !== current?.link) link.removeAttribute('aria-current')
      }
      if (current === undefined || current.link.ariaCurrent !== null) return
      current.link.setAttribute('aria-current', 'location')
      here.textContent = `· ${current.link.textContent}`
      const { offsetTop } = current.link
      const nav = element('nav')
      if (nav.scrollHeight > nav.clientHeight) nav.scrollTop = offsetTop - nav.clientHeight / 2
    }
    mark()
    document.addEventListener(
      'scroll',
      () => {
        if (!waits) requestAnimationFrame(mark)
        waits = true
      },
      { passive: true },
    )
  }

  /** One language of samples, the same in all chapters, remembered. */
  function switchSamples() {
    const key = 'docs-language'
    const bar = document.querySelector('.switch')
    for (const group of document.querySelectorAll('.samples')) {
      if (bar !== null && !group.contains(bar)) group.prepend(bar.cloneNode(true))
    }
    for (const link of document.querySelectorAll('.switch a')) {
      link.addEventListener('click', (event) => {
        event.preventDefault()
        remember(key, link.getAttribute('data-to') ?? '')
        const { top } = link.getBoundingClientRect()
        void showSamples(link).then(() => {
          window.scrollBy(0, link.getBoundingClientRect().top - top)
        })
      })
    }
    const asked = new URLSearchParams(location.search).get('code')
    const known = asked ?? remembered(key)
    if (asked !== null) remember(key, asked)
    const link = document.querySelector(`.switch a[data-to="${CSS.escape(known)}"]`)
    if (link !== null && !link.hasAttribute('aria-current')) void showSamples(link).then(openTarget)
  }

  /** Puts the code of a language into all chapters. @param {Element} chosen its link */
  async function showSamples(chosen) {
    const language = chosen.getAttribute('data-to') ?? ''
    const answer = await fetch(chosen.getAttribute('data-file') ?? '')
    if (!answer.ok) return
    const file = await answer.text()
    for (const old of document.querySelectorAll('code[data-region]')) {
      const code = make('code', {
        'data-language': language,
        'data-region': old.getAttribute('data-region') ?? '',
      })
      code.textContent = regionOf(file, old.getAttribute('data-region') ?? '')
      const pre = old.parentElement
      old.replaceWith(code)
      if (pre !== null) pre.scrollTop = 0
      colour(code, code.textContent)
    }
    for (const link of document.querySelectorAll('.switch a')) {
      if (link.getAttribute('data-to') === language) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  /** The lines between two marks, as far to the left as they go. @param {string} file @param {string} region */
  function regionOf(file, region) {
    const marked = new RegExp(
      `^[^\\n]*\\bdocs:${region}\\s*\\n([^]*?)\\n[^\\n]*\\bdocs:end\\b`,
      'm',
    ).exec(file)
    const lines = (marked?.[1] ?? '').replace(/^\n+|\s+$/g, '').split('\n')
    const indents = lines
      .filter((line) => line !== '')
      .map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
    return lines.map((line) => line.slice(Math.min(...indents))).join('\n')
  }

  /** @param {string} key @param {string} value */
  function remember(key, value) {
    try {
      localStorage.setItem(key, value)
    } catch {
      // A browser that keeps nothing: the choice holds for this visit.
    }
  }

  /** @param {string} key */
  function remembered(key) {
    try {
      return localStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  }

  /** Gives a block of code its colours and a button that copies it. @param {Element} code */
  function dress(code) {
    const pre = code.parentElement
    const text = code.textContent ?? ''
    if (pre === null) return
    colour(code, text)
    const box = make('div', { class: 'coded' })
    pre.replaceWith(box)
    const button = make('button', { type: 'button', class: 'copy' }, words.copy)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.textContent ?? '')
      button.textContent = words.copied
      setTimeout(() => {
        button.textContent = words.copy
      }, 2000)
    })
    box.append(pre, button)
  }

  /** @param {Element} code @param {string} text */
  function colour(code, text) {
    const language = code.getAttribute('data-language') ?? ''
    if (language === 'text' || language === 'http') return
    const comment = /^(?:python|bash)$/.test(language)
      ? '#[^\\n]*'
      : language === 'php'
        ? '#(?!\\[)[^\\n]*|\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/'
        : '\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/'
    const string =
      '"""[^]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`'
    const token = new RegExp(
      `(${string})|((?:^|(?<=[\\s;{(]))(?:${comment}))|\\b(\\d[\\d_.]*)\\b|\\b(${keywords})\\b`,
      'gm',
    )
    const kinds = ['t', 'r', 'd', 'w']
    const parts = []
    let end = 0
    for (const match of text.matchAll(token)) {
      const kind = kinds.find((_, n) => match[n + 1] !== undefined)
      parts.push(text.slice(end, match.index), make('span', { class: kind ?? '' }, match[0]))
      end = match.index + match[0].length
    }
    code.replaceChildren(...parts, text.slice(end))
  }
})()

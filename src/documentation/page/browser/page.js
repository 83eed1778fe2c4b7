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

  /** One language at a time, the same in all chapters, remembered. */
  function switchSamples() {
    const groups = [...document.querySelectorAll('.samples')]
    const key = 'docs-language'
    /** @param {string} language */
    const choose = (language) => {
      for (const group of groups) {
        for (const sample of group.querySelectorAll('details')) {
          const isChosen = sample.dataset.sample === language
          sample.open = isChosen
          sample.hidden = !isChosen
        }
        for (const button of group.querySelectorAll('.switch button')) {
          button.setAttribute('aria-pressed', String(button.getAttribute('data-to') === language))
        }
      }
    }
    for (const group of groups) {
      const bar = make('div', { class: 'switch' })
      for (const sample of group.querySelectorAll('details')) {
        const summary = sample.querySelector('summary')
        const to = sample.dataset.sample ?? ''
        const button = make('button', { type: 'button', 'data-to': to }, summary?.textContent ?? '')
        button.addEventListener('click', () => {
          const top = button.getBoundingClientRect().top
          choose(to)
          remember(key, to)
          window.scrollBy(0, button.getBoundingClientRect().top - top)
        })
        bar.append(button)
        if (summary !== null) summary.hidden = true
      }
      group.prepend(bar)
      group.classList.add('switched')
    }
    const first = groups[0]?.querySelector('details')?.dataset.sample ?? ''
    const known = remembered(key)
    const isThere = groups[0]?.querySelector(`[data-sample="${CSS.escape(known)}"]`)
    choose(isThere ? known : first)
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
      await navigator.clipboard.writeText(text)
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

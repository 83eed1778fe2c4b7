// Asked of a page from inside of it; the tests run this file there and then call `looks`.

const tapTargetPixels = 44

const footerRoomPixels = 32

Object.assign(window, { looks: { all, desk, docs, atWidth, places } })

/** Everything that is asked of a page's look. */
function all() {
  return {
    ...atWidth(),
    smallTargets: smallTargets(),
    missingCharacters: missingCharacters(),
    emptyScroll: emptyScroll(),
  }
}

/** The same of a page of the back office, which has no footer, and rows of links. */
function desk() {
  return {
    ...atWidth(),
    narrowTargets: narrowTargets(),
    narrowMarks: narrowMarks(),
    missingCharacters: missingCharacters(),
  }
}

/** The same of the documentation. */
function docs() {
  // The font for Chinese that the tests bring has no signs of mathematics; a reader's system has.
  const missing = missingCharacters().filter((one) => !'→≤≥'.includes(one))
  const parts = { missingCharacters: missing, narrowMarks: narrowMarks() }
  return { overflow: overflow(), spills: spills(), ...parts }
}

/** What depends on the width of the window. */
function atWidth() {
  return { overflow: overflow(), spills: spills(), brokenAmounts: brokenAmounts() }
}

/** By how many pixels the page is wider than its window. */
function overflow() {
  return document.documentElement.scrollWidth - window.innerWidth
}

/** Parts that hold more than their width. */
function spills() {
  const kinds = ['.card', 'label.choice', '.button', '.copy', 'dt', 'dd', 'th', 'td', 'section']
  const parts = [...document.querySelectorAll(kinds.join())]
  return parts
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML)
}

/** What can be tapped and is smaller than a finger. */
function smallTargets() {
  const targets = [...document.querySelectorAll('a[href], button, input:not([type=hidden])')]
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isSmall = width < tapTargetPixels || height < tapTargetPixels
    return isSmall && width > 0 ? [`${target.outerHTML} is ${width} × ${height}`] : []
  })
}

/** Of forms, menus and rows, what is lower than a finger, its label included. */
function narrowTargets() {
  const kinds = ['button', 'summary', 'select', 'textarea', 'input:not([type=hidden])', '.button']
  const targets = document.querySelectorAll([...kinds, 'nav a', 'th a'].join())
  return [...targets].flatMap((target) => {
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    const heights = [target, ...labels].map((one) => one.getBoundingClientRect().height)
    const isShown = target.checkVisibility({ visibilityProperty: true })
    const height = Math.max(...heights)
    return isShown && height < tapTargetPixels ? [`${target.outerHTML} is ${height} high`] : []
  })
}

/** Our own Chinese with the narrow punctuation of English; what others wrote stays as it is. */
function narrowMarks() {
  if (!document.documentElement.lang.startsWith('zh')) return []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const isOthers = text.parentElement?.closest('bdi, code, pre') !== null
    const words = text.nodeValue ?? ''
    if (!isOthers && /\p{Script=Han}[,:;()!?]|[,:;()]\p{Script=Han}/u.test(words)) found.push(words)
  }
  return found
}

/** Characters that the page's fonts have no picture of, so that a box stands there. */
function missingCharacters() {
  const size = 24
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * 2
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('no canvas')
  pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`
  const picture = (/** @type {string} */ character) => {
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.fillText(character, 4, size * 1.4)
    return pen.getImageData(0, 0, canvas.width, canvas.height).data
  }
  // A character that no font has.
  const missing = picture('\u{10fffd}')
  const characters = new Set(document.title + document.body.innerText)
  const isMissing = (/** @type {string} */ character) => {
    const shown = picture(character)
    return missing.every((value, place) => value === shown[place])
  }
  return [...characters].filter((one) => one.trim() !== '' && isMissing(one))
}

/** Amounts that stand in more than one line, or reach out of the card that they are in. */
function brokenAmounts() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.checkVisibility() !== true) continue
    for (const { index, 0: amount } of (text.nodeValue ?? '').matchAll(/NT\$[\d,.]*\d/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + amount.length)
      const lines = [...range.getClientRects()]
      const card = text.parentElement?.closest('label.choice, .card')?.getBoundingClientRect()
      const isOut = ({ left = 0, right = 0 }) =>
        card !== undefined && (left < card.left || right > card.right)
      if (lines.length > 1 || lines.some(isOut)) broken.push(amount)
    }
  }
  return broken
}

/** How far the page can be scrolled over nothing: between its content and its footer, and below that. */
function emptyScroll() {
  const { scrollHeight } = document.documentElement
  const footer = document.querySelector('footer')
  if (footer === null) throw new Error('no footer')
  const bottomOf = (/** @type {Element} */ one) =>
    one.getBoundingClientRect().bottom + window.scrollY
  const content = [...document.querySelectorAll('.columns > *, main > .card')].map(bottomOf)
  const above = footer.getBoundingClientRect().top + window.scrollY - Math.max(...content)
  const below = scrollHeight - bottomOf(footer.lastElementChild ?? footer) - footerRoomPixels
  const scrolled = scrollHeight - window.innerHeight
  return Math.max(0, Math.min(scrolled, Math.round(above + below)))
}

/** Where everything stands that has an id, from the top of the page. */
function places() {
  const all = [...document.querySelectorAll('main [id], main dt, footer')]
  return all.map((one) => {
    const { x, y, height } = one.getBoundingClientRect()
    return [one.id || one.textContent, x, y + window.scrollY, height].join(' ')
  })
}

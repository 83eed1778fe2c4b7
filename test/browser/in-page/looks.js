// Asked of a page from inside of it; the tests run this file there and then call `looks`.

const tapTargetPixels = 44

const footerRoomPixels = 32

// The widest phone, and how high a row of a list may be there and elsewhere.
const [phonePixels, phoneRowPixels, rowPixels] = [640, 60, 44]

Object.assign(window, { looks: { all, desk, docs, atWidth, places } })

/** Everything that is asked of a page's look. */
function all() {
  return {
    ...atWidth(),
    // A line of a phone has no room for a merchant's longest order numbers.
    brokenNumbers: brokenNumbers().filter((number) => number.length < 40),
    smallTargets: smallTargets(),
    missingCharacters: missingCharacters(),
    emptyScroll: emptyScroll(),
  }
}

/** The same of a page of the back office, which has no footer, and rows of links. */
function desk() {
  return {
    ...atWidth(),
    tallRows: tallRows(),
    brokenCells: brokenCells(),
    cutEnds: cutEnds(),
    brokenNumbers: brokenNumbers(),
    contractWords: contractWords(),
    crowdedBars: crowdedBars(),
    narrowTargets: narrowTargets(),
    narrowMarks: narrowMarks(),
    // What banks mask a name by, as another test may have posted.
    missingCharacters: missingCharacters().filter((one) => one !== '○'),
  }
}

/** The same of the documentation. */
function docs() {
  // The font for Chinese that the tests bring has no signs of mathematics; a reader's system has.
  const missing = missingCharacters().filter((one) => !'→≤≥'.includes(one))
  // The name of an algorithm is no number, and may go on in the next line.
  const numbers = brokenNumbers().filter((number) => number !== 'HMAC-SHA256')
  const parts = { missingCharacters: missing, narrowMarks: narrowMarks(), brokenNumbers: numbers }
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
    // The link of a row reaches over all of it.
    const isWhole = getComputedStyle(target, '::after').position === 'absolute'
    const row = isWhole ? target.closest('[data-row]') : null
    const heights = [row ?? target, ...labels].map((one) => one.getBoundingClientRect().height)
    const isShown = target.checkVisibility({ visibilityProperty: true })
    const height = Math.max(...heights)
    return isShown && height < tapTargetPixels ? [`${target.outerHTML} is ${height} high`] : []
  })
}

/** Rows of lists that are higher than they may be, but for those in which something was opened. */
function tallRows() {
  const most = window.innerWidth <= phonePixels ? phoneRowPixels : rowPixels
  const rows = [...document.querySelectorAll('[data-row]')]
  return rows.flatMap((row) => {
    const { height } = row.getBoundingClientRect()
    const isOpen = row.querySelector('[open]') !== null
    return height > most && !isOpen ? [`${row.outerHTML} is ${height} high`] : []
  })
}

/** Cells of tables that a style has taken out of their columns; lists are grids. */
function brokenCells() {
  return [...document.querySelectorAll('td:not(.list td)')].flatMap((cell) => {
    const { display } = getComputedStyle(cell)
    return ['table-cell', 'none'].includes(display) ? [] : [`${cell.outerHTML} is ${display}`]
  })
}

/** Places of a phone's lower bar whose word or count, were it the highest, leaves its share of the width. */
function crowdedBars() {
  const bars = [...document.querySelectorAll('.thumbs, .panel-ways')]
  return bars.flatMap((bar) => {
    if (getComputedStyle(bar).position !== 'fixed') return []
    const counts = [...bar.querySelectorAll('.count')]
    const told = counts.map((count) => count.textContent)
    for (const count of counts) count.textContent = '99+'
    const { left, right } = bar.getBoundingClientRect()
    const crowded = [...bar.querySelectorAll('a')].filter((place) => {
      const range = document.createRange()
      range.selectNodeContents(place)
      const [box, words] = [place.getBoundingClientRect(), range.getBoundingClientRect()]
      const isIn = words.left >= box.left && words.right <= box.right && words.bottom <= box.bottom
      return place.checkVisibility() && !(isIn && box.left >= left && box.right <= right)
    })
    for (const [n, count] of counts.entries()) count.textContent = told[n] ?? ''
    const all = bar.scrollWidth > bar.clientWidth ? [`the bar is ${bar.scrollWidth} wide`] : []
    return [...all, ...crowded.map((place) => `${place.textContent} is crowded`)]
  })
}

/** Numbers by which records are told apart, whose ends are not seen. */
function cutEnds() {
  return [...document.querySelectorAll('.list tbody th a .number')].flatMap((number) => {
    const end = number.getBoundingClientRect().right
    const room = number.closest('th > div')?.getBoundingClientRect().right ?? end
    return end > room + 1 ? [`${number.textContent} is cut off`] : []
  })
}

/** Numbers of orders, accounts and the like that stand in more than one line; those of machines, as signatures, may. */
function brokenNumbers() {
  return visibleTexts().flatMap(({ text, parent }) => {
    if (parent.closest('pre, code') !== null || text.data.includes('://')) return []
    const numbers = [...text.data.matchAll(numberOrItsEnd)]
    return numbers.flatMap(({ index, 0: number }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + number.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 ? [number] : []
    })
  })
}

// A word of capitals before a number is a part of it: `M OB-504`.
const numberOrItsEnd = /…\d{5,}|(?<![\w-])(?:[A-Z]{1,3} )?(?=[A-Za-z-]*\d)[A-Za-z0-9][\w-]{4,39}/g

/** Codes and names of fields of the contracts in our own words: people read them in tooltips alone. */
function contractWords() {
  return texts().flatMap(({ text, parent }) => {
    // What to do about an alarm names jobs and lines of the log, as the log has them.
    if (parent.closest('bdi, pre, script, .remedy') !== null) return []
    const found = text.data.match(contractWord) ?? []
    // In English it is a verb of the forms, too.
    const wrong = found.filter(
      (word) => word !== 'override' || document.documentElement.lang !== 'en',
    )
    return wrong.length === 0 ? [] : [`${wrong.join(' ')}: ${text.data}`]
  })
}

const contractWord = /\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+\.\d+\b|\b(?:manual|override)\b/g

function visibleTexts() {
  return texts().filter(({ parent }) => parent.checkVisibility())
}

function texts() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all = []
  for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
    const parent = text.parentElement
    if (text instanceof Text && parent !== null) all.push({ text, parent })
  }
  return all
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

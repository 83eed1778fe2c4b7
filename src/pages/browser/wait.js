// The script of the wait page, served as it is here. It counts down by the server's clock, polls the payment, and copies
// texts. The page is complete without it; what needs the script is shown only when it runs.

/** @typedef {import('../../contract/links/member-page-views.ts').WaitRefresh} WaitRefresh */

const secondsBetweenMax = 30
const answerTimeoutMs = 10_000
const copiedShownMs = 2_000

const payment = elementById('payment')
const announcer = elementById('announcer')
const notice = elementById('notice')
/** @type {Record<string, string>} */
const words = JSON.parse(payment.dataset.words ?? '{}')

// The server's time, continued by the browser's monotonic clock, so that a wrong clock of the device does not matter.
let serverSeconds = Number(payment.dataset.now)
let serverToldAtMs = arrivedAtMs()

// The parts as the server has sent them. New parts are compared with these, because the script changes the page.
let written = partsOf(payment)

const firstSeconds = Number(payment.dataset.refreshSeconds)
let isFinal = payment.dataset.refreshSeconds === undefined
let secondsBetween = firstSeconds
let isAsking = false
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextRefresh

document.documentElement.classList.add('live')
payment.addEventListener('click', copyOnClick)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') refreshNow()
})
window.addEventListener('online', refreshNow)
window.addEventListener('pageshow', (event) => {
  if (event.persisted) refreshNow()
})
showWhatNeedsScript()
countDown(undefined)
scheduleRefresh()

function refreshNow() {
  if (isFinal || isAsking) return
  secondsBetween = firstSeconds
  void refresh()
}

function scheduleRefresh() {
  clearTimeout(nextRefresh)
  if (isFinal) return
  // A hidden tab polls at the slowest rate.
  const seconds = document.visibilityState === 'visible' ? secondsBetween : secondsBetweenMax
  nextRefresh = setTimeout(refresh, seconds * 1000)
}

async function refresh() {
  if (isAsking) return
  isAsking = true
  clearTimeout(nextRefresh)
  try {
    const hasChanged = await ask()
    secondsBetween = hasChanged ? firstSeconds : Math.min(secondsBetween * 1.2, secondsBetweenMax)
    say(notice, '')
  } catch {
    secondsBetween = Math.min(secondsBetween * 1.6, secondsBetweenMax)
    say(notice, words.retrying)
  } finally {
    isAsking = false
  }
  scheduleRefresh()
}

/** Polls the server and shows what has changed; returns whether anything has. */
async function ask() {
  const askedAtMs = performance.now()
  const response = await fetch(payment.dataset.refresh ?? '', {
    cache: 'no-store',
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  // The link is too old, and its own address now answers with a notice.
  if (response.status === 404) location.reload()
  if (!response.ok) throw new Error(`answered ${response.status}`)
  /** @type {WaitRefresh} */
  const fresh = await response.json()
  serverSeconds = fresh.now
  serverToldAtMs = (askedAtMs + performance.now()) / 2
  isFinal = fresh.refreshSeconds === null
  if (document.title !== fresh.title) document.title = fresh.title
  return show(fresh.html)
}

/**
 * Replaces the parts that differ from those sent before, and leaves all others as they are.
 *
 * @param {string} html
 */
function show(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const fresh = partsOf(template.content)
  const focused = document.activeElement
  let hasChanged = false
  for (const id of written.keys()) {
    if (fresh.has(id)) continue
    elementById(id).remove()
    hasChanged = true
  }
  /** @type {Element | null} */
  let before = null
  for (const [id, text] of fresh) {
    const part = document.getElementById(id)
    if (text === written.get(id) && part !== null) {
      before = part
      continue
    }
    const next = template.content.getElementById(id)
    if (next === null) continue
    if (part !== null) part.replaceWith(next)
    else if (before === null) payment.prepend(next)
    else before.after(next)
    before = next
    hasChanged = true
  }
  const hasNews = written.get('status') !== fresh.get('status')
  written = fresh
  if (!hasChanged) return false
  showWhatNeedsScript()
  keepFocus(focused)
  if (hasNews) announceStatus()
  return true
}

/** @param {ParentNode} parent */
function partsOf(parent) {
  return new Map([...parent.children].map((part) => [part.id, part.outerHTML]))
}

/**
 * Moves the focus from a replaced element to the new one of the same id, else to the heading of the status.
 *
 * @param {Element | null} focused
 */
function keepFocus(focused) {
  if (focused === null || focused.isConnected) return
  const same = focused.id === '' ? null : document.getElementById(focused.id)
  const target = same ?? document.querySelector('#status h2')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function announceStatus() {
  const told = document.querySelectorAll('#status > h2, #status > p')
  say(announcer, [...told].map((one) => one.textContent).join(' '))
}

function showWhatNeedsScript() {
  for (const button of payment.querySelectorAll('button[data-copy]')) {
    button.removeAttribute('hidden')
  }
  showCountdown()
}

/**
 * Shows the time left each second, and announces it at five minutes and at one.
 *
 * @param {number | undefined} before
 */
function countDown(before) {
  const left = showCountdown()
  if (left !== null && before !== undefined) {
    const passed = (/** @type {number} */ mark) => before > mark && left <= mark
    if (passed(300)) say(announcer, words.fiveMinutes)
    if (passed(60)) say(announcer, words.oneMinute)
    if (passed(0)) refreshNow()
  }
  setTimeout(() => countDown(left ?? undefined), 1000 - (serverNowMs() % 1000))
}

/** Shows and returns the seconds left; null when there is no deadline. */
function showCountdown() {
  const counter = payment.querySelector('[data-ends-at]')
  if (!(counter instanceof HTMLElement)) return null
  const left = Math.max(0, Math.ceil(Number(counter.dataset.endsAt) - serverNowMs() / 1000))
  const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor)
  const text = [minutes, seconds].map((one) => String(one).padStart(2, '0')).join(':')
  say(counter, left === 0 ? words.timeOver : hours ? `${hours}:${text}` : text)
  counter.classList.toggle('last', left < 60)
  return left
}

function serverNowMs() {
  return serverSeconds * 1000 + performance.now() - serverToldAtMs
}

/** When the first byte of this page arrived, in milliseconds of `performance.now()`. */
function arrivedAtMs() {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
}

/** @param {Event} event */
async function copyOnClick({ target }) {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (!(button instanceof HTMLElement) || button.dataset.copied !== undefined) return
  if (await copy(button.dataset.copy ?? '')) {
    const label = button.firstElementChild
    const text = label?.textContent
    button.dataset.copied = ''
    say(label, words.copied)
    say(announcer, words.copied)
    setTimeout(() => {
      say(label, text)
      say(announcer, '')
      delete button.dataset.copied
    }, copiedShownMs)
  } else {
    const value = button.closest('div')?.querySelector('dd')
    if (value) getSelection()?.selectAllChildren(value)
    say(announcer, words.notCopied)
  }
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without HTTPS, and in browsers inside chat apps, only `execCommand` works.
    return copyBySelection(text)
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}

/**
 * Sets a text unless it is the same, which screen readers would announce again.
 *
 * @param {Element | null} element
 * @param {string | null | undefined} text
 */
function say(element, text) {
  if (element !== null && element.textContent !== text) element.textContent = text ?? ''
}

/** @param {string} id */
function elementById(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no #${id}`)
  return element
}

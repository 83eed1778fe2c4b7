// The script of the wait page, served without its comments. It counts down by the server's clock, polls the payment, and
// copies texts. The page is complete without it; what needs the script is shown only when it runs.

import { copyText } from './copying.js'
import {
  elementById,
  keepAsking,
  keepFocus,
  noteParts,
  replaceParts,
  say,
  serverClock,
  showTimeLeft,
} from './refresh.js'

/** @typedef {import('../../contract/links/member-page-views.ts').WaitRefresh} WaitRefresh */

const secondsBetweenMax = 30
// The server holds a request back until there is news, for 55 seconds at most.
const timeoutSeconds = 65
const heldMs = 5_000
const copiedShownMs = 2_000

const payment = elementById('payment')
const announcer = elementById('announcer')
const notice = elementById('notice')
/** @type {Record<string, string>} */
const labels = JSON.parse(payment.dataset.labels ?? '{}')
const clock = serverClock(Number(payment.dataset.now))

noteParts(payment)
document.documentElement.classList.add('live')
payment.addEventListener('click', copyOnClick)
showWhatNeedsScript()
const refreshNow =
  payment.dataset.refreshSeconds === undefined
    ? () => {}
    : keepAsking({
        firstSeconds: Number(payment.dataset.refreshSeconds),
        maxSeconds: secondsBetweenMax,
        timeoutSeconds,
        ask,
        onAnswer: (isAnswered) => say(notice, isAnswered ? '' : labels.retrying),
      })
countDown(undefined)

// What the page shows, and how new the database was that told it, as the server names both.
let etag = payment.dataset.shown ?? ''
let bookmark = payment.dataset.bookmark ?? ''

/**
 * Polls the server, which holds its answer back until there is news, and shows what has changed.
 *
 * @param {AbortSignal} signal
 * @param {boolean} isAtOnce Asks for an answer at once.
 */
async function ask(signal, isAtOnce) {
  const askedAtMs = performance.now()
  /** @type {Record<string, string>} */
  const headers = { 'x-d1-bookmark': bookmark }
  if (etag !== '') headers['if-none-match'] = etag
  if (!isAtOnce) headers.prefer = 'wait=55'
  const response = await fetch(payment.dataset.refresh ?? '', {
    cache: 'no-store',
    headers,
    signal,
  })
  // The link is too old, and its own address now answers with a notice.
  if (response.status === 404) location.reload()
  const wasHeld = performance.now() - askedAtMs > heldMs
  bookmark = response.headers.get('x-d1-bookmark') ?? bookmark
  if (response.status === 304) return { hasChanged: false, isFinal: false, wasHeld }
  if (!response.ok) throw new Error(`answered ${response.status}`)
  /** @type {WaitRefresh} */
  const fresh = await response.json()
  etag = response.headers.get('etag') ?? ''
  clock.correct(fresh.now)
  if (document.title !== fresh.title) document.title = fresh.title
  return { hasChanged: show(fresh.html), isFinal: fresh.refreshSeconds === null, wasHeld }
}

/**
 * Replaces the parts that differ from those sent before; returns whether any do.
 *
 * @param {string} html
 */
function show(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const focused = document.activeElement
  const { added, hasChanged } = replaceParts(payment, template.content)
  if (!hasChanged) return false
  showWhatNeedsScript()
  keepFocus(focused, document.querySelector('#status h2'))
  if (added.some(({ id }) => id === 'status')) announceStatus()
  return true
}

function announceStatus() {
  const texts = document.querySelectorAll('#status > h2, #status > p')
  say(announcer, [...texts].map((text) => text.textContent).join(' '))
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
    if (passed(300)) say(announcer, labels.fiveMinutes)
    if (passed(60)) say(announcer, labels.oneMinute)
    if (passed(0)) refreshNow()
  }
  setTimeout(() => countDown(left ?? undefined), 1000 - (clock.nowMs() % 1000))
}

/** Shows and returns the seconds left; null when there is no deadline. */
function showCountdown() {
  const counter = payment.querySelector('[data-ends-at]')
  if (!(counter instanceof HTMLElement)) return null
  const left = showTimeLeft(counter, clock.nowMs(), labels.timeOver)
  counter.classList.toggle('last', left < 60)
  return left
}

/** @param {Event} event */
async function copyOnClick({ target }) {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (!(button instanceof HTMLElement) || button.dataset.copied !== undefined) return
  if (await copyText(button.dataset.copy ?? '')) {
    const label = button.firstElementChild ?? button
    const text = label.textContent ?? ''
    button.dataset.copied = ''
    say(label, labels.copied)
    say(announcer, labels.copied)
    setTimeout(() => {
      say(label, text)
      say(announcer, '')
      delete button.dataset.copied
    }, copiedShownMs)
  } else {
    const value = button.closest('div, section')?.querySelector('dd, .number b')
    if (value) getSelection()?.selectAllChildren(value)
    say(announcer, labels.notCopied)
  }
}

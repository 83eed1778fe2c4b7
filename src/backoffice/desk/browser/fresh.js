// Refreshes an open page of the back office, served without its comments: requests the page and replaces the parts that
// differ, except those in which somebody works. Counts new rows in the title, and shows countdowns by the server's
// clock. Every page is complete without it.

import {
  elementById,
  keepAsking,
  keepFocus,
  noteParts,
  replaceParts,
  say,
  serverClock,
  showTimeLeft,
} from '../../../pages/browser/refresh.js'
import { announcer, labels } from './labels.js'

const secondsBetweenMax = 20
const timeoutSeconds = 10

const main = elementById('main')
const connection = elementById('connection')
const counts = document.querySelectorAll('[data-count]')
const clock = serverClock(Number(main.dataset.now))

let title = document.title
// The rows that the reader has seen, and the number of rows since then.
let seen = rowIds()
let news = 0
/** @type {WeakSet<Element>} */
const turned = new WeakSet()

noteParts(main)
document.addEventListener('click', noteTurning)
document.addEventListener('visibilitychange', lookAtNews)
window.addEventListener('focus', lookAtNews)
keepAsking({
  firstSeconds: Number(main.dataset.refreshSeconds),
  maxSeconds: secondsBetweenMax,
  timeoutSeconds,
  ask,
  onAnswer: (isAnswered) => say(connection, isAnswered ? '' : labels.offline),
})
countDown()

/**
 * Gets the page again, and shows what has changed.
 *
 * @param {AbortSignal} signal
 */
async function ask(signal) {
  const response = await fetch(main.dataset.refresh ?? '', {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    signal,
  })
  if (!response.ok || response.redirected) throw new Error(`answered ${response.status}`)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const next = fresh.getElementById('main')
  if (next === null) throw new Error('no page')
  // Another person has signed in at this browser, or the language has changed, so the whole page is loaded.
  if (readerOf(fresh) !== readerOf(document)) {
    const isTyping = [...document.forms].some(isDirty)
    if (!isTyping) location.reload()
    return { hasChanged: false, isFinal: !isTyping }
  }
  clock.correct(Number(next.dataset.now))
  title = fresh.title
  for (const one of counts) {
    const at = `[data-count="${one.getAttribute('data-count')}"]`
    one.textContent = fresh.querySelector(at)?.textContent ?? ''
  }
  return { hasChanged: show(next), isFinal: next.dataset.refreshSeconds === undefined }
}

/** @param {Document} page */
function readerOf(page) {
  return page.querySelector('.person')?.textContent
}

/** @param {Element} next */
function show(next) {
  const focused = document.activeElement
  const { hasChanged } = replaceParts(main, next, keep)
  if (hasChanged) {
    keepFocus(focused, sameInRow(focused) ?? main)
    document.dispatchEvent(new Event('parts-replaced'))
    showCountdowns()
  }
  countNews()
  return hasChanged
}

/**
 * The element of a replaced row that takes the place of the focused one.
 *
 * @param {Element | null} focused
 */
function sameInRow(focused) {
  const row = focused?.closest('[data-row][id]')
  const now = document.getElementById(row?.id ?? '')
  if (!focused || !row || now === null) return null
  const all = 'a[href], button, summary'
  const place = [...row.querySelectorAll(all)].indexOf(focused)
  return now.querySelectorAll(all)[place] ?? null
}

/**
 * Whether a part stays as it is although it has changed: notices to the reader, and parts in which the reader works.
 *
 * @param {Element} part
 * @param {Element | null} next
 */
function keep(part, next) {
  if (part.id === 'notices') return true
  if (isInUse(part)) {
    tellStale(part)
    return true
  }
  if (next !== null) carryTurned(part, next)
  return false
}

/** @param {Element} part */
function isInUse(part) {
  const forms = part instanceof HTMLFormElement ? [part] : [...part.querySelectorAll('form')]
  return forms.some((form) => form.contains(document.activeElement) || isDirty(form))
}

/**
 * Whether a form holds what somebody has typed: now, or before it was refused.
 *
 * @param {HTMLFormElement} form
 */
function isDirty(form) {
  if (form.dataset.again !== undefined) return true
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      return [...field.options].some((one) => one.selected !== one.defaultSelected && one.value)
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
    return field.type === 'checkbox' || field.type === 'radio'
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue
  })
}

/** @param {Element} part */
function tellStale(part) {
  if (part.querySelector('.stale') !== null) return
  const told = document.createElement('p')
  told.className = 'stale notice care'
  told.textContent = labels.stale ?? ''
  const summary = part.querySelector('summary')
  if (summary === null) part.prepend(told)
  else summary.after(told)
  say(announcer, labels.stale)
}

/** @param {Event} event */
function noteTurning({ target }) {
  const summary = target instanceof Element ? target.closest('summary') : null
  if (summary?.parentElement) turned.add(summary.parentElement)
}

/**
 * What a person has opened stays open, and what was closed stays closed.
 *
 * @param {Element} part
 * @param {Element} next
 */
function carryTurned(part, next) {
  const after = new Map(detailsIn(next).map((one) => [nameOf(one), one]))
  for (const one of detailsIn(part)) {
    const other = after.get(nameOf(one))
    if (!turned.has(one) || other === undefined) continue
    other.open = one.open
    turned.add(other)
  }
}

/** @param {Element} part */
function detailsIn(part) {
  const inside = [...part.querySelectorAll('details')]
  return part instanceof HTMLDetailsElement ? [part, ...inside] : inside
}

/** @param {HTMLDetailsElement} details */
function nameOf(details) {
  return details.id || (details.querySelector('summary')?.textContent ?? '')
}

function rowIds() {
  return new Set([...document.querySelectorAll('[data-row][id]')].map(({ id }) => id))
}

// Counts in the title the rows that came while nobody looked.
function countNews() {
  const rows = rowIds()
  const fresh = [...rows].filter((id) => !seen.has(id)).length
  const isLookedAt = document.visibilityState === 'visible' && document.hasFocus()
  if (fresh > news) say(announcer, (labels.news ?? '').replace('{n}', String(fresh)))
  news = isLookedAt ? 0 : fresh
  if (isLookedAt) seen = rows
  const shown = news === 0 ? title : `(${news}) ${title}`
  if (document.title !== shown) document.title = shown
}

function lookAtNews() {
  countNews()
}

/** Shows the time left of every countdown, each second. */
function countDown() {
  showCountdowns()
  setTimeout(countDown, 1000 - (clock.nowMs() % 1000))
}

function showCountdowns() {
  for (const counter of main.querySelectorAll('[data-ends-at]')) {
    if (!(counter instanceof HTMLElement)) continue
    const left = showTimeLeft(counter, clock.nowMs(), labels.ended)
    counter.classList.toggle('last', left < 300)
  }
}

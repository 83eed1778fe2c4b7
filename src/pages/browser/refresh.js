// Keeps a page that stays open as it is on the server, for the members' wait page and the back office's pages: it asks
// again, replaces the parts that differ, and has the server's clock. Served without its comments.

// The parts as the server has sent them. New parts are compared with these, because scripts change the page.
/** @type {WeakMap<Element, string>} */
const sent = new WeakMap()

/**
 * Notes the parts of `parent` as the server has sent them, before a script changes any.
 *
 * @param {ParentNode} parent
 */
export function noteParts(parent) {
  for (const part of parent.children) noteOne(part)
}

/**
 * Makes `parent` look like `fresh`: replaces each part that differs from what the server sent before, and moves each
 * part whose position differs. The parts of an element are its children, matched by id, else by position; the children
 * of a part with `data-parts` are parts too. Returns the new elements, and whether anything changed.
 *
 * @param {Element} parent
 * @param {ParentNode} fresh
 * @param {(part: Element, next: Element | null) => boolean} [keep] Keeps a part that differs: it is compared again
 *   the next time.
 */
export function replaceParts(parent, fresh, keep = () => false) {
  /** @type {{ added: Element[], hasChanged: boolean }} */
  const done = { added: [], hasChanged: false }
  replaceIn(parent, fresh, { keep, done })
  return done
}

/**
 * @param {Element} parent
 * @param {ParentNode} fresh
 * @param {{
 *   keep: (part: Element, next: Element | null) => boolean,
 *   done: { added: Element[], hasChanged: boolean },
 * }} replacing
 */
function replaceIn(parent, fresh, { keep, done }) {
  const before = byKey(parent)
  const after = byKey(fresh)
  /** @type {Set<Element | null>} */
  const gone = new Set()
  for (const [key, part] of before) {
    if (after.has(key)) continue
    if (keep(part, null)) {
      gone.add(part)
      continue
    }
    part.remove()
    done.hasChanged = true
  }
  /** @type {Element | null} */
  let last = null
  /** @param {Element} part */
  const place = (part) => (last === null ? parent.prepend(part) : last.after(part))
  for (const [key, next] of after) {
    const part = before.get(key)
    let previous = part?.previousElementSibling ?? null
    while (gone.has(previous)) previous = previous?.previousElementSibling ?? null
    if (part !== undefined && sent.get(part) === textOf(next)) {
      if (isContainer(part)) replaceIn(part, next, { keep, done })
      // A part that is moved loses the focus: the others are moved around it.
      if (previous !== last && !part.contains(document.activeElement)) {
        place(part)
        done.hasChanged = true
      }
      last = part
    } else if (part !== undefined && keep(part, next)) {
      last = part
    } else {
      noteOne(next)
      if (part !== undefined && previous === last) part.replaceWith(next)
      else {
        // It is new, or stands elsewhere now.
        part?.remove()
        place(next)
      }
      last = next
      done.added.push(next)
      done.hasChanged = true
    }
  }
}

/**
 * Moves the focus from an element that was replaced to the new one of the same id, else to `other`.
 *
 * @param {Element | null} focused
 * @param {Element | null} other
 */
export function keepFocus(focused, other) {
  if (focused === null || focused.isConnected) return
  const same = focused.id === '' ? null : document.getElementById(focused.id)
  const target = same ?? other
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** @param {ParentNode} parent */
function byKey(parent) {
  return new Map([...parent.children].map((part, place) => [part.id || `at ${place}`, part]))
}

/** @param {Element} part */
function noteOne(part) {
  sent.set(part, textOf(part))
  if (isContainer(part)) noteParts(part)
}

/** @param {Element} part */
function textOf(part) {
  const own = isContainer(part) ? part.cloneNode(false) : part
  return own instanceof Element ? own.outerHTML : ''
}

/** @param {Element} part */
function isContainer(part) {
  return part.hasAttribute('data-parts')
}

/**
 * Polls the server. The interval is shortest after a change or an answer that the server held back, grows while nothing
 * changes or nothing is answered, and is longest while the page is hidden. Polls at once, and drops the pending request,
 * when the page is shown again or the device is online again. Returns a function that polls at once.
 *
 * @param {object} asking
 * @param {number} asking.firstSeconds
 * @param {number} asking.maxSeconds
 * @param {number} asking.timeoutSeconds
 * @param {(signal: AbortSignal, isAtOnce: boolean) => Promise<{
 *   hasChanged: boolean, isFinal: boolean, wasHeld?: boolean,
 * }>} asking.ask Rejects where there is no answer.
 * @param {(isAnswered: boolean) => void} asking.onAnswer
 */
export function keepAsking({ firstSeconds, maxSeconds, timeoutSeconds, ask, onAnswer }) {
  let secondsBetween = firstSeconds
  let isFinal = false
  /** @type {AbortController | null} */
  let awaited = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next

  function schedule() {
    clearTimeout(next)
    if (isFinal) return
    const seconds = document.visibilityState === 'visible' ? secondsBetween : maxSeconds
    next = setTimeout(() => refresh(false), seconds * 1000)
  }

  /** @param {boolean} isAtOnce */
  async function refresh(isAtOnce) {
    awaited?.abort()
    clearTimeout(next)
    const own = new AbortController()
    awaited = own
    const timeout = setTimeout(() => own.abort(), timeoutSeconds * 1000)
    try {
      const answer = await ask(own.signal, isAtOnce)
      isFinal ||= answer.isFinal
      const isSoon = answer.hasChanged || answer.wasHeld
      secondsBetween = isSoon ? firstSeconds : Math.min(secondsBetween * 1.2, maxSeconds)
      onAnswer(true)
    } catch {
      if (awaited !== own) return
      secondsBetween = Math.min(secondsBetween * 1.6, maxSeconds)
      onAnswer(false)
    } finally {
      clearTimeout(timeout)
    }
    if (awaited !== own) return
    awaited = null
    schedule()
  }

  function atOnce() {
    if (isFinal) return
    secondsBetween = firstSeconds
    void refresh(true)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') atOnce()
  })
  window.addEventListener('online', atOnce)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) atOnce()
  })
  schedule()
  return atOnce
}

/**
 * The server's time, continued by the browser's monotonic clock, so that a wrong clock of the device does not matter.
 *
 * @param {number} seconds The time that the page was sent with, in UTC seconds.
 */
export function serverClock(seconds) {
  let serverSeconds = seconds
  let readAtMs = arrivedAtMs()
  return {
    nowMs: () => serverSeconds * 1000 + performance.now() - readAtMs,
    /** @param {number} now The time at which an answer was sent that has just come. */
    correct(now) {
      serverSeconds = now
      readAtMs = performance.now()
    },
  }
}

/** When the first byte of this page arrived, in milliseconds of `performance.now()`. */
function arrivedAtMs() {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
}

/**
 * Shows the time left until a counter's `data-ends-at`: `04:59`, `1:00:00`, or that it is over. Returns the whole
 * seconds left.
 *
 * @param {HTMLElement} counter
 * @param {number} nowMs
 * @param {string | undefined} over
 */
export function showTimeLeft(counter, nowMs, over) {
  const left = Math.max(0, Math.ceil(Number(counter.dataset.endsAt) - nowMs / 1000))
  say(counter, left === 0 ? over : countdownText(left))
  return left
}

/** @param {number} left */
function countdownText(left) {
  const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor)
  const text = [minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
  return hours ? `${hours}:${text}` : text
}

/**
 * Sets a text unless it is the same, which screen readers would announce again.
 *
 * @param {Element} element
 * @param {string | undefined} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text ?? ''
}

/**
 * The element of that id. Throws where the page has none.
 *
 * @param {string} id
 */
export function elementById(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no #${id}`)
  return element
}

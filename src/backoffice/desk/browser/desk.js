// The script of the back office's pages, served without its comments. Every page is complete without it: it adds keys,
// buttons that copy, and what a form shows of the choice in it; one form it sends by itself.

const keys = elementById('keys')
const announcer = elementById('announcer')
/** @type {Record<string, string>} */
const labels = JSON.parse(keys.dataset.labels ?? '{}')
const copiedShownMs = 2_000
const leftMax = 500

document.addEventListener('keydown', pressKey)
document.addEventListener('click', copyOnClick)
document.addEventListener('parts-replaced', showWhatNeedsScript)
document.addEventListener('parts-replaced', showChosen)
document.addEventListener('click', printOnClick)
document.addEventListener('click', chooseOnClick)
document.addEventListener('input', tickFee)
document.addEventListener('input', showChosen)
document.addEventListener('change', noteLeft)
document.addEventListener('parts-replaced', leaveOut)
// Not before the parts of the page are noted as the server has sent them.
window.addEventListener('pageshow', leaveOut)
window.addEventListener('pageshow', showChosen)
showWhatNeedsScript()
document.getElementById('refused')?.focus()
goOn()

// On a phone the views are one line that scrolls: the chosen one is in sight.
for (const chip of document.querySelectorAll('.choices > [aria-current=true]')) {
  const line = chip.parentElement
  if (line && chip instanceof HTMLElement) line.scrollLeft = chip.offsetLeft - line.offsetLeft - 24
}

// Work that goes through pages of records: the next one, until the page says that all are done.
function goOn() {
  const form = document.querySelector('[data-goes-on] form')
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, target, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey || event.isComposing) return
  if (target instanceof HTMLElement && isTyping(target)) {
    if (key === 'Escape') target.blur()
    return
  }
  const press = actions[key] ?? pressOf(key)
  if (press === undefined) return
  event.preventDefault()
  press()
}

/** @type {Record<string, () => void>} */
const actions = {
  '/': () => {
    const field = document.getElementById('search')
    if (field instanceof HTMLInputElement) field.select()
  },
  '?': showKeys,
  j: () => moveRow(1),
  k: () => moveRow(-1),
}

/**
 * What presses the button, or follows the link, that has this key.
 *
 * @param {string} key
 */
function pressOf(key) {
  if (!/^[a-z]$/.test(key)) return undefined
  const found = document.querySelector(`main [data-key="${key}"]`)
  if (!(found instanceof HTMLElement)) return undefined
  return () => {
    // A form that is open already is not closed by its key.
    const isOpen = found.matches('details[open] > summary')
    if (!isOpen && !found.matches(ofMany)) found.click()
    // A form that opens is there to be filled in, and so is one whose button says what is missing.
    const form =
      found.closest('details[open]') ?? (found.matches(':disabled') && found.closest('form'))
    const field = form && firstField(form)
    if (field instanceof HTMLElement) {
      field.focus()
      // A transaction with all that is compared.
      bring(field.closest('.offer') ?? field)
    } else found.focus()
  }
}

// What acts on several orders is pressed by Enter alone, once its button is read.
const ofMany = 'form[data-counts] button'

/**
 * The first field of a form; of several choices the one that is made already, else where another can be typed.
 *
 * @param {Element} form
 */
function firstField(form) {
  const first = form.querySelector('input:enabled:not([type=hidden]), select, textarea')
  if (!(first instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(first.type)) {
    return first
  }
  const chosen = form.querySelector(`[name="${CSS.escape(first.name)}"]:checked`)
  return chosen ?? first.closest('.reasons')?.querySelector('[type=text]') ?? first
}

/** @param {number} by */
function moveRow(by) {
  const rows = [...document.querySelectorAll('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : at + by]
  const link = next?.querySelector('a[href], button')
  if (link instanceof HTMLElement) link.focus()
}

// The keys that the page has now, each with the name of what it does.
function showKeys() {
  if (!(keys instanceof HTMLDialogElement)) return
  const list = keys.querySelector('dl')
  if (list === null) return
  const fixed = [
    ['/', labels.search],
    ...(document.querySelector('[data-row]')
      ? [
          ['j', labels.next],
          ['k', labels.previous],
          ['Enter', labels.open],
        ]
      : []),
  ]
  const named = [...document.querySelectorAll('main [data-key]')].map((one) => [
    one instanceof HTMLElement ? one.dataset.key : '',
    (one.matches(`summary, ${ofMany}`) ? (labels.goTo ?? '') : '{name}').replace(
      '{name}',
      nameOf(one),
    ),
  ])
  const all = new Map([...named, ...fixed, ['?', labels.help]].map(([key, name]) => [key, name]))
  list.replaceChildren(...[...all].map(([key, name]) => keyRow(key ?? '', name ?? '')))
  keys.showModal()
}

/** @param {Element} element */
function nameOf(element) {
  const copy = element.cloneNode(true)
  if (copy instanceof Element) for (const key of copy.querySelectorAll('kbd')) key.remove()
  return copy.textContent?.trim() ?? ''
}

/**
 * @param {string} key
 * @param {string} name
 */
function keyRow(key, name) {
  const row = document.createElement('div')
  const term = document.createElement('dt')
  const pressed = document.createElement('kbd')
  const told = document.createElement('dd')
  pressed.textContent = key
  term.append(pressed)
  told.textContent = name
  row.append(term, told)
  return row
}

/** @param {HTMLElement} target */
function isTyping(target) {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.closest('dialog') !== null
  )
}

function showWhatNeedsScript() {
  const buttons = 'button[data-copy], button[data-print], button[data-choose]'
  for (const button of document.querySelectorAll(buttons)) button.removeAttribute('hidden')
}

/** @param {Event} event */
function printOnClick({ target }) {
  if (target instanceof Element && target.closest('button[data-print]') !== null) print()
}

// All rows of a form that the page chooses by itself, or none.
/** @param {Event} event */
function chooseOnClick({ target }) {
  const button = target instanceof Element ? target.closest('button[data-choose]') : null
  if (!(button instanceof HTMLElement)) return
  for (const box of button.closest('form')?.querySelectorAll('[data-amount]:enabled') ?? []) {
    if (!(box instanceof HTMLInputElement)) continue
    if (button.dataset.choose === 'none') box.checked = false
    else if (box.dataset.byHand === undefined) box.checked = true
  }
  noteLeft()
  showChosen()
}

// What was left out of a list comes back left out, on every page of it, until the tab is closed.
function noteLeft() {
  const left = leftOut()
  for (const box of offered()) {
    if (box.checked) left.delete(box.value)
    else left.add(box.value)
  }
  sessionStorage.setItem('left-out', JSON.stringify([...left].slice(-leftMax)))
}

function leaveOut() {
  const left = leftOut()
  for (const box of offered()) if (left.has(box.value)) box.checked = false
}

/** @returns {Set<string>} */
function leftOut() {
  return new Set(JSON.parse(sessionStorage.getItem('left-out') ?? '[]'))
}

/** @returns {NodeListOf<HTMLInputElement>} */
function offered() {
  return document.querySelectorAll('.checks [data-amount]:enabled')
}

// The fee of a debit goes with it.
/** @param {Event} event */
function tickFee({ target }) {
  if (!(target instanceof HTMLInputElement)) return
  const fee = document.querySelector(`[data-fee-of="${CSS.escape(target.id)}"]`)
  if (fee instanceof HTMLInputElement) fee.checked = target.checked
}

// What is chosen in each form, and what it comes to.
function showChosen() {
  for (const form of document.forms) {
    const chosen = [...form.querySelectorAll('[data-amount]:checked')]
    const cents = chosen.reduce((total, one) => {
      return total + (one instanceof HTMLElement ? Math.round(Number(one.dataset.amount) * 100) : 0)
    }, 0)
    const sum = cents / 100
    const shown = form.querySelector('[data-sum]')
    // A button says it too, where it is what is booked.
    shown?.toggleAttribute('hidden', chosen.length === 0 || form.matches('#settle'))
    const output = shown?.querySelector('output')
    if (output) output.value = moneyText(sum)
    if (form.dataset.counts !== undefined) fillLive(form, { count: chosen.length, sum })
  }
}

/**
 * Says on a form's button, and in its warning, what is booked; as the server has said it, where that is not known here.
 *
 * @param {HTMLFormElement} form
 * @param {{ count: number, sum: number }} chosen
 */
function fillLive(form, { count, sum }) {
  const { amount, field, ofField, needsProof } = JSON.parse(form.dataset.counts ?? '{}')
  const typed = textIn(form, field).replaceAll(',', '')
  // Transactions that are named by number have amounts that the page has not.
  const isNamed = textIn(form, 'bank_transactions') !== ''
  const isNumbered = !ofField && isNamed
  const isByHand = form.querySelector('[name=manual]:checked, [data-later]:checked') !== null
  const isSaid = ofField && textIn(form, 'reason') + textIn(form, 'bank_account') !== ''
  const isUnproven = needsProof === true && count === 0 && !isNamed && !isByHand && !isSaid
  const isKnown = !isNumbered && !Number.isNaN(Number(typed))
  const booked = typed === '' ? (ofField || count === 0 ? (amount ?? 0) : sum) : Number(typed)
  const gap = amount === undefined ? 0 : booked - amount
  const told = (gap === 0 ? '{sum}' : ((gap < 0 ? labels.less : labels.more) ?? ''))
    .replace('{sum}', moneyText(booked))
    .replace('{n}', moneyText(Math.abs(gap)))
  // Another sum than the order's needs its tick, there or among the other fields, and a role that has it.
  const asked = gap < 0 ? 'less' : gap > 0 ? 'more' : 'none'
  const tick = gap < 0 ? '[name=manual]' : '[name=override][value=amount]'
  const shown = form.dataset.asked
  if (isKnown) form.dataset.asked = asked
  for (const place of isKnown ? form.querySelectorAll('[data-gap]') : []) {
    const isAsked = place.matches(`[data-gap~=${asked}]`)
    place.toggleAttribute('hidden', !isAsked)
    const box = place.querySelector('input')
    if (box && !isAsked) box.checked = false
    else if (isAsked && shown !== asked) bring(place)
  }
  const isStopped =
    form.querySelector('[data-gap]:not([hidden])') !== null &&
    form.querySelector(`${tick}:checked`) === null
  // What does not fit is an operator's, with a tick and a reason: both are in sight once they are asked for.
  const waiver = form.querySelector('[name=override][value=evidence_differs]')
  const isWaived = waiver?.matches(':checked') && isFilled(form, 'reason')
  const isUnsaid = [...form.querySelectorAll('[name=_asks]')].some((one) => {
    const [field, id] = one instanceof HTMLInputElement ? one.value.split(' ') : []
    return form.querySelector(`[data-amount][value="${id}"]:checked`) && !isFilled(form, field)
  })
  const past = isWaived ? null : form.querySelector('[data-differs]:checked')
  const asking = form.querySelector('#other-payer, #found-out')
  if (asking && isUnsaid && form.dataset.unsaid === undefined) bring(asking)
  if (isUnsaid) form.dataset.unsaid = ''
  else delete form.dataset.unsaid
  // An act on many orders needs one at least.
  const button = form.querySelector('button[type=submit]')
  const isEmpty = amount === undefined && count === 0
  const missing = isUnproven
    ? 'proof'
    : isEmpty
      ? 'any'
      : isStopped
        ? 'gap'
        : past instanceof HTMLElement
          ? past.dataset.differs
          : isUnsaid
            ? 'said'
            : ''
  const waivers = waiver?.closest('.more, #found-out')
  if (waivers && past !== null && form.dataset.past === undefined) {
    waivers.toggleAttribute('open', true)
    bring(waivers)
  }
  if (past !== null) form.dataset.past = ''
  else delete form.dataset.past
  const isBarred = form.querySelector('[data-barred]') !== null
  button?.toggleAttribute('disabled', isBarred || missing !== '')
  for (const told of form.querySelectorAll('[data-missing]')) {
    told.toggleAttribute('hidden', !told.matches(`[data-missing="${missing}"]`))
  }
  // With a transaction, and past no check, no second person is asked.
  const isProven = count > 0 || isNamed
  const isPlain = form.querySelector('[name=override]:checked') === null
  for (const place of document.querySelectorAll(`[data-second-of="${form.id}"]`)) {
    if (!(place instanceof HTMLElement)) continue
    const { proven = '', unproven = '' } = place.dataset
    const text = isProven && isPlain ? proven : unproven
    if (place.textContent !== text) place.textContent = text
  }
  const others = form.querySelectorAll('[data-by-hand=other]:checked').length
  for (const place of form.querySelectorAll('[data-live]')) {
    if (!(place instanceof HTMLElement)) continue
    place.dataset.plain ??= place.textContent
    const { live: plain = '', liveOther } = place.dataset
    const live = (others === 0 ? plain : (liveOther ?? plain))
      .replace('{sum}', told)
      .replace('{count}', String(count))
    const text = isKnown ? live : place.dataset.plain
    if (place.textContent !== text) place.replaceChildren(...inWholeNumbers(text))
  }
}

/**
 * Brings what an act asks for above its bar, once somebody has chosen what needs it.
 *
 * @param {Element} place
 */
function bring(place) {
  if (place.closest('form:focus-within')) place.scrollIntoView({ block: 'nearest' })
}

/**
 * A text whose numbers with hyphens, as a merchant's, go to the next line as a whole.
 *
 * @param {string} text
 */
function inWholeNumbers(text) {
  return text.split(/((?=[\w-]*\d)\w+(?:-\w+)+)/).map((part, n) => {
    if (n % 2 === 0) return part
    return Object.assign(document.createElement('span'), { className: 'sum', textContent: part })
  })
}

/**
 * What is typed in the text field of that name; empty where the form has none.
 *
 * @param {HTMLFormElement} form
 * @param {string | undefined} name
 */
function textIn(form, name) {
  const field = form.querySelector(`[type=text][name="${name}"]`)
  return field instanceof HTMLInputElement ? field.value.trim() : ''
}

/**
 * @param {HTMLFormElement} form
 * @param {string | undefined} name
 */
function isFilled(form, name) {
  return new FormData(form).getAll(name ?? '').some((text) => String(text).trim() !== '')
}

/** @param {number} dollars */
function moneyText(dollars) {
  const size = Math.round(Math.abs(dollars) * 100) / 100
  const digits = Number.isInteger(size) ? 0 : 2
  const text = size.toLocaleString('en-US', { minimumFractionDigits: digits })
  return `${dollars < 0 ? '−' : ''}NT$${text}`
}

/** @param {Event} event */
async function copyOnClick({ target }) {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  await navigator.clipboard.writeText(button.dataset.copy ?? '')
  announcer.textContent = labels.copied ?? ''
  button.dataset.copied = ''
  setTimeout(() => {
    announcer.textContent = ''
    delete button.dataset.copied
  }, copiedShownMs)
}

/** @param {string} id */
function elementById(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`no #${id}`)
  return element
}

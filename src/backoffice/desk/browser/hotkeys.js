import { bring } from './chosen.js'
import { keys, labels } from './labels.js'

/**
 * Presses the button of the page that has the pressed key, unless somebody types.
 *
 * @param {KeyboardEvent} event
 */
export function pressKey(event) {
  const { key, target, ctrlKey, altKey, metaKey, repeat } = event
  if (ctrlKey || altKey || metaKey || event.isComposing) return
  if (target instanceof HTMLElement && isTyping(target)) {
    if (key === 'Escape') target.blur()
    return
  }
  // A key that is held moves through rows, but acts once.
  const press = actions[key] ?? (repeat ? undefined : pressOf(key))
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
    // The key of an open form does not close it.
    const isOpen = found.matches('details[open] > summary')
    if (!isOpen && !found.matches(ofMany)) found.click()
    // The focus goes into a form that opens, and to the field that its button lacks.
    const form =
      found.closest('details[open]') ?? (found.matches(':disabled') && found.closest('form'))
    const field = form && firstField(form)
    if (field instanceof HTMLElement) {
      field.focus()
      bring(field.closest('.offer') ?? field)
    } else found.focus()
  }
}

// On the button of a form for several orders the key only puts the focus: the act needs Enter.
const ofMany = 'form[data-choice] button'

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

// The keys of the page, each with the name of its button or link.
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
  const keyShape = document.createElement('kbd')
  const meaning = document.createElement('dd')
  keyShape.textContent = key
  term.append(keyShape)
  meaning.textContent = name
  row.append(term, meaning)
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

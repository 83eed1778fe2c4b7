// The script of the back office's pages, served without its comments: keys, buttons that copy, the choice in a form,
// and one form that is sent by itself. Every page is complete without it.

import { copyText } from '../../../pages/browser/copying.js'
import { showChosen, tickFee } from './chosen.js'
import { pressKey } from './hotkeys.js'
import { announcer, labels } from './labels.js'

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
// After the parts of the page were noted as the server has sent them.
window.addEventListener('pageshow', leaveOut)
window.addEventListener('pageshow', showChosen)
showWhatNeedsScript()
document.getElementById('refused')?.focus()
goOn()

// On a phone the views are one scrolling line: the chosen one is brought into sight.
for (const chip of document.querySelectorAll('.choices > [aria-current=true]')) {
  const line = chip.parentElement
  if (line && chip instanceof HTMLElement) line.scrollLeft = chip.offsetLeft - line.offsetLeft - 24
}

// Sends the form of the next page of a bulk call, until none is left.
function goOn() {
  const form = document.querySelector('.goes-on form')
  if (form instanceof HTMLFormElement) form.requestSubmit()
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
    else if (!box.matches('[data-marks~=by_hand]')) box.checked = true
  }
  noteLeft()
  showChosen()
}

// Rows that were left out stay left out on every page of the list, until the tab is closed.
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

/** @param {Event} event */
async function copyOnClick({ target }) {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  const isCopied = await copyText(button.dataset.copy ?? '')
  announcer.textContent = (isCopied ? labels.copied : labels.notCopied) ?? ''
  button.dataset.copied = String(isCopied)
  if (!isCopied) return
  setTimeout(() => {
    announcer.textContent = ''
    delete button.dataset.copied
  }, copiedShownMs)
}

// Shows what is chosen in a form: its sum, the fields that the choice needs, what the button still lacks, whether a
// second person is needed, and what is booked, on the button and in the warning.

import { labels } from './labels.js'

/** @import { AmountDifference, ChoiceState, ChoiceTerms, LiveTexts, MissingThing } from './live-form.ts' */

// The texts of places as the server has sent them.
/** @type {WeakMap<Element, string>} */
const plainTexts = new WeakMap()

// What held of a form's last choice, by form.
/** @type {WeakMap<Element, Set<ChoiceState>>} */
const notedStates = new WeakMap()

/**
 * What is chosen and typed in a form, in dollars; `isKnown`: whether the page has all amounts.
 *
 * @typedef {{
 *   count: number,
 *   amount: number | undefined,
 *   booked: number,
 *   isKnown: boolean,
 *   isProven: boolean,
 *   lacksProof: boolean,
 * }} Choice
 */

/**
 * Ticks the fee of a debit together with the debit.
 *
 * @param {Event} event
 */
export function tickFee({ target }) {
  if (!(target instanceof HTMLInputElement)) return
  const fee = document.getElementById(`${target.id}-fee`)
  if (fee instanceof HTMLInputElement) fee.checked = target.checked
}

/** Shows in each form of the page what is chosen there. */
export function showChosen() {
  for (const form of document.forms) {
    const chosen = [...form.querySelectorAll('[data-amount]:checked')]
    const cents = chosen.reduce((total, one) => {
      return total + (one instanceof HTMLElement ? Math.round(Number(one.dataset.amount) * 100) : 0)
    }, 0)
    const sum = cents / 100
    const shown = form.querySelector('.chosen-sum')
    // The button of a settlement names the sum itself.
    shown?.toggleAttribute('hidden', chosen.length === 0 || form.matches('#settle'))
    const output = shown?.querySelector('output')
    if (output) output.value = moneyText(sum)
    if (form.dataset.choice !== undefined) showChoice(form, choiceIn(form, chosen.length, sum))
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Choice} choice
 */
function showChoice(form, choice) {
  if (choice.isKnown) showGap(form, gapOf(choice))
  const missing = missingIn(form, choice)
  const isBarred = form.querySelector('.unavailable') !== null
  const button = form.querySelector('button[type=submit]')
  button?.toggleAttribute('disabled', isBarred || missing !== undefined)
  for (const reason of form.querySelectorAll('[data-shown-if]')) {
    if (!reason.matches(ofGap)) reason.toggleAttribute('hidden', !isShownIf(reason, missing))
  }
  bringReasons(form)
  bringWaivers(form)
  showTexts(form, choice)
}

/**
 * @param {HTMLFormElement} form
 * @param {number} count
 * @param {number} sum
 * @returns {Choice}
 */
function choiceIn(form, count, sum) {
  /** @type {Partial<ChoiceTerms>} */
  const { amount, field, ofField = false, needsProof } = JSON.parse(form.dataset.choice ?? '{}')
  const typed = textIn(form, field).replaceAll(',', '')
  const plain = ofField || count === 0 ? (amount ?? 0) : sum
  const isNumbered = textIn(form, 'bank_transactions') !== ''
  const isProven = count > 0 || isNumbered
  const isByHand = form.querySelector('[name=manual]:checked, [data-marks~=later]:checked') !== null
  const isSaid = ofField && textIn(form, 'reason') + textIn(form, 'bank_account') !== ''
  return {
    count,
    amount,
    booked: typed === '' ? plain : Number(typed),
    // The page has no amounts of transactions that are named by number.
    isKnown: (ofField || !isNumbered) && !Number.isNaN(Number(typed)),
    isProven,
    lacksProof: needsProof === true && !isProven && !isByHand && !isSaid,
  }
}

/**
 * @param {Choice} choice
 * @returns {AmountDifference | undefined}
 */
function gapOf({ amount, booked }) {
  if (amount === undefined || booked === amount) return undefined
  return booked < amount ? 'less' : 'more'
}

/**
 * Shows the tick that another sum than the order's needs, if the reader's role has one.
 *
 * @param {HTMLFormElement} form
 * @param {AmountDifference | undefined} gap
 */
function showGap(form, gap) {
  const isLess = isNewIn(form, 'less', gap === 'less')
  const isNew = isNewIn(form, 'more', gap === 'more') || isLess
  for (const place of form.querySelectorAll(ofGap)) {
    const isShown = isShownIf(place, gap)
    place.toggleAttribute('hidden', !isShown)
    const box = place.querySelector('input')
    if (box && !isShown) box.checked = false
    else if (isShown && isNew) bring(place)
  }
}

const ofGap = '[data-shown-if~=less], [data-shown-if~=more]'

/**
 * @param {Element} place
 * @param {ChoiceState | undefined} state
 */
function isShownIf(place, state) {
  return state !== undefined && place.matches(`[data-shown-if~=${state}]`)
}

/**
 * The first thing that the form's button still lacks.
 *
 * @param {HTMLFormElement} form
 * @param {Choice} choice
 * @returns {MissingThing | undefined}
 */
function missingIn(form, choice) {
  if (choice.lacksProof) return 'proof'
  // An act on many orders needs one at least.
  if (choice.amount === undefined && choice.count === 0) return 'any'
  const tick = gapOf(choice) === 'less' ? '[name=manual]' : '[name=override][value=amount]'
  const isGapShown = [...form.querySelectorAll(ofGap)].some((one) => !one.hasAttribute('hidden'))
  if (isGapShown && form.querySelector(`${tick}:checked`) === null) return 'gap'
  return differenceIn(form) ?? (lacksReason(form) ? 'said' : undefined)
}

/**
 * What a chosen transaction fails, unless an operator overrides it with a tick and a reason.
 *
 * @param {HTMLFormElement} form
 * @returns {MissingThing | undefined}
 */
function differenceIn(form) {
  const isWaived = waiverIn(form)?.matches(':checked') && isFilled(form, 'reason')
  const all = objections.map((one) => `[data-marks~=${one}]:checked`)
  const row = isWaived ? null : form.querySelector(all.join())
  return objections.find((_, n) => row?.matches(all[n] ?? ''))
}

const objections = /** @type {const} */ (['rival', 'away', 'differs'])

/** @param {HTMLFormElement} form */
function waiverIn(form) {
  return form.querySelector('[name=override][value=evidence_differs]')
}

/**
 * Whether a field is empty that a chosen transaction asks for.
 *
 * @param {HTMLFormElement} form
 */
function lacksReason(form) {
  return [...form.querySelectorAll('[name=_asks]')].some((one) => {
    const [field, id] = one instanceof HTMLInputElement ? one.value.split(' ') : []
    return form.querySelector(`[data-amount][value="${id}"]:checked`) && !isFilled(form, field)
  })
}

/** @param {HTMLFormElement} form */
function bringReasons(form) {
  if (!isNewIn(form, 'said', lacksReason(form))) return
  const check = form.querySelector('#other-payer, #found-out')
  if (check) bring(check)
}

/** @param {HTMLFormElement} form */
function bringWaivers(form) {
  const waivers = waiverIn(form)?.closest('.more, #found-out')
  if (!isNewIn(form, 'differs', differenceIn(form) !== undefined) || !waivers) return
  waivers.toggleAttribute('open', true)
  bring(waivers)
}

/**
 * Notes whether something holds of a form, and returns whether it holds only now.
 *
 * @param {HTMLFormElement} form
 * @param {ChoiceState} state
 * @param {boolean} isTrue
 */
function isNewIn(form, state, isTrue) {
  const noted = notedStates.get(form) ?? new Set()
  notedStates.set(form, noted)
  const isNew = isTrue && !noted.has(state)
  if (isTrue) noted.add(state)
  else noted.delete(state)
  return isNew
}

/**
 * Says on the button and in the warning what is booked, and whether a second person is needed: a call with a
 * transaction and without overrides needs none. What the page cannot know is said as the server has said it.
 *
 * @param {HTMLFormElement} form
 * @param {Choice} choice
 */
function showTexts(form, choice) {
  const isOfOther = form.querySelector('[data-marks~=other_payer]:checked') !== null
  const isPlain = form.querySelector('[name=override]:checked') === null
  for (const place of document.querySelectorAll('[data-texts]')) {
    if (!(place instanceof HTMLElement)) continue
    /** @type {LiveTexts} */
    const texts = JSON.parse(place.dataset.texts ?? '{}')
    if (texts.form !== form.id) continue
    const plain = plainTexts.get(place) ?? place.textContent
    plainTexts.set(place, plain)
    const text =
      'proven' in texts
        ? texts[choice.isProven && isPlain ? 'proven' : 'unproven']
        : choice.isKnown
          ? ((isOfOther && texts.otherPayer) || texts.chosen)
              .replace('{sum}', bookedText(choice))
              .replace('{count}', String(choice.count))
          : plain
    if (place.textContent !== text) place.replaceChildren(...inWholeNumbers(text))
  }
}

/**
 * What is booked, with how much more or less than the order's amount it is.
 *
 * @param {Choice} choice
 */
function bookedText(choice) {
  const { booked, amount = booked } = choice
  const gap = gapOf(choice)
  return ((gap === undefined ? '{sum}' : labels[gap]) ?? '')
    .replace('{sum}', moneyText(booked))
    .replace('{n}', moneyText(Math.abs(booked - amount)))
}

/**
 * Brings what an act asks for above its bar, once somebody has chosen what needs it.
 *
 * @param {Element} place
 */
export function bring(place) {
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

import { diagnoseHeaders, type HeaderDiagnosis } from '../doctor/callback-headers.ts'
import { type Diagnosis, diagnose, difference } from '../doctor/diagnose.ts'
import type { Mistake } from '../doctor/search.ts'
import { copyable, element, partOf, reveal, say, typedIn } from './elements.ts'

/** Starts the form that names the mistakes of a sign. Its values never leave the page. */
export function startDoctor(form: HTMLFormElement): void {
  reveal(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const body = typedIn(form, 'body').trim()
    const headers = typedIn(form, 'headers')
    const common = {
      body,
      secret: typedIn(form, 'secret'),
      now: Math.floor(Date.now() / 1000),
      toleranceSeconds: Number(form.dataset.tolerance),
      knownSecrets: [form.dataset.exampleSecret ?? ''].filter((one) => one !== ''),
    }
    // If headers are given, a sign that does not have MD5's form belongs to `webhook-signature`.
    const typed = typedIn(form, 'sign').trim()
    const isOfHeaders = headers.trim() !== '' && !/^[0-9a-f]{32}$/i.test(typed)
    const diagnosis = diagnose({
      ...common,
      // A callback's headers contain its time, so the callback may be of any age.
      toleranceSeconds: headers.trim() === '' ? common.toleranceSeconds : 0,
      format: /^[[{"]/.test(body) || !body.includes('=') ? 'json' : 'form',
      sign: isOfHeaders ? '' : typed,
      ownText: typedIn(form, 'own-text'),
      knownNames: knownNames(),
    })
    const ofHeaders = { ...common, headers, computed: isOfHeaders ? typed : '' }
    const parts =
      headers.trim() === ''
        ? drawn(diagnosis)
        : [...shownHeaders(diagnoseHeaders(ofHeaders)), ...drawn(diagnosis, 'sign')]
    partOf(form, 'diagnosis').replaceChildren(...parts)
  })
}

// The names in the tables of endpoints and callbacks, and the earlier names.
function knownNames(): readonly string[] {
  const codes = document.querySelectorAll('main table td:first-child > code, main .names code')
  const names = [...codes].map((one) => one.textContent ?? '')
  return [...new Set(names.filter((name) => /^[A-Za-z]\w*$/.test(name)))]
}

const outcomes = {
  right: { zh: '簽章正確', en: 'The signature is correct' },
  mistaken: { zh: '簽章不正確：找到原因', en: 'The signature is wrong: here is why' },
  unexplained: { zh: '簽章不正確', en: 'The signature is wrong' },
  unreadable: { zh: '還不能判斷', en: 'Fix this first' },
}

const words = {
  legacy: { zh: '這是舊版 v6.0 的簽章方式。', en: 'This is the earlier v6.0 signature style.' },
  closer: {
    zh: '貼上您的待簽字串，可以看得更準。',
    en: 'Paste the string you signed for a closer look.',
  },
  yours: { zh: '您的待簽字串', en: 'The string you signed' },
  ours: { zh: '正確的待簽字串', en: 'The correct string to sign' },
  sign: { zh: '正確的 sign', en: 'The correct sign' },
  content: { zh: '正確的計算內容', en: 'The correct content to hash' },
  value: { zh: '正確的 webhook-signature', en: 'The correct webhook-signature' },
  besides: { zh: '另外', en: 'Also' },
}

// `about` names the checked value, if there are headers.
function outcomeOf(outcome: Diagnosis['outcome'], about: string): HTMLElement {
  const title = about === '' ? [] : [element('code', {}, about), say({ zh: '：', en: ': ' })]
  return element('p', { class: `outcome ${outcome}` }, ...title, say(outcomes[outcome]))
}

function shownHeaders({ outcome, mistakes, notes, ours }: HeaderDiagnosis): Node[] {
  const nodes: Node[] = [outcomeOf(outcome, 'webhook-signature')]
  if (mistakes.length > 0) nodes.push(listOf(mistakes))
  if (notes.length > 0) nodes.push(element('p', {}, say(words.besides)), listOf(notes))
  if (ours === null) return nodes
  return [...nodes, copyable(say(words.content), ours.text), copyable(say(words.value), ours.sign)]
}

function drawn(diagnosis: Diagnosis, about = ''): Node[] {
  const { outcome, mistakes, notes, ours, yours, isLegacy } = diagnosis
  const nodes: Node[] = [outcomeOf(outcome, about)]
  if (isLegacy) nodes.push(element('p', {}, say(words.legacy)))
  if (mistakes.length > 0) nodes.push(listOf(mistakes))
  if (outcome === 'unexplained') nodes.push(element('p', {}, say(words.closer)))
  if (notes.length > 0) nodes.push(element('p', {}, say(words.besides)), listOf(notes))
  if (ours === null) return nodes
  if (yours !== null) nodes.push(copyable(say(words.yours), yours, marked(yours, ours.text)))
  const text = copyable(say(words.ours), ours.text, marked(ours.text, yours ?? ours.text))
  return [...nodes, text, copyable(say(words.sign), ours.sign)]
}

// The page's list of known mistakes contains the text of each.
function listOf(findings: readonly Mistake[]): HTMLElement {
  const kinds = new Set<Element | null | undefined>()
  const items = findings.map(({ name, detail }) => {
    const what = document.querySelector(`[data-known="${name}"]`)
    const kind = what?.closest('[data-kind]')
    const [title, remedy] = ['strong', 'small'].map((one) => kind?.querySelector(one)?.textContent)
    const more = detail === undefined ? [] : [' ', element('code', {}, detail)]
    // A remedy that several mistakes share is shown once.
    const change = kinds.has(kind) ? [] : [element('br', {}), element('small', {}, remedy ?? '')]
    kinds.add(kind)
    return element(
      'li',
      { 'data-mistake': name, 'data-about': kind?.getAttribute('data-kind') ?? '' },
      element('strong', {}, title ?? ''),
      say({ zh: '：', en: ': ' }),
      what?.textContent ?? name,
      ...more,
      ...change,
    )
  })
  return element('ul', {}, ...items)
}

// Marks the differences of a text from another one, or the gap if it only lacks something.
function marked(text: string, other: string): Node {
  const { from, to } = difference(text, other)
  const whole = document.createDocumentFragment()
  if (text === other) whole.append(text)
  else {
    const part = text.slice(from, to) || '∎'
    whole.append(text.slice(0, from), element('mark', {}, part), text.slice(to))
  }
  return whole
}

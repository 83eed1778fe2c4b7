import { type Diagnosis, diagnose, difference } from '../doctor/diagnose.ts'
import type { Finding } from '../doctor/search.ts'
import { copyable, element, partOf, reveal, say, typedIn } from './elements.ts'

/** Makes the form with that id tell the mistakes of a sign. Nothing of it leaves the page. */
export function startDoctor(form: HTMLFormElement): void {
  reveal(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const body = typedIn(form, 'body').trim()
    const diagnosis = diagnose({
      body,
      format: /^[[{"]/.test(body) || !body.includes('=') ? 'json' : 'form',
      secret: typedIn(form, 'secret'),
      sign: typedIn(form, 'sign'),
      ownText: typedIn(form, 'own-text'),
      now: Math.floor(Date.now() / 1000),
      toleranceSeconds: Number(form.dataset.tolerance),
      knownSecrets: [form.dataset.exampleSecret ?? ''].filter((one) => one !== ''),
      knownNames: knownNames(),
    })
    partOf(form, 'diagnosis').replaceChildren(...shown(diagnosis))
  })
}

// Those of the endpoints' tables, of callbacks', and the earlier ones.
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
  legacy: {
    zh: '這是舊版 v6.0 的簽章方式。',
    en: 'This is the earlier v6.0 signature style.',
  },
  closer: {
    zh: '貼上您的待簽字串，可以看得更準。',
    en: 'Paste the string you signed for a closer look.',
  },
  yours: { zh: '您的待簽字串', en: 'The string you signed' },
  ours: { zh: '正確的待簽字串', en: 'The correct string to sign' },
  sign: { zh: '正確的 sign', en: 'The correct sign' },
  besides: { zh: '另外', en: 'Also' },
}

function shown({ outcome, mistakes, notes, ours, yours, isLegacy }: Diagnosis): Node[] {
  const nodes: Node[] = [element('p', { class: `outcome ${outcome}` }, say(outcomes[outcome]))]
  if (isLegacy) nodes.push(element('p', {}, say(words.legacy)))
  if (mistakes.length > 0) nodes.push(listOf(mistakes))
  if (outcome === 'unexplained') nodes.push(element('p', {}, say(words.closer)))
  if (notes.length > 0) nodes.push(element('p', {}, say(words.besides)), listOf(notes))
  if (ours === null) return nodes
  if (yours !== null) nodes.push(copyable(say(words.yours), yours, marked(yours, ours.text)))
  const text = copyable(say(words.ours), ours.text, marked(ours.text, yours ?? ours.text))
  return [...nodes, text, copyable(say(words.sign), ours.sign)]
}

// The words of a mistake stand in the page, in the list of those that are known.
function listOf(findings: readonly Finding[]): HTMLElement {
  const items = findings.map(({ name, detail }) => {
    const what = document.querySelector(`[data-known="${name}"]`)
    const kind = what?.closest('[data-kind]')
    const [title, remedy] = ['strong', 'small'].map((one) => kind?.querySelector(one)?.textContent)
    const more = detail === undefined ? [] : [' ', element('code', {}, detail)]
    const change = element('small', {}, remedy ?? '')
    return element(
      'li',
      { 'data-mistake': name, 'data-about': kind?.getAttribute('data-kind') ?? '' },
      element('strong', {}, title ?? ''),
      say({ zh: '：', en: ': ' }),
      what?.textContent ?? name,
      ...more,
      element('br', {}),
      change,
    )
  })
  return element('ul', {}, ...items)
}

// The text with what differs from the other marked; where it only lacks something, the place.
function marked(text: string, other: string): Node {
  const { from, to } = difference(text, other)
  const whole = document.createDocumentFragment()
  if (text === other) whole.append(text)
  else {
    const shown = text.slice(from, to) || '∎'
    whole.append(text.slice(0, from), element('mark', {}, shown), text.slice(to))
  }
  return whole
}

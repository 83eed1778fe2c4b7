import { sentAnswer } from './answer.ts'
import { copyable, element, inputs, partOf, reveal, say, typedIn } from './elements.ts'
import { type Field, fieldsIn, labelled } from './fields.ts'
import { commandOf, draftRequest, type RequestDraft } from './request-text.ts'

type Console = {
  readonly form: HTMLFormElement
  /** The fields of the chosen endpoint. */
  fields: readonly Field[]
  /** The fields that the reader has written by hand; new values do not replace them. */
  readonly byHand: Set<string>
  /** The numbers of the last order that was sent, for requests that ask for an order. */
  readonly made: Map<string, string>
}

// The console used last: the next one takes over its merchant and its order numbers.
let latest: Console | undefined

/** Shows the console at an endpoint of the reference, or removes it. Returns whether it is shown now. */
export function toggleConsole(article: Element): boolean {
  const old = article.querySelector('.tool')
  old?.remove()
  if (old !== null || latest === undefined) return false
  const form = latest.form.cloneNode(true) as HTMLFormElement
  form.removeAttribute('id')
  for (const name of merchant)
    inputs(form, name)[0]?.setAttribute('value', typedIn(latest.form, name))
  const [endpoint] = inputs(form, 'endpoint')
  if (endpoint !== undefined) endpoint.value = article.querySelector('h3')?.id ?? ''
  endpoint?.parentElement?.setAttribute('hidden', '')
  article.querySelector('.route')?.after(element('div', { class: 'tool' }, form))
  startConsole(form)
  const first = [...form.querySelectorAll('input')].find((field) => field.checkVisibility())
  first?.focus({ preventScroll: true })
  return true
}

/** Starts a console: it shows the request while the reader types, and sends it when asked. */
export function startConsole(form: HTMLFormElement): void {
  const { byHand, made = new Map<string, string>() } = latest ?? {}
  const known = merchant.filter((name) => byHand?.has(name))
  const state: Console = { form, fields: [], byHand: new Set(known), made }
  latest = state
  fillEndpoints(form)
  reveal(form)
  form.addEventListener('input', ({ target }) => {
    const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
    latest = state
    if (name === 'endpoint') choose(state)
    else state.byHand.add(name)
    show(state)
  })
  partOf(form, 'renew').addEventListener('click', () => {
    state.byHand.delete('timestamp')
    for (const name of numbers) state.byHand.delete(name)
    renew(state)
    show(state)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    renewTime(state)
    show(state)
    await send(state)
  })
  choose(state)
  show(state)
}

// Lists every endpoint of the reference in the page's order, because most readers want the first ones.
function fillEndpoints(form: HTMLFormElement): void {
  const endpoints = form.elements.namedItem('endpoint') as HTMLSelectElement
  if (endpoints.length > 0) return
  for (const heading of document.querySelectorAll('article h3')) {
    const [method = '', path = ''] = [
      ...(heading.nextElementSibling?.querySelectorAll('b, code') ?? []),
    ].map(({ textContent }) => textContent ?? '')
    const attributes = { value: heading.id, 'data-method': method, 'data-path': path }
    endpoints.append(element('option', attributes, `${heading.textContent} · ${method} ${path}`))
  }
}

const words = {
  text: { zh: '待簽字串', en: 'String to sign' },
  body: { zh: '送出的內容', en: 'Body' },
  command: { zh: 'curl 指令', en: 'curl command' },
  needsBoth: {
    zh: '沒有送出：請自行輸入這個商戶的 uid 與金鑰。此處只預填測試商戶。',
    en: 'Not sent: enter this merchant’s uid and secret. Only the sandbox’s are filled in.',
  },
  sending: { zh: '送出中…', en: 'Sending…' },
  unreachable: { zh: '沒有回應，請再試一次。', en: 'No response. Try again.' },
}

const merchant = ['uid', 'secret']

// The fields of a creation that need a new value each time.
const numbers = ['orderid', 'serial_no', 'merchant_order_no']
const creates = /\/(?:collections|payouts|withdrawals|payment-links|amount)$/

const samples: Readonly<Record<string, string>> = {
  amount: '100',
  payee_name: '王小明',
  payee_bank: '004',
  payee_account: '012345678901',
  user_id: 'member-1',
}

function choose(state: Console): void {
  const { form } = state
  const option = optionOf(form)
  state.fields = fieldsIn(option?.value ?? '')
  const [required, optional] = [true, false].map((needed) =>
    state.fields.filter((field) => field.required === needed).map(labelled),
  )
  partOf(form, 'required').replaceChildren(...(required ?? []))
  partOf(form, 'optional').replaceChildren(...(optional ?? []))
  partOf(form, 'more').hidden = optional?.length === 0
  partOf(form, 'signed').hidden = option?.dataset.method === 'GET'
  partOf(form, 'answer').replaceChildren()
  for (const { name } of state.fields) state.byHand.delete(name)
  renew(state)
}

function optionOf(form: HTMLFormElement): HTMLOptionElement | undefined {
  return (form.elements.namedItem('endpoint') as HTMLSelectElement).selectedOptions[0]
}

function renew(state: Console): void {
  renewTime(state)
  const isCreation = creates.test(optionOf(state.form)?.dataset.path ?? '')
  for (const { name, required, values } of state.fields) {
    const isNumber = numbers.includes(name)
    const known = isCreation ? undefined : state.made.get(name)
    if (known !== undefined) {
      set(state, name, known)
      if (!required) partOf(state.form, 'more').setAttribute('open', '')
      continue
    }
    const value = isNumber ? `TRY-${Date.now().toString(36)}` : (values[0] ?? samples[name] ?? '')
    if (required && !state.byHand.has(name)) set(state, name, value)
  }
}

function renewTime(state: Console): void {
  if (state.byHand.has('timestamp')) return
  set(state, 'timestamp', String(Math.floor(Date.now() / 1000)))
}

function set({ form }: Console, name: string, value: string): void {
  const [field] = inputs(form, name)
  if (field !== undefined) field.value = value
}

function draftOf({ form, fields }: Console): RequestDraft {
  const option = optionOf(form)
  const { method = 'GET', path = '' } = option?.dataset ?? {}
  const values = fields.map((field) => ({ ...field, value: typedIn(form, field.name) }))
  if (method === 'GET') return draftRequest(path, values, null)
  const [uid = '', timestamp = '', secret = ''] = ['uid', 'timestamp', 'secret'].map((name) =>
    typedIn(form, name),
  )
  return draftRequest(path, values, { uid, timestamp, secret })
}

function show(state: Console): void {
  const draft = draftOf(state)
  const shown = [copyable(say(words.command), commandOf(draft))]
  if (draft.signed !== null) {
    shown.unshift(
      copyable(say(words.text), draft.signed.text),
      copyable('sign', draft.signed.sign),
      copyable(say(words.body), draft.signed.body),
    )
  }
  partOf(state.form, 'request').replaceChildren(...shown)
}

// The secret stays in the browser: the request carries only the sign.
async function send(state: Console): Promise<void> {
  const { form, byHand } = state
  const answer = partOf(form, 'answer')
  const draft = draftOf(state)
  const isSandbox = form.dataset.sandbox !== '' && typedIn(form, 'uid') === form.dataset.sandbox
  const isOwn = byHand.has('uid') && byHand.has('secret') && typedIn(form, 'secret') !== ''
  if (draft.signed !== null && !isSandbox && !isOwn) {
    answer.replaceChildren(element('p', { class: 'outcome' }, say(words.needsBoth)))
    return
  }
  answer.replaceChildren(element('p', {}, say(words.sending)))
  remember(state)
  try {
    answer.replaceChildren(...(await sentAnswer(draft)))
  } catch {
    answer.replaceChildren(element('p', { class: 'outcome' }, say(words.unreachable)))
  }
}

function remember({ form, fields, made }: Console): void {
  if (!creates.test(optionOf(form)?.dataset.path ?? '')) return
  made.clear()
  for (const { name } of fields) {
    const value = typedIn(form, name)
    if (numbers.includes(name) && value !== '') made.set(name, value)
  }
}

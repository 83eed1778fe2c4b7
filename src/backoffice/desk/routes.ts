import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Outcome } from '../../contract/back-office/call.ts'
import { isCallName } from '../../contract/back-office/table.ts'
import { Refusal, type RefusedAnswer, refusedAnswer } from '../../contract/refusals.ts'
import { currentPath } from '../../pages/assets.ts'
import { daySeconds, monthSeconds } from '../../units/clock.ts'
import { languageTags } from '../../units/language.ts'
import { ownAddress } from '../../units/web-address.ts'
import type { App } from '../replies.ts'
import { resultOf } from './calls/results.ts'
import { presentationOf } from './calls/table.ts'
import { forgetAttempts, keepAttempt, keptAttempt, withoutMark } from './cookies/attempts.ts'
import { keepBookmarks } from './cookies/bookmarks.ts'
import { dropCookie, keepCookie } from './cookies/cookies.ts'
import { menuCountsOf, uncountApproval } from './cookies/counts.ts'
import { detailMax, type LastAct, lastAct } from './cookies/last-act.ts'
import { keepValue, storedValue } from './cookies/stored-values.ts'
import { type Desk, PageRefused } from './desk.ts'
import { formFields, sentForm } from './form-body.ts'
import { drawFrame } from './frame/frame.tsx'
import { firstPageOf } from './frame/navigation.ts'
import { refusedPage } from './frame/refused-page.tsx'
import { chosenActor } from './local-actors.ts'
import { makeDesk, type PageRequest } from './make-desk.ts'
import { type OrderNumbers, orderNumber } from './orders/order-name.ts'
import type { DeskPage, PageContent } from './page.ts'
import { pages } from './pages.ts'
import { picksOf } from './parts/choices/picks.tsx'
import { formOf, type SubmittedForm, submitForm } from './submit-form.ts'
import { requireToken } from './token.ts'

/** The pages of the back office (back office §9), beside its API. */
export const deskRoutes = new Hono<App>()

deskRoutes.get('/assets/:name', (c) => c.redirect(currentPath(c.req.param('name')), 302))

deskRoutes.get('/', (c) => c.redirect(firstPageOf(c.get('identity').role), 303))

for (const page of pages) {
  deskRoutes.get(page.path, async (c) => {
    const { at, id } = withoutMark(addressOf(c.req.url))
    const attempt = await keptAttempt(c, { at, id })
    return pageReply(c, page, { path: c.req.param(), address: at, attempt })
  })
}

deskRoutes.post('/acts/:name', async (c) => {
  const acted = await submitForm(c)
  const { answer } = acted
  keepBookmarks(c, answer)
  return answer.ok ? replyAfterAct(c, acted, answer.value) : replyAfterRefusal(c, acted, answer)
})

// Shows the page of a form filled in by another page's form, so that no address contains the values.
deskRoutes.post('/fill-in/:name', async (c) => {
  const name = c.req.param('name')
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  if (!isCallName(name)) throw new Refusal('not_found')
  const form = sent[formFields.form]?.[0] ?? ''
  const at = ownAddress(originOf(c), sent[formFields.from]?.[0] ?? '/')
  const attempt = { form, call: name, sent, refused: null }
  const place = await keepAttempt(c, { at, attempt, now: Date.now() })
  return c.redirect(`${place ?? at}#${encodeURIComponent(form)}`, 303)
})

deskRoutes.post('/language', async (c) => {
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  const value = sent.language?.[0] === 'en' ? 'en' : 'zh'
  keepCookie(c, 'desk_language', { value, seconds: languageSeconds })
  return c.redirect(ownAddress(originOf(c), sent[formFields.from]?.[0] ?? '/'), 303)
})

// Chooses the reader's identity without Access: two browsers can be two people.
deskRoutes.post('/local-actor', async (c) => {
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  const value = chosenActor(c, sent)
  keepCookie(c, 'local_actor', { value, seconds: actorSeconds })
  return c.redirect('/', 303)
})

const languageSeconds = 365 * daySeconds
const actorSeconds = monthSeconds
const doneSeconds = 60

export async function refusalPage(c: Context<App>, refused: RefusedAnswer): Promise<Response> {
  const desk = makeDesk(c, { address: addressOf(c.req.url) })
  return pageResponse(c, desk, refusedPage(desk, refused))
}

async function pageReply(
  c: Context<App>,
  page: DeskPage,
  request: Pick<PageRequest, 'path' | 'attempt' | 'address'>,
): Promise<Response> {
  const done = storedValue(c, 'desk_done', lastAct)
  if (done !== null) dropCookie(c, 'desk_done')
  const desk = makeDesk(c, { ...request, conditions: page.conditions ?? {}, lastAct: done })
  try {
    if (!desk.may(page.reads)) throw new PageRefused(refusedAnswer(new Refusal('forbidden')))
    const drawn = await drawnFor(desk, page)
    if (drawn.goTo !== undefined) {
      if (done !== null) keepDone(c, done)
      return c.redirect(drawn.goTo, 303)
    }
    const status = desk.attempt?.refused?.status ?? drawn.status ?? 200
    return pageResponse(c, desk, { ...drawn, status })
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return pageResponse(c, desk, refusedPage(desk, error.answer))
  }
}

// The list of one merchant has either real or test orders; an empty list has no row that says which.
async function drawnFor(desk: Desk, page: DeskPage): Promise<PageContent> {
  const { merchant_uid: uid = '' } = desk.query
  const isFiltered = uid !== '' && page.conditions?.merchant_uid !== undefined
  const [drawn, merchant, picks] = await Promise.all([
    page.draw(desk),
    isFiltered && desk.may('showMerchant') ? desk.ask('showMerchant', { path: { uid } }) : null,
    picksOf(desk, page.picks ?? []),
  ])
  return { ...drawn, picks, ...(merchant?.ok && merchant.value.test ? { testMerchant: uid } : {}) }
}

function pageResponse(c: Context<App>, desk: Desk, drawn: PageContent): Response {
  c.header('content-security-policy', policy)
  c.header('referrer-policy', 'same-origin')
  c.header('content-language', languageTags[desk.language])
  c.header('x-frame-options', 'SAMEORIGIN')
  const counts = menuCountsOf(c, desk, drawn)
  return c.html(drawn.document ?? drawFrame(desk, drawn, counts), (drawn.status ?? 200) as 200)
}

// Pages load files of this host only; inline styles and scripts are not allowed.
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

async function replyAfterAct(
  c: Context<App>,
  acted: SubmittedForm,
  outcome: Outcome,
): Promise<Response> {
  const { name, form, from } = acted
  const address = ownAddress(originOf(c), from)
  await forgetAttempts(c, address, form)
  if (name === 'approve' || name === 'reject') uncountApproval(c)
  const done = {
    call: name,
    approval: null,
    isUnreported: false,
    order: null,
    detail: '',
    name: '',
  }
  if (outcome.kind === 'waiting') {
    keepDone(c, { ...done, approval: outcome.value.approval_id })
    return c.redirect(address, 303)
  }
  const { call, value } = outcome
  const presentation = presentationOf(name)
  if (presentation.outcomes !== undefined) {
    const outcomes = presentation.outcomes(value)
    const attempt = { form: '', call: name, sent: {}, refused: null, outcomes }
    const place = await keepAttempt(c, { at: address, attempt, now: Date.now() })
    return c.redirect(place ?? address, 303)
  }
  const desk = makeDesk(c, { address })
  const result = await resultOf(call)?.(desk, value, acted)
  if (result) return pageResponse(c, desk, result)
  const { merchant_order_no: theirs = '', trade_no: ours = '' } = value as Partial<OrderNumbers>
  const isOfOrder = acted.path.trade_no !== undefined
  keepDone(c, {
    ...done,
    isUnreported: isUnreported(value),
    order: presentation.opensNext || presentation.undoneBy ? (acted.path.trade_no ?? null) : null,
    detail: presentation.detail?.(value, acted).slice(0, detailMax) ?? '',
    name: isOfOrder ? orderNumber({ merchant_order_no: theirs, trade_no: ours }) : '',
  })
  return c.redirect(presentation.address?.(value, acted, presentationOf(call)) ?? address, 303)
}

function keepDone(c: Context<App>, done: LastAct): void {
  keepValue(c, 'desk_done', { value: done, seconds: doneSeconds })
}

function isUnreported(value: object): boolean {
  return 'merchant_told' in value && value.merchant_told === false
}

// The current page of the form with the typed values, after a redirect: a reader who comes back sends nothing again and
// finds the typed values.
async function replyAfterRefusal(
  c: Context<App>,
  { name, form, from, sent }: SubmittedForm,
  refused: RefusedAnswer,
): Promise<Response> {
  const address = ownAddress(originOf(c), from)
  const found = pageAt(new URL(address, c.req.url).pathname)
  if (found === null) return refusalPage(c, refused)
  const attempt = { form, call: name, sent, refused }
  const place = await keepAttempt(c, { at: address, attempt, now: Date.now() })
  if (place !== null) return c.redirect(place, 303)
  return pageReply(c, found.page, { path: found.path, attempt, address })
}

const byPath = new TrieRouter<DeskPage>()
for (const page of pages) byPath.add('GET', page.path, page)

function pageAt(path: string): { readonly page: DeskPage; readonly path: Desk['path'] } | null {
  const [first] = byPath.match('GET', path)[0]
  if (first === undefined) return null
  const [page, values] = first
  const decoded = Object.entries(values).map(([name, text]) => [name, tryDecode(text)])
  return { page, path: Object.fromEntries(decoded) }
}

// As the router decodes: a text that is not encoded stays as it is.
function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function originOf(c: Context<App>): string {
  return new URL(c.req.url).origin
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

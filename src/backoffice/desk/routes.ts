import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Outcome } from '../../contract/back-office/call.ts'
import { type CallName, callNamed } from '../../contract/back-office/table.ts'
import { Refusal, type RefusedAnswer, refusedAnswer } from '../../contract/refusals.ts'
import { currentPath } from '../../pages/assets.ts'
import { daySeconds, monthSeconds, toSeconds } from '../../units/clock.ts'
import { languageTags } from '../../units/language.ts'
import { ownAddress } from '../../units/web-address.ts'
import type { App } from '../replies.ts'
import { act, formOf, type SubmittedForm } from './acts.ts'
import { detailAfter, orderAfter, outcomesAfter, placeAfter, resultOf } from './after-acts.ts'
import { type Conditions, ignoredOf } from './conditions.ts'
import { forgetAttempts, keepAttempt, keptAttempt, withoutMark } from './cookies/attempts.ts'
import { keepBookmarks } from './cookies/bookmarks.ts'
import { cookie, dropCookie, keepCookie } from './cookies/cookies.ts'
import { countDecided, countsFor } from './cookies/counts.ts'
import { doneFrom, doneText, type LastAct } from './cookies/last-act.ts'
import { sectionsFrom } from './cookies/section-counts.ts'
import { type Attempt, type Desk, PageRefused } from './desk.ts'
import { formFields, sentForm } from './form-body.ts'
import { framed } from './frame/frame.tsx'
import { homeOf } from './frame/navigation.ts'
import { refusedPage } from './frame/refused-page.tsx'
import { chosenActor } from './local-actors.ts'
import { makeDesk } from './make-desk.ts'
import { type OrderNumbers, orderNumber } from './orders/order-name.ts'
import type { DeskPage, PageContent } from './page.ts'
import { pages } from './pages.ts'
import { picksOf } from './parts/choices/picks.tsx'
import { formToken, requireToken } from './token.ts'

/** The pages of the back office (back office §8), beside its API. */
export const desk = new Hono<App>()

desk.get('/assets/:name', (c) => c.redirect(currentPath(c.req.param('name')), 302))

desk.get('/', (c) => c.redirect(homeOf(c.get('identity').role), 303))

for (const page of pages) {
  desk.get(page.path, async (c) => {
    const { at, id } = withoutMark(addressOf(c.req.url))
    const attempt = await keptAttempt(c, { at, id })
    return pageReply(c, page, { path: c.req.param(), address: at, attempt })
  })
}

desk.post('/acts/:name', async (c) => {
  const acted = await act(c)
  const { answer } = acted
  keepBookmarks(c, answer)
  return answer.ok ? afterAct(c, acted, answer.value) : afterRefusal(c, acted, answer)
})

// Shows the page of a form filled in by another page's form, so that no address contains the values.
desk.post('/fill-in/:name', async (c) => {
  const name = c.req.param('name')
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  if (callNamed(name) === undefined) throw new Refusal('not_found')
  const form = sent[formFields.form]?.[0] ?? ''
  const at = ownAddress(originOf(c), sent[formFields.from]?.[0] ?? '/')
  const attempt = { form, call: name as CallName, sent, refused: null }
  const place = await keepAttempt(c, { at, attempt, now: Date.now() })
  return c.redirect(`${place ?? at}#${encodeURIComponent(form)}`, 303)
})

desk.post('/language', async (c) => {
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  const value = sent.language?.[0] === 'en' ? 'en' : 'zh'
  keepCookie(c, 'desk_language', { value, seconds: languageSeconds })
  return c.redirect(ownAddress(originOf(c), sent[formFields.from]?.[0] ?? '/'), 303)
})

// The reader's identity where Access does not give one: two browsers can be two people.
desk.post('/local-actor', async (c) => {
  const sent = sentForm(await formOf(c))
  requireToken(c, sent)
  const value = chosenActor(c, sent)
  dropCookie(c, 'desk_counts')
  dropCookie(c, 'desk_sections')
  keepCookie(c, 'local_actor', { value, seconds: actorSeconds })
  return c.redirect('/', 303)
})

const languageSeconds = 365 * daySeconds
const actorSeconds = monthSeconds
const doneSeconds = 60

/** The page that tells why another is not shown. */
export async function refusalPage(c: Context<App>, refused: RefusedAnswer): Promise<Response> {
  const made = deskAt(c, { address: addressOf(c.req.url), path: {}, attempt: null, done: null })
  return answerOf({
    c,
    made,
    drawn: refusedPage(made, refused),
    status: refused.status,
  })
}

type PageAddress = {
  readonly path: Desk['path']
  readonly attempt: Attempt | null
  readonly address: string
}

async function pageReply(
  c: Context<App>,
  page: DeskPage,
  { path, attempt, address }: PageAddress,
): Promise<Response> {
  const done = doneFrom(cookie(c, 'desk_done'), (name) => callNamed(name) !== undefined)
  if (done !== null) dropCookie(c, 'desk_done')
  const made = deskAt(c, { address, path, takes: page.takes ?? {}, attempt, done })
  try {
    const drawn = made.may(page.reads)
      ? await drawnFor(made, page)
      : refusedPage(made, refusedAnswer(new Refusal('forbidden')))
    if (drawn.goTo !== undefined) {
      if (done !== null) keepDone(c, done)
      return c.redirect(drawn.goTo, 303)
    }
    return answerOf({ c, made, drawn, status: attempt?.refused?.status ?? drawn.status ?? 200 })
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return answerOf({
      c,
      made,
      drawn: refusedPage(made, error.answer),
      status: error.answer.status,
    })
  }
}

// The list of one merchant has either real or test orders; an empty list has no row that says which.
async function drawnFor(made: Desk, page: DeskPage): Promise<PageContent> {
  const { merchant_uid: uid = '' } = made.query
  const isFiltered = uid !== '' && page.takes?.merchant_uid !== undefined
  const [drawn, merchant, picks] = await Promise.all([
    page.draw(made),
    isFiltered && made.may('showMerchant') ? made.ask('showMerchant', { path: { uid } }) : null,
    picksOf(made, page.picks ?? []),
  ])
  return { ...drawn, picks, ...(merchant?.ok && merchant.value.test ? { testMerchant: uid } : {}) }
}

type At = {
  readonly address: string
  readonly path: Desk['path']
  /** The conditions of its page; absent if no page is drawn by the query. */
  readonly takes?: Conditions
  readonly attempt: Attempt | null
  readonly done: LastAct | null
}

function deskAt(c: Context<App>, { address, takes, ...at }: At): Desk {
  const { search, searchParams } = new URL(address, c.req.url)
  const query = Object.fromEntries(searchParams)
  const ignored = takes === undefined ? [] : ignoredOf(search, takes)
  const now = toSeconds(Date.now())
  const sections = sectionsFrom(cookie(c, 'desk_sections'))
  return makeDesk(c, { ...at, address, query, ignored, now, sections, token: formToken(c) })
}

function answerOf({
  c,
  made,
  drawn,
  status,
}: {
  readonly c: Context<App>
  readonly made: Desk
  readonly drawn: PageContent
  readonly status: number
}): Response {
  c.header('content-security-policy', policy)
  c.header('referrer-policy', 'same-origin')
  c.header('content-language', languageTags[made.language])
  c.header('x-frame-options', 'SAMEORIGIN')
  const counts = countsFor(c, made, drawn)
  return c.html(drawn.document ?? framed(made, drawn, counts), status as 200)
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

async function afterAct(
  c: Context<App>,
  acted: SubmittedForm,
  outcome: Outcome,
): Promise<Response> {
  const { name, form, from } = acted
  const address = ownAddress(originOf(c), from)
  await forgetAttempts(c, address, form)
  if (name === 'approve' || name === 'reject') countDecided(c)
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
  const outcomes = outcomesAfter(name, outcome.value)
  if (outcomes !== null) {
    const attempt = { form: '', call: name, sent: {}, refused: null, outcomes }
    const place = await keepAttempt(c, { at: address, attempt, now: Date.now() })
    return c.redirect(place ?? address, 303)
  }
  const made = deskAt(c, { address, path: {}, attempt: null, done: null })
  const result = await resultOf({ desk: made, as: outcome.call, answer: outcome.value, acted })
  if (result !== null) return answerOf({ c, made, drawn: result, status: 200 })
  const order = orderAfter(acted)
  const { merchant_order_no: theirs = '', trade_no: ours = '' } =
    outcome.value as Partial<OrderNumbers>
  const isOfOrder = acted.path.trade_no !== undefined
  const called = isOfOrder ? orderNumber({ merchant_order_no: theirs, trade_no: ours }) : ''
  const summary = { detail: detailAfter(acted, outcome.value), name: called }
  keepDone(c, { ...done, ...summary, order, isUnreported: isUnreported(outcome.value) })
  return c.redirect(placeAfter(outcome, acted) ?? address, 303)
}

function keepDone(c: Context<App>, done: LastAct): void {
  keepCookie(c, 'desk_done', { value: doneText(done), seconds: doneSeconds })
}

function isUnreported(value: object): boolean {
  return 'merchant_told' in value && value.merchant_told === false
}

// The current page of the form with the typed values, after a redirect: a reader who comes back sends nothing again and
// finds the typed values.
async function afterRefusal(
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

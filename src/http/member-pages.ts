import type { Context as RouteContext } from 'hono'
import { Hono } from 'hono/tiny'
import type { PurchasePage, WaitView } from '../contract/links/member-page-views.ts'
import { methodNotAllowed, Refusal } from '../contract/refusals.ts'
import { answerInTime } from '../operations/answer-in-time.ts'
import { sayPaid } from '../operations/links/say-paid.ts'
import { type PurchaseAddress, showPurchasePage } from '../operations/links/show-purchase-page.ts'
import { refreshWaitPage, showWaitPage } from '../operations/links/show-wait-page.ts'
import { submitPurchase } from '../operations/links/submit-purchase.ts'
import { currentPath } from '../pages/assets.ts'
import type { Frame } from '../pages/document.tsx'
import { noticePage } from '../pages/notice.tsx'
import { customAmount, purchasePage } from '../pages/purchase.tsx'
import { waitPage, waitRefresh } from '../pages/wait.tsx'
import { languageTags } from '../units/language.ts'
import { languageFor } from '../units/requested-language.ts'
import { amountCookie, amountFromCookie, clearedAmountCookie } from './amount-cookie.ts'
import { memberHeaders, memberReplyTo } from './member-replies.ts'
import { readOwnForm } from './read-own-form.ts'
import { type Host, type HostApp, hostOf, type RequestRecord } from './request-pipeline.ts'
import { waitTag } from './wait-tag.ts'

const purchase = '/:exchange/purchase'
const paths = {
  asset: '/assets/:name',
  wait: `${purchase}/wait/:token`,
  state: `${purchase}/wait/:token/state`,
  paid: `${purchase}/wait/:token/paid`,
  purchase: `${purchase}/:id`,
} as const

const methodsOf: Readonly<Record<string, string>> = {
  [paths.purchase]: 'GET, HEAD, POST',
  [paths.paid]: 'GET, HEAD, POST',
}

// What the pages call.
const memberOperations = {
  showWaitPage,
  refreshWaitPage,
  sayPaid,
  showPurchasePage,
  submitPurchase,
}

/** The exchange host: the members' pages, and 404 for every other path (decisions §1, §5). */
export const memberPages = memberPagesOf(memberOperations)

/** The members' pages with the given operations, which tests replace. */
export function memberPagesOf(operations: typeof memberOperations): Host {
  const pages = new Hono<HostApp>()

  pages.use(`${purchase}/*`, async (c, next) => {
    const { exchangeCode } = c.env.context.settings
    if (c.req.param('exchange') !== exchangeCode) throw new Refusal('not_found')
    await next()
  })

  pages.get(paths.asset, (c) => c.redirect(currentPath(c.req.param('name')), 302))

  pages.get(paths.wait, async (c) => {
    const view = await operations.showWaitPage(c.env.context, c.req.param('token'))
    const frame = frameOf(c.req.raw, c.env)
    const pageView = asAnswered(view, c.env.record)
    const status = pageView.report?.last5 === 'wrong' ? 422 : 200
    return page({ html: waitPage(pageView, waitTag(pageView), frame), frame, status })
  })

  // A request with the current tag that prefers to wait (RFC 7240) is answered once there is news.
  pages.get(paths.state, async (c) => {
    const { context, record } = c.env
    // A proxy that compresses an answer makes its tag a weak one.
    const has = c.req.header('if-none-match')?.replace(/^W\//, '')
    const [, seconds = '0'] = /^wait=(\d{1,9})$/.exec(c.req.header('prefer') ?? '') ?? []
    const heldMs = Number(seconds) * 1_000
    const view = await operations.refreshWaitPage(context, c.req.param('token'), {
      bookmark: c.req.header(bookmarkHeader) ?? null,
      isNews: (view) => waitTag(asAnswered(view, record)) !== has,
      heldMs,
    })
    const pageView = asAnswered(view, record)
    const tag = waitTag(pageView)
    const headers = {
      etag: tag,
      ...(view.bookmark != null && { [bookmarkHeader]: view.bookmark }),
      ...(heldMs > 0 && { 'preference-applied': 'wait' }),
    }
    if (tag !== has) return c.json(waitRefresh(pageView, frameOf(c.req.raw, c.env)), 200, headers)
    record.isUnlogged = true
    return c.body(null, 304, headers)
  })

  // A notice stays under this address: whoever opens it again gets the page.
  pages.get(paths.paid, (c) => seeOther(waitAddress(c, c.req.param('token')), undefined))

  pages.post(paths.paid, async (c) => {
    const token = c.req.param('token')
    const form = await readOwnForm(c.req.raw)
    const { context } = c.env
    const last5 = form.get('last5') ?? ''
    const outcome = await answerInTime(context, operations.sayPaid(context, token, last5))
    if (outcome === 'too_often') {
      const frame = frameOf(c.req.raw, c.env)
      return page({ html: noticePage('said_often', frame), frame, status: 429 })
    }
    return seeOther(waitAddress(c, token, outcome === 'wrong_last5'), undefined)
  })

  pages.get(paths.purchase, async (c) => {
    const { context, record } = c.env
    const address = addressOf(c.req.param('id'), record)
    const shown = operations.showPurchasePage(context, address, amountFromCookie(c))
    return purchaseReply(c, await answerInTime(context, shown))
  })

  pages.post(paths.purchase, async (c) => {
    const { context, record } = c.env
    const address = addressOf(c.req.param('id'), record)
    const form = await readOwnForm(c.req.raw)
    if (form.get('third_party_session') !== address.session) throw new Refusal('forbidden')
    const chosen = form.get('amount') ?? ''
    const text = chosen === customAmount ? (form.get('custom_amount') ?? '') : chosen
    const outcome = await answerInTime(context, operations.submitPurchase(context, address, text))
    if (outcome.kind === 'wait') return purchaseReply(c, outcome)
    // Shown after a redirect, so that neither a reload nor the back button sends the form again.
    const cookie = outcome.refused === null ? undefined : amountCookie(c, text)
    if (cookie === null) return purchaseReply(c, outcome)
    return seeOther(record.url.pathname + record.url.search, cookie)
  })

  for (const path of Object.values(paths)) {
    pages.all(path, () => {
      throw methodNotAllowed(methodsOf[path] ?? 'GET, HEAD')
    })
  }
  return hostOf(pages, {
    origin: ({ exchangeUrl }) => exchangeUrl,
    rate: 'pages',
    headers: memberHeaders,
    replyTo: (error, request, bindings) => {
      const { record, context } = bindings
      const { kind, status, headers } = memberReplyTo(error, record.requestId, context.log)
      const frame = frameOf(request, bindings)
      // Without its session a purchase page is not found, and such an answer reveals nothing about the address.
      const session = record.url.searchParams.get('third_party_session')
      const isKept = session !== null && kind !== 'not_found'
      const html = noticePage(kind, frame, isKept ? { third_party_session: session } : {})
      return page({ html, frame, status, more: headers })
    },
  })
}

const bookmarkHeader = 'x-d1-bookmark'

function page({
  html,
  frame: { language },
  status = 200,
  more = {},
}: {
  readonly html: string
  readonly frame: Frame
  readonly status?: number | undefined
  readonly more?: Readonly<Record<string, string>> | undefined
}): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': languageTags[language],
    ...more,
  }
  return new Response(html, { status, headers })
}

// Redirects to the wait page if there is one; else shows the purchase page.
function purchaseReply(c: RouteContext<HostApp>, outcome: PurchasePage): Response {
  const frame = frameOf(c.req.raw, c.env)
  if (outcome.kind === 'wait') {
    return seeOther(waitAddress(c, outcome.waitToken), clearedAmountCookie(c))
  }
  const status = outcome.refused === null ? 200 : 422
  return page({ html: purchasePage(outcome, frame), frame, status })
}

// The wait page gets `lang` only from an address that has it; else it uses Accept-Language again.
function waitAddress(c: RouteContext<HostApp>, token: string, isWrong = false): string {
  const { base, language } = frameOf(c.req.raw, c.env)
  const chosen = c.env.record.url.searchParams.has('lang') ? [`lang=${language}`] : []
  const query = [...chosen, ...(isWrong ? ['last5=wrong'] : [])].join('&')
  return `${base}/wait/${encodeURIComponent(token)}${query === '' ? '' : `?${query}`}`
}

// While digits are requested, shows that those given were refused, and leaves a field alone that is being filled in.
function asAnswered(view: WaitView, { url }: RequestRecord): WaitView {
  const { report } = view
  if (report === null || !report.asksLast5) return view
  const last5 = (['wrong', 'typing'] as const).find((one) => url.searchParams.get('last5') === one)
  return last5 === undefined ? view : { ...view, report: { ...report, last5 } }
}

function seeOther(location: string, cookie: string | undefined): Response {
  const headers = { location, ...(cookie !== undefined && { 'set-cookie': cookie }) }
  return new Response(null, { status: 303, headers })
}

function frameOf({ headers }: Request, { record, context }: HostApp['Bindings']): Frame {
  const lang = record.url.searchParams.get('lang') ?? undefined
  return {
    language: languageFor(lang, headers.get('accept-language') ?? undefined),
    base: `/${context.settings.exchangeCode}/purchase`,
  }
}

// Reads only the session of the query; the other parameters are for exchanges with their own pages.
function addressOf(id: string, { url }: RequestRecord): PurchaseAddress {
  const session = url.searchParams.get('third_party_session')
  if (!/^[1-9]\d{0,15}$/.test(id) || session === null) throw new Refusal('not_found')
  return { id: Number(id), session }
}

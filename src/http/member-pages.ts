import { Hono } from 'hono/tiny'
import type { Context } from '../context.ts'
import type { PurchasePage, WaitView } from '../contract/links/member-page-views.ts'
import { methodNotAllowed, Refusal } from '../contract/refusals.ts'
import { type PurchaseAddress, showPurchasePage } from '../operations/links/show-purchase-page.ts'
import { refreshWaitPage, showWaitPage } from '../operations/links/show-wait-page.ts'
import { submitPurchase } from '../operations/links/submit-purchase.ts'
import { findAsset } from '../pages/assets.ts'
import type { Frame } from '../pages/document.tsx'
import { noticePage } from '../pages/notice.tsx'
import { customAmount, purchasePage } from '../pages/purchase.tsx'
import { waitPage, waitRefresh } from '../pages/wait.tsx'
import { languageTags } from '../units/language.ts'
import { languageFor } from '../units/requested-language.ts'
import { memberHeaders, memberReplyTo } from './member-replies.ts'
import { readOwnForm } from './read-own-form.ts'
import { type Host, type HostApp, hostOf, type RequestRecord } from './request-pipeline.ts'

/** The operations that the pages call. */
export type MemberOperations = {
  readonly showWaitPage: (context: Context, token: string) => Promise<WaitView>
  readonly refreshWaitPage: (context: Context, token: string) => Promise<WaitView>
  readonly showPurchasePage: (context: Context, address: PurchaseAddress) => Promise<PurchasePage>
  readonly submitPurchase: (
    context: Context,
    address: PurchaseAddress,
    given: string,
  ) => Promise<PurchasePage>
}

const purchase = '/:exchange/purchase'
const paths = {
  asset: `${purchase}/assets/:name`,
  wait: `${purchase}/wait/:token`,
  state: `${purchase}/wait/:token/state`,
  purchase: `${purchase}/:id`,
} as const

/** The exchange host: the members' pages, and 404 for every other path (decisions §1, §5). */
export const memberPages = memberPagesOf({
  showWaitPage,
  refreshWaitPage,
  showPurchasePage,
  submitPurchase,
})

/** The members' pages with the given operations, so that tests can pass their own. */
export function memberPagesOf(operations: MemberOperations): Host {
  const pages = new Hono<HostApp>()

  pages.use(`${purchase}/*`, async (c, next) => {
    const { exchangeCode } = c.env.context.settings
    if (c.req.param('exchange') !== exchangeCode) throw new Refusal('not_found')
    await next()
  })

  pages.get(paths.asset, (c) => {
    const asset = findAsset(c.req.param('name'))
    if (asset === undefined) throw new Refusal('not_found')
    return c.body(asset.text, 200, {
      'content-type': asset.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  pages.get(paths.wait, async (c) => {
    const view = await operations.showWaitPage(c.env.context, c.req.param('token'))
    const frame = frameOf(c.req.raw, c.env)
    return page({ html: waitPage(view, frame), frame })
  })

  pages.get(paths.state, async (c) => {
    const view = await operations.refreshWaitPage(c.env.context, c.req.param('token'))
    return c.json(waitRefresh(view, frameOf(c.req.raw, c.env).language))
  })

  pages.get(paths.purchase, async (c) => {
    const { context, record } = c.env
    const outcome = await operations.showPurchasePage(context, addressOf(c.req.param('id'), record))
    return purchaseReply({ outcome, frame: frameOf(c.req.raw, c.env), record })
  })

  pages.post(paths.purchase, async (c) => {
    const { context, record } = c.env
    const address = addressOf(c.req.param('id'), record)
    const form = await readOwnForm(c.req.raw)
    if (form.get('third_party_session') !== address.session) throw new Refusal('forbidden')
    const chosen = form.get('amount') ?? ''
    const given = chosen === customAmount ? (form.get('custom_amount') ?? '') : chosen
    const outcome = await operations.submitPurchase(context, address, given)
    return purchaseReply({ outcome, frame: frameOf(c.req.raw, c.env), record, status: 422 })
  })

  for (const path of Object.values(paths)) {
    pages.all(path, () => {
      throw methodNotAllowed(path === paths.purchase ? 'GET, HEAD, POST' : 'GET, HEAD')
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
      return page({ html: noticePage(kind, frame), frame, status, more: headers })
    },
  })
}

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

// Leads to the wait page once there is one; else shows the purchase page.
function purchaseReply({
  outcome,
  frame,
  record,
  status = 200,
}: {
  readonly outcome: PurchasePage
  readonly frame: Frame
  readonly record: RequestRecord
  readonly status?: number | undefined
}): Response {
  if (outcome.kind === 'wait') return toWaitPage(frame, record, outcome.waitToken)
  return page({ html: purchasePage(outcome, frame), frame, status })
}

function frameOf({ headers }: Request, { record, context }: HostApp['Bindings']): Frame {
  const asked = record.url.searchParams.get('lang') ?? undefined
  return {
    language: languageFor(asked, headers.get('accept-language') ?? undefined),
    base: `/${context.settings.exchangeCode}/purchase`,
  }
}

// The wait page gets `lang` only from an address that has it; else it goes by Accept-Language again.
function toWaitPage({ language, base }: Frame, { url }: RequestRecord, token: string): Response {
  const query = url.searchParams.has('lang') ? `?lang=${language}` : ''
  return new Response(null, { status: 303, headers: { location: `${base}/wait/${token}${query}` } })
}

// Of the query only the session is read; the other parameters are for exchanges with pages of their own.
function addressOf(id: string, { url }: RequestRecord): PurchaseAddress {
  const session = url.searchParams.get('third_party_session')
  if (!/^[1-9]\d{0,15}$/.test(id) || session === null) throw new Refusal('not_found')
  return { id: Number(id), session }
}

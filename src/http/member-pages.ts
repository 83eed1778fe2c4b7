import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { languageFor, languageTags } from '../contract/language.ts'
import type { PurchaseView, WaitView } from '../contract/member-pages.ts'
import { Refusal } from '../contract/refusals.ts'
import { contextFrom, settingsOf, type Context as World, writeLog } from '../env.ts'
import { openPurchasePage, type PurchaseAddress } from '../operations/open-purchase-page.ts'
import { openWaitPage, refreshWaitPage } from '../operations/open-wait-page.ts'
import { submitPurchase } from '../operations/submit-purchase.ts'
import { findAsset } from '../pages/assets.ts'
import type { Frame } from '../pages/document.tsx'
import { noticePage } from '../pages/notice.tsx'
import { purchasePage } from '../pages/purchase.tsx'
import { waitPage, waitRefresh } from '../pages/wait.tsx'
import { guardedHost, type HostApp } from './guarded-host.ts'
import { memberHeaders, memberReplyTo } from './member-replies.ts'
import { readOwnForm } from './read-own-form.ts'
import type { Hono } from './routes.ts'

type Purchase = PurchaseView | { readonly waitToken: string }

/** What the pages are drawn from. */
export type MemberOperations = {
  readonly openWaitPage: (context: World, token: string) => Promise<WaitView>
  readonly refreshWaitPage: (context: World, token: string) => Promise<WaitView>
  readonly openPurchasePage: (context: World, address: PurchaseAddress) => Promise<Purchase>
  readonly submitPurchase: (
    context: World,
    address: PurchaseAddress,
    given: string,
  ) => Promise<Purchase>
}

const purchase = '/:exchange/purchase'
const paths = {
  asset: `${purchase}/assets/:name`,
  wait: `${purchase}/wait/:token`,
  state: `${purchase}/wait/:token/state`,
  purchase: `${purchase}/:id`,
} as const

/** The exchange host: the pages that a member sees, and 404 for everything else (decisions §1, §5). */
export const memberPages = memberPagesOf({
  openWaitPage,
  refreshWaitPage,
  openPurchasePage,
  submitPurchase,
})

/** The same pages drawn from other operations. */
export function memberPagesOf(operations: MemberOperations): Hono<HostApp> {
  const pages = memberHost()

  pages.get(paths.asset, (c) => {
    const asset = findAsset(c.req.param('name'))
    if (asset === undefined) throw new Refusal('not_found')
    return c.body(asset.text, 200, {
      'content-type': asset.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  pages.get(paths.wait, async (c) => {
    const view = await operations.openWaitPage(contextFrom(c.env), c.req.param('token'))
    return page(c, waitPage(view, frameOf(c)))
  })

  pages.get(paths.state, async (c) => {
    const view = await operations.refreshWaitPage(contextFrom(c.env), c.req.param('token'))
    return c.json(waitRefresh(view, frameOf(c).language))
  })

  pages.get(paths.purchase, async (c) => {
    const outcome = await operations.openPurchasePage(contextFrom(c.env), addressOf(c))
    if ('waitToken' in outcome) return toWaitPage(c, outcome.waitToken)
    return page(c, purchasePage(outcome, frameOf(c)))
  })

  pages.post(paths.purchase, async (c) => {
    const address = addressOf(c)
    const form = await readOwnForm(c.req.raw)
    if (form.get('third_party_session') !== address.session) throw new Refusal('forbidden')
    const given = form.get('amount') ?? ''
    const outcome = await operations.submitPurchase(contextFrom(c.env), address, given)
    if ('waitToken' in outcome) return toWaitPage(c, outcome.waitToken)
    return page(c, purchasePage(outcome, frameOf(c)), 422)
  })

  for (const path of Object.values(paths)) {
    pages.all(path, (c) => {
      c.header('allow', path === paths.purchase ? 'GET, HEAD, POST' : 'GET, HEAD')
      throw new Refusal('method_not_allowed')
    })
  }
  return pages
}

// What every page of the members has in common, and what is said when there is none.
function memberHost(): Hono<HostApp> {
  const host = guardedHost({ origin: ({ exchangeUrl }) => exchangeUrl, headers: memberHeaders })
  host.use(`${purchase}/*`, async (c, next) => {
    if (c.req.param('exchange') !== settingsOf(c.env).exchangeCode) throw new Refusal('not_found')
    await next()
  })
  host.onError((error, c) => {
    const { kind, status, headers } = memberReplyTo(error, c.get('requestId'), writeLog)
    c.set('error', error instanceof Refusal ? error.code : 'internal_error')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return page(c, noticePage(kind, frameOf(c)), status)
  })
  return host
}

function page(c: Context<HostApp>, html: string, status: StatusCode = 200): Response {
  const { language } = frameOf(c)
  return c.newResponse(html, status, {
    'content-type': 'text/html; charset=utf-8',
    'content-language': languageTags[language],
  })
}

function frameOf(c: Context<HostApp>): Frame {
  return {
    language: languageFor(c.req.query('lang'), c.req.header('accept-language')),
    base: `/${settingsOf(c.env).exchangeCode}/purchase`,
  }
}

// A language that the address does not name goes by the browser there as it does here.
function toWaitPage(c: Context<HostApp>, token: string): Response {
  const { language, base } = frameOf(c)
  const query = c.req.query('lang') === undefined ? '' : `?lang=${language}`
  return c.redirect(`${base}/wait/${token}${query}`, 303)
}

// Only the session of the query is read; everything else in it is for an exchange of the merchant's own.
function addressOf(c: Context<HostApp>): PurchaseAddress {
  const id = c.req.param('id') ?? ''
  const session = c.req.query('third_party_session')
  if (!/^[1-9]\d{0,15}$/.test(id) || session === undefined) throw new Refusal('not_found')
  return { id: Number(id), session }
}

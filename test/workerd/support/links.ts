import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { type Answer, anId, post, rowsOf, type Shop } from './service.ts'

export const amountPath = '/api/v1/merchant/payment-links/amount'
export const plainPath = '/api/v1/merchant/payment-links'

/** Both endpoints, each with its own required fields. */
export const endpoints = [
  ['amount', amountPath, { amount: 1000 }],
  ['plain', plainPath, {}],
] as const

/** A refresh of a page that shows nothing yet, and does not wait. */
export const atOnce = { bookmark: null, isNews: () => true, heldMs: 0 }

/** The fields of a link, without an amount. */
export function aLink(fields: Fields = {}) {
  return {
    merchant_order_no: anId(),
    member_no: 'member-7',
    member_name: '王小明',
    payer_bank_name: '臺灣銀行',
    payer_account_no: '001-2345-67890',
    notify_url: 'https://m.example/notify',
    ...fields,
  }
}

export function tokenOf(body: { url: string }): string {
  return body.url.split('/').at(-1) ?? ''
}

/** `expires_at`, which is in Taipei's time, as UTC seconds. */
export function secondsOf(body: { data: { expires_at: string } }): number {
  return Date.parse(`${body.data.expires_at.replace(' ', 'T')}+08:00`) / 1000
}

/** The `link_sign` of decisions §2, computed from the answer. */
export function expectedSign(body: Answer['body']): string {
  const { link_sign: _sign, ...params } = body.data.redirect.query_params
  const { third_party_session } = body.data
  const all: Record<string, string> = {
    ...params,
    third_party_session,
    expires_at: String(secondsOf(body)),
  }
  const names = Object.keys(all).filter((name) => all[name] !== '')
  const text = names
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  const key = Buffer.from(env.LINK_SIGNING_KEY, 'base64')
  return createHmac('sha256', key).update(text).digest('hex')
}

type LinkRow = {
  id: number
  kind: string
  content: string
  token: string | null
  collection_id: number | null
  replaced_by: number
  state: string
  ends_at: number | null
}

export function linksOf(shop: Shop): Promise<LinkRow[]> {
  return rowsOf('payment_links', shop)
}

type CollectionRow = {
  counterparty_account: string
  trade_no: string
  amount: number
  status: string
  collection_status: string
  user_name: string
}

export function collectionsOf(shop: Shop): Promise<CollectionRow[]> {
  return rowsOf('collections', shop)
}

export async function anAmountLink(shop: Shop, fields: Fields = {}) {
  const { body } = await post(shop, amountPath, aLink({ amount: 1000, ...fields }))
  return { ...body.data, token: tokenOf(body), endsAt: secondsOf(body) }
}

export async function aPlainLink(shop: Shop, fields: Fields = {}) {
  const { body } = await post(shop, plainPath, aLink(fields))
  const { url, third_party_session: session, merchant_order_no: orderNo } = body.data
  const id = Number(new URL(url).pathname.split('/').at(-1))
  return { id, session: String(session), url: String(url), orderNo: String(orderNo), body }
}

import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { vi } from 'vitest'
import {
  matchCollection,
  reportException,
  settleCollection,
} from '../../../src/operations/orders/move-collection.ts'
import { type Fields, signedJson } from '../../support/merchant-client.ts'
import { type Answer, aContext, anId, operator, postDirectly, rows, type Shop } from './service.ts'

export const amountPath = '/api/v1/merchant/payment-links/amount'
export const plainPath = '/api/v1/merchant/payment-links'

/** Both endpoints, each with what it needs beside what both need. */
export const endpoints = [
  ['amount', amountPath, { amount: 1000 }],
  ['plain', plainPath, {}],
] as const

const settlement = { paidAmount: null, paidAt: null, manual: false, override: false }

/** What a merchant sends for a link, without an amount. */
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

export function post({ uid, secret }: Shop, path: string, fields: Fields): Promise<Answer> {
  return postDirectly(path, signedJson(uid, secret, fields))
}

export function at(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: milliseconds })
}

export function tokenOf(body: { url: string }): string {
  return body.url.split('/').at(-1) ?? ''
}

/** UTC seconds of `expires_at`, which is shown in Taipei's time. */
export function secondsOf(body: { data: { expires_at: string } }): number {
  return Date.parse(`${body.data.expires_at.replace(' ', 'T')}+08:00`) / 1000
}

/** Decisions §2, `link_sign`, from the answer alone. */
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

export type LinkRow = {
  id: number
  kind: string
  content: string
  token: string | null
  collection_id: number | null
  replaced_by: number
  state: string
  ends_at: number | null
}

export function linksOf({ uid }: Shop): Promise<LinkRow[]> {
  const mine = '(select id from merchants where uid = ?)'
  return rows(`select * from payment_links where merchant_id = ${mine} order by id`, uid)
}

export type CollectionRow = {
  counterparty_account: string
  trade_no: string
  amount: number
  status: string
  collection_status: string
  user_name: string
}

export function collectionsOf({ uid }: Shop): Promise<CollectionRow[]> {
  const mine = '(select id from merchants where uid = ?)'
  return rows(`select * from collections where merchant_id = ${mine} order by id`, uid)
}

export async function settle(tradeNo: string, override = false): Promise<void> {
  const context = aContext({ wake: async () => undefined })
  await settleCollection(context, operator, tradeNo, { ...settlement, override })
}

/** The account that an agent names when it matches. */
export const account = {
  collectionAccountName: '大安商行',
  collectionAccountNo: '012-345-678901',
  collectionBankName: '國泰世華銀行',
}

export async function match(tradeNo: string): Promise<void> {
  await matchCollection(aContext(), operator, tradeNo, { agent: null, ...account })
}

export async function setAside(tradeNo: string): Promise<void> {
  await reportException(aContext(), operator, tradeNo, '帳號有誤')
}

/** An amount link, as its merchant is told of it. */
export async function anAmountLink(shop: Shop, fields: Fields = {}) {
  const { body } = await post(shop, amountPath, aLink({ amount: 1000, ...fields }))
  return { ...body.data, token: tokenOf(body), endsAt: secondsOf(body) }
}

/** A plain link, as its merchant is told of it. */
export async function aPlainLink(shop: Shop, fields: Fields = {}) {
  const { body } = await post(shop, plainPath, aLink(fields))
  const { url, third_party_session: session, merchant_order_no: orderNo } = body.data
  const id = Number(new URL(url).pathname.split('/').at(-1))
  return { id, session: String(session), url: String(url), orderNo: String(orderNo), body }
}

/** The database, noting each round trip. */
export function counting(database: D1Database, trips: string[]): D1Database {
  const noted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values))
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...values: unknown[]) => {
          trips.push(String(name))
          return value.apply(target, values)
        }
      },
    })
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => noted(target.prepare(query))
      if (name !== 'batch') return Reflect.get(target, name)
      return (statements: D1PreparedStatement[]) => {
        trips.push('batch')
        return target.batch(statements)
      }
    },
  })
}

import { type Fields, signedJson } from '../scripts/client/merchant-client.ts'
import { demoMerchant } from '../scripts/local/demo-merchant.ts'
import type { Runtime } from './platform.ts'

/** One request as it is sent. */
export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** One kind of request that is measured. */
export type Kind = {
  readonly name: string
  /** `count` of its requests to a Worker, numbered from `from`. */
  readonly calls: (to: Runtime, from: number, count: number) => Promise<readonly Call[]>
  /** How a successful answer begins. */
  readonly begins: string
  /** Orders that must exist before: how many, and the kind of request that creates them. */
  readonly needs?: { readonly kind: () => Kind; readonly count: number }
}

/** A signed request of the merchant API; `fields` gives those of the n-th. */
function signed(
  name: string,
  path: string,
  fields: (n: number) => Fields,
  needs?: Kind['needs'],
): Kind {
  const { uid, secret } = demoMerchant
  const call = (n: number): Call => {
    return { method: 'POST', path: merchant + path, body: signedJson(uid, secret, fields(n)) }
  }
  return {
    name,
    calls: async (_to, from, count) => Array.from({ length: count }, (_, n) => call(from + n)),
    begins: '{"ok":1',
    ...(needs === undefined ? {} : { needs }),
  }
}

/** A member's request for a wait page. Each Worker has tokens of its own. */
function waitPage(name: string, rest: string, begins: string): Kind {
  return {
    name,
    calls: async ({ database }, from, count) => {
      const tokens = await database
        .prepare('select token from payment_links where token is not null order by id limit ?')
        .bind(existing)
        .all<{ token: string }>()
      const paths = tokens.results.map(({ token }) => `/exchange/purchase/wait/${token}${rest}`)
      return Array.from({ length: count }, (_, n) => {
        return { method: 'GET', path: paths[(from + n) % paths.length] ?? '' }
      })
    },
    begins,
    needs: { kind: () => amountLink, count: existing },
  }
}

// The number of orders that queries are about.
const existing = 500

const merchant = '/api/v1/merchant'
const notify_url = 'https://merchant.example/notify'
const payer = { payer_bank_name: '臺灣銀行', payer_account_no: '001234567890' }

const createCollection = signed('create collection', '/collections', (n) => ({
  orderid: `C-${n}`,
  amount: 1000 + (n % 9000),
  counterparty_account: '001234567890',
  member_bank_name: '臺灣銀行',
  user_id: `member-${n % 500}`,
  user_name: '王小明',
  notify_url,
}))

const createPayout = signed('create payout', '/payouts', (n) => ({
  serial_no: `P-${n}`,
  amount: 1000 + (n % 9000),
  payee_name: '王小明',
  payee_bank: '臺灣銀行',
  payee_account: '001234567890',
  notify_url,
}))

const member = (n: number) => ({ member_no: `member-${n % 500}`, member_name: '王小明' })

const amountLink = signed('link with amount', '/payment-links/amount', (n) => ({
  merchant_order_no: `A-${n}`,
  amount: 1000,
  ...member(n),
  ...payer,
  notify_url,
}))

const ofCollections = { kind: () => createCollection, count: existing }
const ofPayouts = { kind: () => createPayout, count: existing }

/** All kinds of request that are measured. */
export const kinds: readonly Kind[] = [
  createCollection,
  createPayout,
  amountLink,
  signed('link without amount', '/payment-links', (n) => ({
    merchant_order_no: `L-${n}`,
    ...member(n),
    ...payer,
    notify_url,
  })),
  signed(
    'query collection',
    '/collections/status',
    (n) => ({ orderid: `C-${n % existing}` }),
    ofCollections,
  ),
  signed('query payout', '/payouts/status', (n) => ({ serial_no: `P-${n % existing}` }), ofPayouts),
  signed('balance', '/balance', () => ({}), ofCollections),
  waitPage('wait page', '', '<!doctype html>'),
  waitPage('wait page refresh', '/state', '{'),
]

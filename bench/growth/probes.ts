import { type Fields, signedJson } from '../../scripts/client/merchant-client.ts'
import { demoMerchant } from '../../scripts/local/demo-merchant.ts'
import type { Runtime } from '../platform.ts'
import type { Call } from '../requests.ts'
import { bankingProbes } from './banking-probes.ts'

/** A request that is sent to a database of every size. */
export type Probe = {
  readonly name: string
  readonly call: (n: number, to: Runtime) => Promise<Call>
  /** Whether it reads a bounded number of rows of each merchant's, and so more with more merchants. */
  readonly byMerchants?: boolean
  /** It reads what there is, and no more rows than this. */
  readonly rowsMax?: number
}

const merchant = '/api/v1/merchant'

function signed(name: string, path: string, fields: (n: string) => Fields): Probe {
  const { uid, secret } = demoMerchant
  return {
    name,
    call: async (n) => {
      const body = signedJson(uid, secret, fields(`${Date.now()}-${n}`))
      return { method: 'POST', path: merchant + path, body }
    },
  }
}

/** A request for the newest wait page. */
function waitPage(name: string, rest: string): Probe {
  return {
    name,
    call: async (_n, { database }) => {
      const newest = await database
        .prepare('select token from payment_links where token is not null order by id desc limit 1')
        .first<{ token: string }>()
      return { method: 'GET', path: `/exchange/purchase/wait/${newest?.token}${rest}` }
    },
  }
}

/** An operation of the back office or the cron, which the counted Worker answers below `/back-office`. */
function list(name: string, operation: string, filter: object): Probe {
  const body = JSON.stringify({ limit: 20, ...filter })
  return { name, call: async () => ({ method: 'POST', path: `/back-office/${operation}`, body }) }
}

const { uid: merchant_uid } = demoMerchant

/** A search for what `query` finds in the newest row of a table, after `before`. */
function searchNewest(name: string, query: string, before = ''): Probe {
  return {
    name: `search by ${name}`,
    call: async (n, to) => {
      const newest = await to.database.prepare(query).first<{ text: string }>()
      const q = `${before}${newest?.text}`
      return list('', 'search', { q, merchant_uid }).call(n, to)
    },
  }
}

// Without a merchant it reads five hundred of them, too.
const search = (name: string, q: string) => list(`search by ${name}`, 'search', { q, merchant_uid })

const newestTradeNo = 'select trade_no as text from collections order by id desc limit 1'
const newestSession = 'select session as text from payment_links order by id desc limit 1'

/** Each filter of a list of orders, alone and for one merchant; none that thins keeps anything. */
function filtered(operation: 'collections' | 'payouts', more: object): readonly Probe[] {
  const filters = {
    merchant_order_no: 'SAME',
    agent: 'x',
    amount: 5,
    last5: '00000',
    backed: false,
    from: 1_760_000_000,
    to: Date.UTC(2025, 0, 1) / 1000 + 1,
    taken: true,
    order: 'oldest',
    ...more,
  }
  return Object.entries(filters).flatMap(([name, value]) => [
    list(`${operation} by ${name}`, operation, { [name]: value }),
    list(`${operation} of a merchant by ${name}`, operation, { merchant_uid, [name]: value }),
  ])
}

// No callback has these.
const thinned: Readonly<Record<string, unknown>> = { outcome: 'timeout', failing: true }

const newestCallback: Probe = {
  name: 'show callback',
  call: async (n, to) => {
    // Of the demo merchant: only its secret can be read.
    const query =
      'select trade_no as text from callbacks where merchant_id = 1 order by order_id desc limit 1'
    const newest = await to.database.prepare(query).first<{ text: string }>()
    return list('', 'callback', { callback_id: `cb_${newest?.text}` }).call(n, to)
  },
}

const link = { member_no: 'm', member_name: '王小明', notify_url: 'https://m.example/n' }

// The day of the first filled orders; a cursor after the first hundred or so.
const busyDay = { from: '2025-10-09', to: '2025-10-09' }
const cursor = '1760000010.3232.2.1.5000000.0.0'

// What the agents' desk asks for.
const waiting = { status: 'pending', order: 'oldest' }

/** Every endpoint that reads or writes, and every list with its typical filters. */
export const probes: readonly Probe[] = [
  signed('create collection', '/collections', (n) => ({ orderid: n, amount: 1 })),
  signed('create payout', '/payouts', (n) => ({ serial_no: n, amount: 1, payee_name: 'x' })),
  signed('link with amount', '/payment-links/amount', (n) => ({
    ...link,
    merchant_order_no: n,
    amount: 1000,
  })),
  signed('link without amount', '/payment-links', (n) => ({ ...link, merchant_order_no: n })),
  signed('collection by orderid', '/collections/status', () => ({ orderid: 'O-3' })),
  signed('collection by own number', '/collections/status', () => ({ merchant_order_no: 'N-1' })),
  signed('collection by repeated number', '/collections/status', () => ({
    merchant_order_no: 'SAME',
  })),
  signed('collection by earlier name', '/collections/status', () => ({ orderNo: 'N-1' })),
  signed('payout by serial number', '/payouts/status', () => ({ serial_no: 'S-3' })),
  signed('payout by own number', '/payouts/status', () => ({ merchant_order_no: 'S-3' })),
  signed('balance', '/balance', () => ({})),
  signed('ledger of today', '/ledger', () => ({ limit: 20 })),
  signed('ledger of a busy day', '/ledger', () => ({ ...busyDay, limit: 20 })),
  signed('ledger of a day, a later page', '/ledger', () => ({ ...busyDay, limit: 20, cursor })),
  signed('ledger of a month', '/ledger', () => ({ from: '2025-10-01', to: '2025-10-31' })),
  waitPage('wait page', ''),
  waitPage('wait page refresh', '/state'),
  list('list collections', 'collections', {}),
  list('list collections of a merchant', 'collections', { merchant_uid }),
  list('list collections by status', 'collections', { status: 'pending' }),
  list('list collections by both states', 'collections', {
    status: 'succeeded',
    collection_status: 'pending',
  }),
  list('list payouts of a merchant', 'payouts', { merchant_uid }),
  ...filtered('collections', {
    orderid: 'O-3',
    confirmation: 'awaiting',
    collection_status: 'exception',
    status: 'manual',
  }),
  ...filtered('payouts', { serial_no: 'S-3', status: 'processed' }),
  // The lists of an agent's desk.
  list('collections that wait, from the oldest', 'collections', waiting),
  list('collections that wait and are free', 'collections', { ...waiting, taken: false }),
  list('collections that wait on an account', 'collections', { ...waiting, bank_account: 32 }),
  list('payouts that wait, from the oldest', 'payouts', waiting),
  list('collections by account', 'collections', { bank_account: 32 }),
  list('collections by account and amount', 'collections', { bank_account: 32, amount: 5 }),
  searchNewest('transaction number', newestTradeNo),
  searchNewest('callback id', newestTradeNo, 'cb_'),
  searchNewest('session', newestSession),
  search('orderid', 'O-3'),
  search('repeated number', 'SAME'),
  search('serial number', 'S-3'),
  search('member number', 'nobody'),
  search('merchant', merchant_uid),
  search('account number', '004-1234567'),
  search('external id', 'E-3'),
  search('amount', '1,000'),
  search('five digits', '12345'),
  search('digits and a name', '12345 王'),
  // Looked for among the newest orders, of which a small database has fewer.
  { ...search('the beginning of a number', 'o-3'), rowsMax: 7_700 },
  { ...search('the end of a number', '…7K3M9Q'), rowsMax: 19_400 },
  list('list callbacks', 'callbacks', {}),
  list('list callbacks given up', 'callbacks', { state: 'given_up' }),
  list('list callbacks due', 'callbacks', { state: 'due' }),
  {
    ...list('list callbacks of a merchant', 'callbacks', { merchant_uid, state: 'delivered' }),
    rowsMax: 750,
  },
  ...['outcome', 'failing'].flatMap((name) => [
    list(`callbacks by ${name}`, 'callbacks', { [name]: thinned[name] }),
    list(`callbacks of a merchant by ${name}`, 'callbacks', {
      merchant_uid,
      [name]: thinned[name],
    }),
  ]),
  newestCallback,
  list('list receivers', 'receivers', {}),
  list('list receivers of a merchant', 'receivers', { merchant_uid }),
  list('list ledger', 'ledger', { merchant_uid }),
  list('list merchants', 'merchants', { limit: 1, balances: '1' }),
  // 1,889 before the probes above have created orders, which it counts.
  { ...list('overview', 'overview', {}), rowsMax: 2_100 },
  list('overview hours', 'hours', {}),
  list('sweep', 'sweep', {}),
  list('end links', 'links', {}),
  { ...list('watch', 'watch', {}), rowsMax: 2_000 },
  ...bankingProbes,
]

import { demoMerchant } from '../scripts/local/demo-merchant.ts'
import { type Fields, signedJson } from '../test/support/merchant-client.ts'

/** One kind of request that is measured. */
export type Kind = {
  readonly name: string
  readonly path: string
  readonly fields: (n: number) => Fields
  /** What must exist before: so many orders, created by requests of that kind. */
  readonly needs?: { readonly kind: () => Kind; readonly count: number }
}

const merchant = '/api/v1/merchant'
const notify_url = 'https://merchant.example/notify'
const payer = { payer_bank_name: '臺灣銀行', payer_account_no: '001234567890' }

const createCollection: Kind = {
  name: 'create collection',
  path: `${merchant}/collections`,
  fields: (n) => ({
    orderid: `C-${n}`,
    amount: 1000 + (n % 9000),
    counterparty_account: '001234567890',
    member_bank_name: '臺灣銀行',
    user_id: `member-${n % 500}`,
    user_name: '王小明',
    notify_url,
  }),
}

const createPayout: Kind = {
  name: 'create payout',
  path: `${merchant}/payouts`,
  fields: (n) => ({
    serial_no: `P-${n}`,
    amount: 1000 + (n % 9000),
    payee_name: '王小明',
    payee_bank: '臺灣銀行',
    payee_account: '001234567890',
    notify_url,
  }),
}

const member = (n: number) => ({ member_no: `member-${n % 500}`, member_name: '王小明' })

/** What there is to measure. A page that members see joins here, with the state it needs. */
export const kinds: readonly Kind[] = [
  createCollection,
  createPayout,
  {
    name: 'link with amount',
    path: `${merchant}/payment-links/amount`,
    fields: (n) => ({
      ...{ merchant_order_no: `A-${n}`, amount: 1000, ...member(n), ...payer },
      notify_url,
    }),
  },
  {
    name: 'link without amount',
    path: `${merchant}/payment-links`,
    fields: (n) => ({ merchant_order_no: `L-${n}`, ...member(n), ...payer, notify_url }),
  },
  {
    name: 'query collection',
    path: `${merchant}/collections/status`,
    fields: (n) => ({ orderid: `C-${n % 500}` }),
    needs: { kind: () => createCollection, count: 500 },
  },
  {
    name: 'query payout',
    path: `${merchant}/payouts/status`,
    fields: (n) => ({ serial_no: `P-${n % 500}` }),
    needs: { kind: () => createPayout, count: 500 },
  },
  {
    name: 'balance',
    path: `${merchant}/balance`,
    fields: () => ({}),
    needs: { kind: () => createCollection, count: 500 },
  },
]

/** Signed bodies of one kind, each its own, numbered from `from`. */
export function signedBodies({ fields }: Kind, from: number, count: number): readonly string[] {
  const { uid, secret } = demoMerchant
  return Array.from({ length: count }, (_, n) => signedJson(uid, secret, fields(from + n)))
}

import type { Query } from '../conditions.ts'
import type { Desk } from '../desk.ts'
import { settlerLabels } from '../labels/auto-labels.ts'
import {
  collectionStatusLabels,
  confirmationLabels,
  expiredLabel,
  matchingStatusLabels,
  payoutStatusLabels,
  saidPaidLabel,
} from '../labels/order-labels.ts'
import { conditionsSet, type Filter, testFilter } from '../parts/filters.tsx'

const merchant: Filter = {
  name: 'merchant_uid',
  label: { zh: '商戶', en: 'Merchant' },
  list: 'merchants',
}

const ofBoth: readonly Filter[] = [
  { name: 'merchant_order_no', label: { zh: '商戶訂單編號', en: "Merchant's order number" } },
  { name: 'amount', label: { zh: '訂單金額', en: 'Amount' }, inputmode: 'decimal' },
  { name: 'last5', label: { zh: '會員帳號末五碼', en: 'Last five digits' }, inputmode: 'numeric' },
  { name: 'agent', label: { zh: '專員', en: 'Agent' }, list: 'agents' },
  {
    name: 'taken',
    label: { zh: '領取', en: 'Taken' },
    options: [
      ['true', { zh: '有人處理', en: 'By somebody' }],
      ['false', { zh: '無人處理', en: 'By nobody' }],
    ],
  },
  {
    name: 'bank_account',
    label: { zh: '銀行帳戶編號', en: 'Bank account, by id' },
    inputmode: 'numeric',
    list: 'accounts',
  },
  {
    name: 'backed',
    label: { zh: '銀行交易', en: 'Bank transactions' },
    options: [
      ['true', { zh: '已列', en: 'Named' }],
      ['false', { zh: '未列', en: 'Not named' }],
    ],
  },
  { name: 'from', label: { zh: '建立日起', en: 'Created from' }, type: 'date' },
  { name: 'to', label: { zh: '建立日早於', en: 'Created before' }, type: 'date' },
  testFilter,
]

/** The filters of the list of collections: all those of its call. */
export const collectionFilters: readonly Filter[] = [
  merchant,
  {
    name: 'status',
    label: { zh: '付款狀態', en: 'Payment' },
    options: Object.entries(collectionStatusLabels),
  },
  {
    name: 'collection_status',
    label: { zh: '處理狀態', en: 'Progress' },
    options: Object.entries(matchingStatusLabels),
  },
  {
    name: 'expired',
    label: expiredLabel,
    options: [
      ['true', { zh: '是', en: 'Yes' }],
      ['false', { zh: '否', en: 'No' }],
    ],
  },
  {
    name: 'said_paid',
    label: saidPaidLabel,
    options: [
      ['true', { zh: '是', en: 'Yes' }],
      ['false', { zh: '否', en: 'No' }],
    ],
  },
  {
    name: 'confirmation',
    label: { zh: '申報款項', en: 'Declared money' },
    options: Object.entries(confirmationLabels),
  },
  {
    name: 'settled_by',
    label: { zh: '由誰入帳', en: 'Settled by' },
    options: Object.entries(settlerLabels),
  },
  { name: 'orderid', label: { zh: '代收編號', en: 'Order id' } },
  ...ofBoth,
]

/** The same of payouts. */
export const payoutFilters: readonly Filter[] = [
  merchant,
  {
    name: 'status',
    label: { zh: '狀態', en: 'State' },
    options: Object.entries(payoutStatusLabels),
  },
  { name: 'serial_no', label: { zh: '代付序號', en: 'Serial number' } },
  ...ofBoth,
]

/** Whether the address asks for a list from the oldest on. */
export function isOldestFirst({ query }: Pick<Desk, 'query'>): boolean {
  return query.order === 'oldest'
}

/** The query of an order list's call: the address's filters and order, with amounts as people write them. */
export function orderQuery(desk: Pick<Desk, 'query'>, filters: readonly Filter[]): Query {
  const { amount, ...others } = conditionsSet(desk, [
    ...filters.map(({ name }) => name),
    'cursor',
    'limit',
  ])
  return {
    ...others,
    ...(amount === undefined ? {} : { amount: plainAmount(amount) }),
    ...(isOldestFirst(desk) ? { order: 'oldest' } : {}),
  }
}

/**
 * An amount like `NT$1,280.50` or with full-width digits in the API's form; any other text unchanged, for the API to
 * refuse.
 */
function plainAmount(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}|[\s,]/gu, '')
  const [, digits] = /^(?:NT)?\$?([\d.]+)元?$/i.exec(plain) ?? []
  return digits ?? text
}

import type { Meaning } from '../units/language.ts'
import { type DescribedEndpoint, describedEndpoints } from './described-endpoints.ts'

/** Endpoints that belong together, in the order in which the page has them. */
type EndpointGroup = {
  readonly title: Meaning
  readonly endpoints: readonly (DescribedEndpoint & { readonly shortName: Meaning })[]
}

/** Every endpoint of the contract, once, in its group. Throws for one that is in no group. */
export function endpointGroups(): readonly EndpointGroup[] {
  const all = describedEndpoints()
  const found = groups.map(({ title, names }) => ({
    title,
    endpoints: Object.entries(names).flatMap(([path, [zh, en]]) =>
      all
        .filter((one) => shortPathOf(one) === path)
        .map((one) => ({ ...one, shortName: { zh, en } })),
    ),
  }))
  const grouped = found.flatMap(({ endpoints }) => endpoints).length
  if (grouped !== all.length) throw new Error('an endpoint is in no group of endpoint-groups.ts')
  return found
}

/** The path of an endpoint without the common prefix. */
export function shortPathOf({ path }: Pick<DescribedEndpoint, 'path'>): string {
  return path.replace(/^\/api\/v1\/(?:merchant\/)?/, '')
}

type Names = Readonly<Record<string, readonly [zh: string, en: string]>>

const groups: readonly { readonly title: Meaning; readonly names: Names }[] = [
  {
    title: { zh: '代收', en: 'Collections' },
    names: { collections: ['建立', 'Create'], 'collections/status': ['查詢', 'Query'] },
  },
  {
    title: { zh: '代付', en: 'Payouts' },
    names: {
      payouts: ['建立', 'Create'],
      'payouts/status': ['查詢', 'Query'],
      withdrawals: ['提領', 'Withdraw'],
    },
  },
  {
    title: { zh: '付款連結', en: 'Payment links' },
    names: {
      'payment-links/amount': ['指定金額', 'Set amount'],
      'payment-links': ['會員選擇', 'Open amount'],
      'payment-amounts': ['可用金額', 'Amounts'],
      'payment-channels': ['支付通道', 'Channels'],
      products: ['商品', 'Products'],
    },
  },
  {
    title: { zh: '餘額與帳務', en: 'Balance and ledger' },
    names: {
      balance: ['餘額', 'Balance'],
      ledger: ['帳務明細', 'Ledger'],
      pricing: ['費率', 'Fee rates'],
      statements: ['結算單', 'Statement'],
      banks: ['銀行代碼', 'Bank codes'],
    },
  },
  {
    title: { zh: '通知', en: 'Callbacks' },
    names: { callbacks: ['紀錄', 'List'], 'callbacks/retry': ['重送', 'Resend'] },
  },
  {
    title: { zh: '沙盒', en: 'Sandbox' },
    names: { 'sandbox/outcome': ['結果', 'Outcome'], 'sandbox/callback': ['測試通知', 'Test'] },
  },
]

import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { fitsPlainName } from '../../../units/plain-name.ts'
import { searchMatchLabels } from '../labels/search-labels.ts'
import type { Hit } from './hit-groups.ts'

/** The value by which a record was found, and whether it equals the searched text. */
export function matchedLabel(hit: Hit, q: string): Meaning {
  const label = searchMatchLabels[hit.matched_on]
  const written = q.normalize('NFKC')
  switch (hit.matched_on) {
    case 'amount': {
      const isSame = Math.abs(hit.amount ?? 0) === Number(written.replace(/[^\d.]/g, ''))
      return isSame ? sameOf(label) : paidBy(label)
    }
    case 'last5':
      return hit.last5 === written.replace(/\D/g, '') ? sameOf(label) : paidBy(label)
    case 'trade_no':
    case 'merchant_order_no': {
      const numbers = [hit.name, hit.merchant_order_no ?? ''].map((one) => one.toLowerCase())
      if (numbers.includes(written.trim().toLowerCase())) return sameOf(label)
      return { zh: `${label.zh}的部分`, en: `${label.en}, a part of it` }
    }
    default:
      return label
  }
}

const sameOf = ({ zh, en }: Meaning): Meaning => ({ zh: `${zh}相同`, en: `${en}, exactly` })
const paidBy = ({ zh, en }: Meaning): Meaning => ({
  zh: `支付它的交易的${zh}`,
  en: `${en} of a transaction that paid it`,
})

/** A waiting order and a deposit, with their differences; an exact pair has none. */
export type HitPair = {
  readonly order: Hit
  readonly deposit: Hit
  readonly differs: readonly Meaning[]
  /** How many orders fit the deposit as well as this one does, itself included. */
  readonly equalOrders: number
}

/** The order and the deposit among the hits that differ least; null without a waiting order or a free deposit. */
export function nearestPair(hits: readonly Hit[]): HitPair | null {
  const orders = hits.filter(({ kind, status }) => kind === 'collection' && status === 'pending')
  // Leaves out deposits that another order has claimed.
  const deposits = hits.filter(
    ({ kind, amount = 0, status }) =>
      kind === 'bank_transaction' && amount > 0 && status === 'unclaimed',
  )
  const pairs = orders.flatMap((order) =>
    deposits.map((deposit) => ({ order, deposit, differs: differencesOf(order, deposit) })),
  )
  const [nearest] = pairs.toSorted((one, other) => one.differs.length - other.differs.length)
  if (nearest === undefined) return null
  const isAlike = ({ order, deposit, differs }: (typeof pairs)[number]) =>
    deposit === nearest.deposit && differs.length === 1 && order.deposits?.unsure === true
  return { ...nearest, equalOrders: isAlike(nearest) ? pairs.filter(isAlike).length : 1 }
}

// A value that is unknown on one side is no difference.
function differencesOf(order: Hit, deposit: Hit): readonly Meaning[] {
  const gap = (deposit.amount ?? 0) - (order.amount ?? 0)
  const isOther = (one: string | number | undefined, other: string | number | undefined) =>
    Boolean(one) && Boolean(other) && one !== other
  const isNamed = fitsPlainName(order.party_name ?? '', deposit.party_name ?? '')
  const all: readonly (readonly [boolean, Meaning])[] = [
    [
      gap !== 0,
      gap < 0
        ? { zh: `金額少 ${moneyText(-gap)}`, en: `${moneyText(-gap)} less` }
        : { zh: `金額多 ${moneyText(gap)}`, en: `${moneyText(gap)} more` },
    ],
    [
      isOther(order.last5, deposit.last5),
      { zh: `末五碼 ${deposit.last5}`, en: `last five ${deposit.last5}` },
    ],
    [
      isOther(order.bank_account, deposit.bank_account),
      { zh: '在另一個帳戶', en: 'on another account' },
    ],
    [!isNamed, { zh: '姓名不同', en: 'another name' }],
    [order.deposits?.unsure === true, { zh: '款項待判斷', en: 'it is to be judged' }],
  ]
  return all.flatMap(([isSo, meaning]) => (isSo ? [meaning] : []))
}

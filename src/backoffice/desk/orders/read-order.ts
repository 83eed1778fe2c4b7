import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type SecondPerson, secondPersonFor } from '../approvals/waiting-approvals.tsx'
import { usableAccounts } from '../banking/accounts/accounts.tsx'
import { ordersElsewhere } from '../banking/transactions/orders-elsewhere.tsx'
import type { Desk } from '../desk.ts'
import { fittingCandidates, isDoubted, onlyFitting } from './evidence/choose-candidates.ts'
import { similarPaidOrdersOf } from './evidence/similar-paid-orders.tsx'
import {
  type Candidates,
  type CollectionDetails,
  isCollection,
  type OrderDetail,
  type OrderPageData,
  type PayoutDetails,
  type Rival,
} from './order-details.ts'
import type { DeskOrderKind } from './order-kinds.tsx'
import { fundsOf } from './page/payout-funds.tsx'

type WhichOrder<Order extends OrderDetail> = {
  readonly kind: DeskOrderKind<Order>
  readonly tradeNo: string
  readonly isJudged: boolean
}

/** An order's data, and the calls about it that wait for a second person. */
export type OrderReading<Order extends OrderDetail> = {
  readonly data: OrderPageData<Order>
  readonly waiting: SecondPerson['waiting']
}

/** Reads an order for its page, or for the queue, which shows it beside its list. */
export async function readOrder<Order extends OrderDetail>(
  desk: Desk,
  { kind, tradeNo, isJudged }: WhichOrder<Order>,
): Promise<OrderReading<Order>> {
  const path = { trade_no: tradeNo }
  const [order, answer, accounts] = await Promise.all([
    kind.show(desk, path),
    isJudged ? kind.candidates(desk, path) : null,
    usableAccounts(desk),
  ])
  const candidates = answer?.ok === true ? answer.value : null
  const [payerDeposits, rivals, similarPaid, waiting, funds, isDisabled] = await Promise.all([
    isJudged ? payerDepositsOf(desk, order, candidates) : [],
    rivalsOf(desk, order, candidates),
    similarPaidOrdersOf(desk, order),
    waitingOf(desk, order),
    fundsOf(desk, order),
    isOfDisabled(desk, order),
  ])
  const money = { accounts, funds, isDisabled }
  return { data: { order, candidates, payerDeposits, rivals, similarPaid, ...money }, waiting }
}

async function isOfDisabled(desk: Desk, order: OrderDetail): Promise<boolean> {
  if (isCollection(order) || desk.attempt?.refused?.error !== 'override_required') return false
  const merchant = await desk.ask('showMerchant', { path: { uid: order.uid } })
  return merchant.ok && !merchant.value.enabled
}

// The unclaimed transactions of a collection's amount and payer on any account, with all that the bank tells of them.
// None where one of its candidates alone fits.
async function payerDepositsOf(desk: Desk, order: OrderDetail, candidates: Candidates) {
  if (!isCollection(order) || order.status !== 'pending' || order.last5 === '') return []
  if (order.collection_status === 'matched' && onlyFitting(order, candidates) !== null) return []
  const { amount, last5 } = order
  const query = { amount: String(amount), last5, state: 'unclaimed', direction: 'in', limit: '5' }
  const answer = await desk.ask('listTransactions', { query })
  return answer.ok ? answer.value.items : []
}

/**
 * The other orders that a transaction which fits this one may pay as well, as the settlement compares them, ranked by
 * its rule: what its own member had left unpaid before is none (back office §4). All that fit it share payer and
 * amount, so the first finds every rival; the others say which of them each rival fits, too.
 */
export async function rivalsOf(
  desk: Desk,
  order: OrderDetail,
  candidates: Candidates,
): Promise<readonly Rival[]> {
  const [line, ...others] = fittingCandidates(order, candidates)
  if (order.status !== 'pending') return []
  if (!isCollection(order)) return payoutsLike(desk, order, line !== undefined)
  if (line === undefined) return []
  const detail = await desk.ask('showTransaction', { path: { id: String(line.id) } })
  if (!detail.ok) return []
  const fitting = fittingOf(detail.value)
  const own = fitting.findIndex((one) => one.trade_no === order.trade_no)
  const rivals = fitting.flatMap((one, n): readonly (Rival & { isLeft: boolean })[] => {
    if (n === own) return []
    const isLeft = isLeftUnpaid(one, order)
    const place = n < own ? 'before' : 'after'
    const { bank_account: account } = order
    return [
      { ...one, name: one.counterparty_name, place, bank_account: account, shares: 1, isLeft },
    ]
  })
  // The call has doubts for automatic accounts only; for others the order's row says whether there is one.
  const isAsked = rivals.length > 0 || line.doubts === null
  const unsure = isAsked && (await isUnsure(desk, order))
  if (rivals.length > 0 && unsure) {
    const current = rivals.filter(({ isLeft }) => !isLeft)
    const visible = current.length > 0 || isDoubted(line) ? current : rivals
    const more = others.slice(0, sharedMax)
    return withShares(
      visible,
      await Promise.all(more.map(({ id }) => fittingTo(desk, id, detail.value))),
    )
  }
  if (line.doubts?.includes('two_orders') === false) return []
  const elsewhere = await ordersElsewhere(desk, detail.value)
  // Without a judgement of the line, an expired order is shown on its own page only.
  const visible = elsewhere.filter((hit) => line.doubts || hit.collection_status !== 'expired')
  return visible.map(({ name, merchant_order_no: number = '', ...hit }) => ({
    trade_no: name,
    merchant_order_no: number,
    name: hit.party_name ?? '',
    created_at: hit.created_at ?? '',
    place: null,
    bank_account: hit.bank_account ?? null,
    shares: 1,
  }))
}

// Above this number the page does not check whether each order has its own transaction.
const sharedMax = 4

const fittingOf = ({ candidates }: AnswerOf<'showTransaction'>) =>
  candidates.filter(({ differs }) => differs.length === 0)

// None if another source has reported it: it may be the same money.
async function fittingTo(desk: Desk, id: number, than: AnswerOf<'showTransaction'>) {
  const detail = await desk.ask('showTransaction', { path: { id: String(id) } })
  if (!detail.ok) return []
  const { source, posted_by: by } = detail.value
  return source === than.source && by === than.posted_by ? fittingOf(detail.value) : []
}

function withShares(
  rivals: readonly Rival[],
  fitting: readonly (readonly CandidateOrder[])[],
): readonly Rival[] {
  return rivals.map((rival) => {
    const more = fitting.filter((all) => all.some((one) => one.trade_no === rival.trade_no))
    return { ...rival, shares: rival.shares + more.length }
  })
}

// Pending payouts of the same amount and payee; once one is debited, those that the debit fits too.
async function payoutsLike(
  desk: Desk,
  { trade_no: tradeNo, amount, last5, payee_account: account }: PayoutDetails,
  isDebited: boolean,
): Promise<readonly Rival[]> {
  if (last5 === '' || !desk.may('listPayouts')) return []
  const query = { status: 'pending', amount: String(amount), last5, debits: '1', limit: '20' }
  let { items, next_cursor: cursor } = await desk.need('listPayouts', { query })
  // A call looks at some hundred payouts that wait.
  for (let calls = 1; cursor !== null && items.length < 20 && calls < 5; calls += 1) {
    const more = await desk.need('listPayouts', { query: { ...query, cursor } })
    items = items.concat(more.items)
    cursor = more.next_cursor
  }
  // A debit has the last digits alone.
  return items
    .filter((one) => one.trade_no !== tradeNo)
    .filter((one) => (isDebited ? one.debits?.exact !== 0 : one.payee_account === account))
    .map((one) => ({ ...one, name: one.payee_name, place: null, shares: isDebited ? 1 : 0 }))
}

// Whether the order's row marks its money as doubtful, by the settlement's rule.
async function isUnsure(desk: Desk, { uid, orderid }: CollectionDetails): Promise<boolean> {
  const query = { merchant_uid: uid, orderid, deposits: '1' }
  const { items } = await desk.need('listCollections', { query })
  return items.some(({ deposits }) => deposits?.unsure)
}

type CandidateOrder = AnswerOf<'showTransaction'>['candidates'][number]

function isLeftUnpaid(one: CandidateOrder, order: CollectionDetails): boolean {
  return (
    one.collection_status === 'exception' &&
    one.merchant_uid === order.uid &&
    one.counterparty_name === order.user_name &&
    one.counterparty_account === order.counterparty_account
  )
}

// The calls about an order that wait for a second person, for the forms of a reader who may act.
async function waitingOf(desk: Desk, order: OrderDetail): Promise<SecondPerson['waiting']> {
  if (order.waiting_approvals.length === 0 || !order.actions.some(({ allowed }) => allowed))
    return []
  const kind = isCollection(order) ? 'collection' : 'payout'
  return (await secondPersonFor(desk, `${kind}:${order.trade_no}`)).waiting
}

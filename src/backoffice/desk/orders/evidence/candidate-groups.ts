import type { Desk } from '../../desk.ts'
import type { OrderDetail, OrderPageData } from '../order-details.ts'
import {
  type Candidate,
  debitsWithFee,
  depositsByOthers,
  depositsElsewhere,
  isOfAmount,
  partsOf,
  preselectedId,
} from './choose-candidates.ts'
import { equalDepositsOf } from './equal-deposits.tsx'

type Groups = ReturnType<typeof groupsOf>
export type GroupProps = { readonly data: OrderPageData<OrderDetail>; readonly groups: Groups }

/** The candidates of an order in groups, and which are chosen: the typed ones, else those in the page's address. */
export function groupsOf(
  data: OrderPageData<OrderDetail>,
  query: Desk['query'],
  typed: readonly string[] | undefined,
) {
  const { order, candidates, rivals } = data
  const items = candidates?.items ?? []
  const twins = equalDepositsOf(data)
  const withFee = debitsWithFee(data)
  const parts = items.filter(
    (one) => !isOfAmount(one) && one.reasons.includes('last5') && !withFee.includes(one),
  )
  const together = partsOf(order, parts)
  const isTogether = together.length > 0 && query.transaction === namedTogether(together)
  // Opened from the doubt list, with several matching orders, nothing is preselected.
  const isInDoubt = query.in === 'doubt' && (rivals.length > 0 || twins.length > 0)
  const chosen = isTogether
    ? together.map(({ id }) => String(id))
    : [isInDoubt ? '' : preselectedId(data, query.transaction)]
  const isChosen = ({ id }: Candidate) => (typed ?? chosen).includes(String(id))
  const isOpened = (one: Candidate) => isChosen(one) || String(one.id) === query.transaction
  const isTwin = (one: Candidate) => twins.some(({ candidate }) => candidate === one)
  // The opened transaction, or the fitting ones, come first.
  const likely = items
    .filter((one) => isOfAmount(one) && !isTwin(one))
    .toSorted((one, other) => Number(isOpened(other)) - Number(isOpened(one)))
  const others = items.filter((one) => !isOfAmount(one) && ![...withFee, ...parts].includes(one))
  // The list does not say that nothing matches if rows of these kinds follow it.
  const isFollowed = [twins, withFee, parts, depositsElsewhere(data)].some((one) => one.length > 0)
  const isOpen = others.some(isOpened)
  return {
    items,
    twins,
    likely,
    withFee,
    parts,
    /** The parts that make up the amount, and whether the address names them. */
    together,
    isTogether,
    others,
    isOpen,
    isNothing: likely.length === 0 && !isFollowed && !isOpen,
    fromOthers: depositsByOthers(data),
    isChosen,
  }
}

/** Several transactions in a page's address. */
export const namedTogether = (deposits: readonly Candidate[]) =>
  deposits.map(({ id }) => id).join(',')

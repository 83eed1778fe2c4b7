import type { Context } from '../../context.ts'
import type { AmountProblem, PurchasePage } from '../../contract/links/member-page-views.ts'
import {
  amountMode,
  defaultPaymentAmounts,
  wholeDollars,
} from '../../rules/merchants/payment-amounts.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { type PurchaseAddress, purchaseView } from './show-purchase-page.ts'
import { startPurchase } from './start-purchase.ts'

/**
 * Submits the amount that a member has picked: creates the link's collection once and returns its wait page. A second
 * submission, of any amount, returns the same one. An amount that is refused returns the page with the reason. Refuses
 * with `not_found` as the page itself does.
 *
 * @param given the amount as the member chose or typed it
 */
export async function submitPurchase(
  context: Context,
  address: PurchaseAddress,
  given: string,
): Promise<PurchasePage> {
  const purchase = await startPurchase<PurchasePage>({
    context,
    session: address.session,
    actor: member,
    decide: (found, now) => {
      const view = purchaseView(found, address, now)
      if (view.kind === 'wait' || view.state !== 'open') return { kind: 'answer', answer: view }
      const amounts = found.merchant.paymentAmounts ?? defaultPaymentAmounts
      const amount = wholeDollars(given)
      const refuse = (problem: AmountProblem) => {
        return { kind: 'answer', answer: { ...view, refused: { given, problem } } } as const
      }
      if (given.trim() === '') return refuse('missing')
      if (amount === null) return refuse('not_a_whole_number')
      const isAllowed = amountMode(amounts, amount) !== null
      return isAllowed ? { kind: 'submit', amount } : refuse('not_allowed')
    },
  })
  if (purchase.kind !== 'submitted') return purchase
  return { kind: 'wait', waitToken: purchase.token }
}

const member: Actor = { name: 'member', role: 'member' }

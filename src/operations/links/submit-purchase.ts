import type { Context } from '../../context.ts'
import type { PurchasePage } from '../../contract/links/member-page-views.ts'
import { chosenAmount } from '../../rules/merchants/payment-amounts.ts'
import { member } from '../../rules/people/principal.ts'
import { type PurchaseAddress, purchaseView } from './show-purchase-page.ts'
import { startPurchase } from './start-purchase.ts'

/**
 * Submits the amount that a member has picked: creates the link's collection once and returns its wait page. A second
 * submission, of any amount, returns the same page. A refused amount returns the purchase page with the reason. Refuses
 * with `not_found` like the page.
 *
 * @param text the amount as the member chose or typed it
 */
export async function submitPurchase(
  context: Context,
  address: PurchaseAddress,
  text: string,
): Promise<PurchasePage> {
  const purchase = await startPurchase<PurchasePage>({
    context,
    session: address.session,
    actor: member,
    decide: (found, now) => {
      const view = purchaseView(found, address, now)
      if (view.kind === 'wait' || view.state !== 'open') return { kind: 'answer', answer: view }
      const chosen = chosenAmount(view, text)
      if (chosen.kind === 'chosen') return { kind: 'submit', amount: chosen.amount }
      return { kind: 'answer', answer: { ...view, refused: { text, problem: chosen.problem } } }
    },
  })
  if (purchase.kind !== 'submitted') return purchase
  return { kind: 'wait', waitToken: purchase.token }
}

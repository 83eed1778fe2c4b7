import { collectionKind } from '../orders/order-kinds.ts'
import { stepTo } from '../orders/order-step.ts'
import type { Collection } from '../orders/orders.ts'
import type { Step } from '../orders/steps.ts'
import { member } from '../people/principal.ts'
import { pressAt, type WaitingLink, waitView } from './wait-page.ts'

/**
 * The effect of pressing "I have paid" on a wait page. `unchanged`: too soon after the last press, or no account is
 * shown. `wrong_last5`: the text is not five digits. `too_often`: five presses have counted.
 */
export type SaidPaid =
  | { readonly kind: 'unchanged' | 'wrong_last5' | 'too_often' }
  | {
      readonly kind: 'counted'
      readonly after: Collection
      /** The step that adds the last five digits to the order; null if it has them, or none were given. */
      readonly step: Step<Collection> | null
    }

/**
 * Decides on a press of "I have paid" with the member's last five digits or "" (matching §6). It is no evidence and
 * settles nothing. Digits of the order are kept. Null if the page is no longer shown.
 */
export function decideSaidPaid(found: WaitingLink, last5: string, now: number): SaidPaid | null {
  const { collection } = found
  const view = waitView('', found, now)
  if (view === null) return null
  if (view.report === null) return { kind: 'unchanged' }
  const digits = collection.last5 === '' ? last5 : ''
  if (digits !== '' && !/^\d{5}$/.test(digits)) return { kind: 'wrong_last5' }
  const press = pressAt(collection, now)
  if (press !== 'counted') return { kind: press }
  const after = { ...collection, saidPaidAt: now, saidPaidTimes: collection.saidPaidTimes + 1 }
  if (digits === '') return { kind: 'counted', after, step: null }
  const counterpartyAccount = collection.counterpartyAccount || digits
  const step = stepTo({
    kind: collectionKind,
    before: collection,
    after: { ...after, last5: digits, counterpartyAccount },
    maker: { actor: member, now },
    fact: { name: 'last5_given' },
  })
  return { kind: 'counted', after: step.order, step }
}

import { Acts } from './acts.tsx'
import { HandingForms } from './assignment-forms.tsx'
import { BackForm } from './back-form.tsx'
import { ProcessForm } from './process-form.tsx'
import { CancelForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { type ActsOf, isPossible, type PayoutDetails } from './shown-orders.ts'

/** A form for all that its reader can do with a payout, and why the rest cannot be done now (back office §7). */
export function PayoutActs(acts: ActsOf<PayoutDetails>) {
  const { order } = acts
  return (
    <Acts
      order={order}
      others={
        <>
          <HandingForms order={order} />
          {isPossible(order, 'cancel') ? <CancelForm order={order} /> : null}
          {isPossible(order, 'reverse') ? <ReverseForm order={order} /> : null}
        </>
      }
    >
      {isPossible(order, 'process') ? <ProcessForm {...acts} /> : null}
      {isPossible(order, 'back') ? <BackForm {...acts} /> : null}
    </Acts>
  )
}

import { Acts } from './acts.tsx'
import { HandingForms } from './assignment-forms.tsx'
import { BackForm } from './back-form.tsx'
import { ProcessForm } from './process-form.tsx'
import { CancelForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { type ActsOf, isPossible, lacksAccount, type PayoutDetails } from './shown-orders.ts'

/** A form for all that its reader can do with a payout, and why the rest cannot be done now (back office §7). */
export function PayoutActs(acts: ActsOf<PayoutDetails>) {
  const { order } = acts
  const process = isPossible(order, 'process') ? <ProcessForm {...acts} /> : null
  const cancel = isPossible(order, 'cancel') ? <CancelForm order={order} /> : null
  const [first, later] = lacksAccount(order) ? [cancel, process] : [process, cancel]
  return (
    <Acts
      order={order}
      others={
        <>
          <HandingForms order={order} />
          {later}
          {isPossible(order, 'reverse') ? <ReverseForm order={order} /> : null}
        </>
      }
    >
      {first}
      {isPossible(order, 'back') ? <BackForm {...acts} /> : null}
    </Acts>
  )
}

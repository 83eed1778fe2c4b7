import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { ownDebits } from '../evidence/choose-candidates.ts'
import {
  isPossible,
  lacksAccount,
  type OrderPageData,
  type PayoutDetails,
} from '../order-details.ts'
import { HandingForms } from './assignment-forms.tsx'
import { BackingForm } from './backing-form.tsx'
import { OrderForms } from './order-forms.tsx'
import { ProcessForm } from './process-form.tsx'
import { CancelForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { SentNoteForm, sentNote } from './sent-forms.tsx'

/** The forms of a payout for its reader, and why the other calls are not possible now (back office §7). */
export function PayoutForms(data: OrderPageData<PayoutDetails>) {
  const { identity, may } = useDesk()
  const { order } = data
  const process = isPossible(order, 'process') ? <ProcessForm {...data} /> : null
  const cancel = isPossible(order, 'cancel') ? <CancelForm order={order} /> : null
  // Until the bank reports the debit, its agent may have sent the money already.
  const isInHand = order.agent !== '' && order.agent === identity.name && sentNote(order) === null
  const canSend =
    isInHand && process !== null && !lacksAccount(order) && ownDebits(data).length === 0
  const [first, later] = lacksAccount(order) ? [cancel, process] : [process, cancel]
  return (
    <OrderForms
      order={order}
      others={
        <>
          <HandingForms order={order} />
          {later}
          {isPossible(order, 'reverse') ? <ReverseForm order={order} /> : null}
        </>
      }
    >
      {canSend && may('notePayout') ? (
        <div class="quick">
          <SentNoteForm order={order} id="sent" button={sentButton} hotkey="b" />
        </div>
      ) : null}
      {first}
      {isPossible(order, 'back') ? <BackingForm {...data} /> : null}
    </OrderForms>
  )
}

const sentButton: Meaning = { zh: '我已在網銀送出', en: "I have sent it at the bank's own page" }

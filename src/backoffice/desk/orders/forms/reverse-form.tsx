import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { feeReturned, reversalLabels } from '../../labels/order-labels.ts'
import { AmountField, ChoiceField, TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { isCollection, type OrderDetail, secondFor } from '../order-details.ts'

/** Which merchants get a report of a reversal (decisions §6). */
export const onlyIfSet = {
  zh: '商戶設定為連退回與沖正也通知時，才會收到通知。',
  en: 'The merchant is notified only if its settings include rejections and reversals.',
}

/** The label of a reason that the merchant can read in the order, whether or not the move is reported. */
export const merchantReads = {
  zh: '原因（商戶查詢訂單時會看到）',
  en: 'Reason (the merchant sees it when it queries the order)',
}

// The answer decides where the money goes, so no option is preselected.
const unchosen = ['', { zh: '請選擇', en: 'Choose' }] as const

/** Reverses a settlement or a processed payout. */
export function ReverseForm({ order }: { order: OrderDetail }) {
  const { say } = useDesk()
  const ofCollection = isCollection(order)
  const paid = moneyText(ofCollection ? order.paid_amount : order.actual_amount)
  const { uid } = order
  const fee = feeReturned(order.fee, true)
  const amount = ofCollection ? order.paid_amount : -order.actual_amount
  return (
    <ActForm
      id="reverse"
      folded={{}}
      call={ofCollection ? 'reverseCollection' : 'reversePayout'}
      path={{ trade_no: order.trade_no }}
      tone="danger"
      button={{ zh: '沖正', en: 'Reverse' }}
      warning={
        ofCollection
          ? {
              zh: `從商戶 ${uid} 收回 ${paid}${fee.zh}，訂單列為例外。${onlyIfSet.zh}`,
              en: `${paid} is taken back from merchant ${uid}${fee.en}. The order is an exception. ${onlyIfSet.en}`,
            }
          : {
              zh: `${paid} 還給商戶 ${uid}${fee.zh}，代付成為已取消，並通知商戶。`,
              en: `${paid} is returned to merchant ${uid}${fee.en}. The payout is cancelled; the merchant is notified.`,
            }
      }
      second={secondFor(order, 'reverse')}
    >
      <ChoiceField
        name="because"
        label={{ zh: '為什麼', en: 'Why' }}
        options={[unchosen, ...Object.entries(reversalLabels)]}
        required
      />
      <TextField name="reason" label={merchantReads} maxlength={500} required />
      <div class="went-back">
        <TextField
          name="bank_transactions"
          label={{ zh: '退回的銀行交易編號', en: 'Numbers of the returned transactions' }}
          hint={{
            zh: '款項已退回時填寫，多個以逗號分隔',
            en: 'If the money was returned; separate several with commas',
          }}
          maxlength={1000}
        />
        <p>
          <a href={`/bank-transactions?amount=${-amount}&state=unclaimed`}>
            {say({ zh: '查找這個金額的交易', en: 'Look for transactions of this amount' })}
          </a>
        </p>
        <AmountField name="fee" label={{ zh: '銀行手續費', en: 'Bank fee' }} />
      </div>
    </ActForm>
  )
}

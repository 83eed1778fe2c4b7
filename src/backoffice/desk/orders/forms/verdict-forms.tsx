import { moneyText } from '../../../../units/money.ts'
import { lessFee } from '../../labels/order-labels.ts'
import { HiddenField, ReasonField, TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { CandidateChoice } from '../evidence/candidate-choice.tsx'
import { type CollectionDetails, type OrderPageData, secondFor } from '../order-details.ts'
import { MoreFields, OverrideField } from './override-fields.tsx'
import { merchantReads, onlyIfSet } from './reverse-form.tsx'

/** Accepts, or rejects, money that a merchant declared itself. */
export function VerdictForms(data: OrderPageData<CollectionDetails>) {
  const { order } = data
  const { uid, paid_amount: paid, trade_no: tradeNo } = order
  const less = lessFee(order.pricing)
  return (
    <>
      <ActForm
        id="accept"
        hotkey="a"
        folded={{ open: true }}
        call="confirmCollection"
        path={{ trade_no: tradeNo }}
        button={{ zh: '確認款項', en: 'Accept the money' }}
        warning={{
          zh: `商戶 ${uid} 申報的 ${moneyText(paid)} ${less.zh}將成為可用餘額。`,
          en: `${moneyText(paid)} that merchant ${uid} declared${less.en} becomes available to it.`,
        }}
        second={secondFor(order, 'confirm')}
        isSameCall={({ accept }) => accept !== false}
      >
        <CandidateChoice
          {...data}
          moreFields={
            <>
              <MoreFields>
                <ReasonField isOptional />
              </MoreFields>
              <OverrideField data={data} names={['amount', 'evidence_differs']} />
            </>
          }
        />
      </ActForm>
      <ActForm
        id="reject"
        folded={{}}
        call="confirmCollection"
        path={{ trade_no: tradeNo }}
        tone="danger"
        button={{ zh: '退回款項', en: 'Reject the money' }}
        isSameCall={({ accept }) => accept === false}
        warning={{
          zh: `商戶 ${uid} 申報的 ${moneyText(paid)} 將移出帳目，訂單列為例外。${onlyIfSet.zh}`,
          en:
            `${moneyText(paid)} that merchant ${uid} declared is removed from the books; the order becomes ` +
            `an exception. ${onlyIfSet.en}`,
        }}
      >
        <HiddenField name="accept" value="false" />
        <TextField name="reason" label={merchantReads} maxlength={500} required />
      </ActForm>
    </>
  )
}

import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { formFields } from '../../form-body.ts'
import { feeBesides } from '../../labels/order-labels.ts'
import { AmountField, TextField } from '../../parts/fields.tsx'
import { ActForm, RequiredFields, type SecondPersonRule, takesSecond } from '../../parts/form.tsx'
import { CandidateChoice } from '../evidence/candidate-choice.tsx'
import {
  debitsWithFee,
  fittingCandidates,
  isDebited,
  onlyFitting,
  payoutsSharing,
} from '../evidence/choose-candidates.ts'
import { actionOf, lacksAccount, type OrderPageData, type PayoutDetails } from '../order-details.ts'
import { AccountChoice, refusalToPay } from './account-choice.tsx'
import {
  bookingOrNow,
  MoreFields,
  OverrideField,
  OverrideReason,
  OwnershipCheck,
} from './override-fields.tsx'

/** Books that a payout was made: from which account, by which debits. */
export function ProcessForm(data: OrderPageData<PayoutDetails>) {
  const { order } = data
  // Until the bank reports a debit, the form asks for the account alone.
  const hasDebit = isDebited(data)
  const isShared = payoutsSharing(data).length > 0
  return (
    <ActForm
      id="process"
      hotkey="s"
      folded={{ title: { zh: '出款完成', en: 'Paid out' }, open: !lacksAccount(order) }}
      call="processPayout"
      path={{ trade_no: order.trade_no }}
      {...buttonTexts(order)}
      second={actionOf(order, 'process')?.needs_second === true ? secondByDebit : undefined}
      disabledReason={order.agent === '' ? takeFirst : undefined}
    >
      {hasDebit ? null : <PayingAccount {...data} />}
      <CandidateChoice {...data} moreFields={<MoreChoices data={data} isShared={isShared} />}>
        {hasDebit ? <PayingAccount {...data} /> : null}
        {isShared ? <PayoutOwnership {...data} /> : null}
      </CandidateChoice>
    </ActForm>
  )
}

// The texts of the button and the warning, without a choice and with one.
function buttonTexts({ uid, amount, fee }: PayoutDetails) {
  const besides = feeBesides(fee)
  return {
    button: { zh: '已出款', en: 'It was paid out' },
    warning: {
      zh: `從商戶 ${uid} 的餘額扣除 ${moneyText(amount)}，或所填的實際出款金額${besides.zh}，並立即通知商戶。`,
      en:
        `Debits merchant ${uid} with ${moneyText(amount)}, or the amount entered as paid out${besides.en}, ` +
        'and notifies it at once.',
    },
    choice: {
      button: { zh: '已出款 {sum}', en: '{sum} was paid out' },
      warning: {
        zh: `從商戶 ${uid} 的餘額扣除：{sum}${besides.zh}。立即通知商戶。`,
        en: `Debits merchant ${uid} with {sum}${besides.en}, and notifies it at once.`,
      },
      required: otherPayout,
      terms: { amount, field: 'actual_amount', ofField: true, needsProof: true },
    },
  }
}

// The paying account; that of the only debit is preselected.
function PayingAccount(data: OrderPageData<PayoutDetails>) {
  const { order, accounts, candidates } = data
  const withFee = debitsWithFee(data)
  const debited = onlyFitting(order, candidates) ?? (withFee.length === 1 ? withFee[0] : null)
  return (
    <AccountChoice
      isToCollect={false}
      accounts={accounts}
      label={{ zh: '由哪個帳戶出款？', en: 'Which account paid?' }}
      refusalOf={(account) => refusalToPay(account, order)}
      preset={debited?.bank_account ?? order.bank_account}
    />
  )
}

// The check that says which of several equal payouts a debit has paid.
function PayoutOwnership({ order, candidates }: OrderPageData<PayoutDetails>) {
  return (
    <>
      <OwnershipCheck name={formFields.sure} value="yes">
        <OverrideReason />
      </OwnershipCheck>
      <RequiredFields
        fields={[formFields.sure, 'reason']}
        transactions={fittingCandidates(order, candidates)}
      />
    </>
  )
}

type MoreProps = { readonly data: OrderPageData<PayoutDetails>; readonly isShared: boolean }

function MoreChoices({ data, isShared }: MoreProps) {
  const isOperator = useDesk().identity.role === 'operator'
  return (
    <>
      <MoreFields>
        <AmountField
          name="fee"
          label={{ zh: '銀行手續費', en: 'Bank fee' }}
          hint={{
            zh: '含在銀行交易裡、出款以外的部分',
            en: 'The part of the transactions that is not the payout',
          }}
        />
        <TextField
          name="voucher_no"
          label={{ zh: '憑證號碼', en: 'Voucher number' }}
          maxlength={80}
        />
        <TextField
          name="processed_at"
          type="datetime-local"
          label={{ zh: '出款時間', en: 'Paid out at' }}
          hint={bookingOrNow}
        />
        {isOperator ? (
          <AmountField
            name="actual_amount"
            label={{ zh: '實際出款金額', en: 'Amount paid out' }}
            hint={{ zh: '空白即為訂單金額', en: "If empty: the order's amount" }}
          />
        ) : isShared ? null : (
          <OverrideReason />
        )}
      </MoreFields>
      {isOperator ? (
        <OverrideField
          data={data}
          names={['amount', 'balance', 'disabled_merchant', 'evidence_differs']}
        >
          {isShared ? null : <OverrideReason />}
        </OverrideField>
      ) : null}
    </>
  )
}

const otherPayout: Meaning = {
  zh: '另一筆代付同樣相符：請勾選「已查明屬於本筆」並填原因',
  en: 'It fits another payout as well: tick "I have verified" and enter a reason',
}

// Two people could both pay a payout without an agent, and the call assigns none, so the form asks to take it first.
const takeFirst: Meaning = {
  zh: '請先領取（按鈕在上方）',
  en: 'Take it first, with the button above',
}

// A line that the operator alone has posted is no evidence for that operator.
const secondByDebit: SecondPersonRule = {
  kind: 'by_proof',
  texts: {
    proven: {
      zh: '有銀行扣款佐證，按下立即生效，不需核准（僅由您自己匯入的明細除外）。',
      en: "The bank's debit backs it: it takes effect at once, without approval (unless you alone imported the line).",
    },
    unproven: takesSecond,
    either: {
      zh: '選了銀行扣款時立即生效，不需核准；沒有扣款時須由另一位營運人員核准後才會生效。',
      en: "With the bank's debit it takes effect at once; without one, once another operator has approved it.",
    },
  },
}

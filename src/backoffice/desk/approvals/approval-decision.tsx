import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { useDesk } from '../desk.ts'
import { HiddenField, TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { type ApprovalDetail, effectOf } from './approvals.ts'
import type { MerchantMoney } from './money-of-approval.ts'

export type MoneyProps = { approval: ApprovalDetail; money: MerchantMoney | null }

/** The forms that approve and reject a waiting call; its asker can only withdraw it. */
export function Decision({ approval, money }: MoneyProps) {
  const { say, may, identity } = useDesk()
  if (approval.state !== 'waiting' || !may('approve')) return null
  const { id, seq } = approval
  const isOwn = approval.asked_by === identity.name
  return (
    <section class="card" id="decision">
      <h2 class="unseen">{say({ zh: '決定', en: 'The decision' })}</h2>
      {isOwn ? (
        <p class="notice" id="own">
          {say({
            zh: '這是您提出的，須由另一位營運人員核准。您可以撤回。',
            en: 'You have asked for this: another operator has to approve it. You can withdraw it.',
          })}
        </p>
      ) : (
        <ActForm
          id="approve"
          call="approve"
          path={{ id }}
          button={{ zh: '核准並執行', en: 'Approve and carry out' }}
          warning={withDebt(effectOf(approval, money?.fee), approval, money)}
          hotkey="a"
        >
          {seq === null ? null : <HiddenField name="seq" value={String(seq)} />}
        </ActForm>
      )}
      <ActForm
        id="reject"
        hotkey="x"
        folded={{ title: isOwn ? { zh: '撤回', en: 'Withdraw' } : { zh: '駁回', en: 'Reject' } }}
        call="reject"
        path={{ id }}
        button={isOwn ? { zh: '撤回申請', en: 'Withdraw it' } : { zh: '駁回申請', en: 'Reject it' }}
        tone="danger"
      >
        <TextField
          name="reason"
          label={{ zh: '原因', en: 'Reason' }}
          hint={{
            zh: '提出者與日誌都會看到。操作不會執行。',
            en: 'The requester sees it, and the journal keeps it. The request is not carried out.',
          }}
          maxlength={500}
          required
        />
      </ActForm>
    </section>
  )
}

// The merchant's debt after money is taken back from it.
function withDebt(text: Meaning, { call }: ApprovalDetail, money: MerchantMoney | null): Meaning {
  if (call !== 'reverseCollection' || money === null || money.after >= 0) return text
  const debt = moneyText(-money.after)
  return {
    zh: `${text.zh}沖正後商戶將欠 ${debt}。`,
    en: `${text.en} The merchant then owes ${debt}.`,
  }
}

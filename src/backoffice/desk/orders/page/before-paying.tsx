import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { beyondAgents, codeLabel } from '../../labels/refusal-labels.ts'
import { type ProofTexts, SecondByProof } from '../../parts/form.tsx'
import { OutsideText } from '../../parts/values.tsx'
import { TakeForm } from '../forms/assignment-forms.tsx'
import { actionOf, lacksAccount, type OrderPageData, type PayoutDetails } from '../order-details.ts'
import { isShort, ShortfallNotice } from './payout-funds.tsx'

/** The values of a payout that matter before it is paid. */
export type PayoutInstruction = Pick<
  OrderPageData<PayoutDetails>,
  'order' | 'accounts' | 'funds' | 'candidates' | 'rivals' | 'similarPaid'
>

/** Who may pay a payout now: its agent, after a warning if there is one; anybody else takes it first. */
export function InWhoseHands({ order, funds }: PayoutInstruction) {
  const { say, identity } = useDesk()
  const { agent } = order
  const isBare = lacksAccount(order)
  if (agent === identity.name && !isBare) return <BeforePaying order={order} funds={funds} />
  if (agent === '' || agent === identity.name) {
    return (
      <section class={isBare || isShort(funds) ? 'notice wrong' : 'notice care'} id="paying">
        {isBare ? null : <ShortfallNotice funds={funds} />}
        <p>{say(isBare ? nowhere : takeFirst)}</p>
        <TakeForm order={order} />
      </section>
    )
  }
  return (
    <p class="notice wrong" id="paying">
      {say({ zh: '請勿付款：由 ', en: 'Do not pay it: it is in the hands of ' })}
      <b>
        <OutsideText text={agent} />
      </b>
      {say({
        zh: ' 處理中，重複付款無法追回。',
        en: ', and money that is paid twice cannot be recovered.',
      })}
    </p>
  )
}

const takeFirst: Meaning = {
  zh: '請先領取再出款，以免與他人重複付款。',
  en: 'Take it before you pay, so that nobody else pays it, too.',
}
const nowhere: Meaning = {
  zh: '沒有收款帳號，無法出款。請取消代付，由商戶附上帳號重新送出。',
  en: 'It has no account to pay to, and cannot be paid: cancel it, so that the merchant sends it again with one.',
}

// Shown before the account can be copied: money that was sent does not come back if its booking is refused.
function BeforePaying({ order, funds }: Pick<PayoutInstruction, 'order' | 'funds'>) {
  const { say } = useDesk()
  const process = actionOf(order, 'process')
  if (process?.allowed === false) {
    const { reason = '' } = process
    return (
      <p class="notice wrong" id="paying">
        <b>{say({ zh: '請勿付款：', en: 'Do not pay it: ' })}</b>
        {say(reason === 'forbidden' ? beyondAgents : codeLabel(reason))}
      </p>
    )
  }
  const isCovered = !isShort(funds)
  const takesSecond = process?.needs_second === true
  if (isCovered && !takesSecond) return null
  return (
    <section class={isCovered ? 'notice care' : 'notice wrong'} id="paying">
      <ShortfallNotice funds={funds} />
      {takesSecond ? (
        <p>{isCovered ? <SecondByProof form="process" texts={secondUnbacked} /> : say(second)}</p>
      ) : null}
    </section>
  )
}

const second: Meaning = {
  zh: '付款前請先徵得另一位營運人員同意：出款完成須由其核准，已匯出的款項不會因駁回而退回。',
  en:
    'Ask another operator before you pay: booking it needs their approval, and money that is sent does not come ' +
    'back if they reject it.',
}
const secondUnbacked: ProofTexts = {
  proven: {
    zh: '已選銀行扣款：不必再徵得另一位營運人員同意。',
    en: "The bank's debit is chosen: another operator need not be asked.",
  },
  unproven: second,
  either: {
    zh: '付款前請先徵得另一位營運人員同意：沒有銀行扣款時須由其核准，已匯出的款項不會因駁回而退回。',
    en:
      "Ask another operator before you pay: booking it without the bank's debit needs their approval, and money that " +
      'is sent does not come back if they reject it.',
  },
}

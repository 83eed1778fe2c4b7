import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { ReasonChoice } from '../../parts/choices/reason-choice.tsx'
import { cancelReasons, exceptionReasons } from '../../parts/choices/usual-reasons.ts'
import { ActForm } from '../../parts/form.tsx'
import { type CollectionDetails, lacksAccount, type PayoutDetails } from '../order-details.ts'
import { merchantReads } from './reverse-form.tsx'
import { sentNote } from './sent-forms.tsx'

/** Puts a collection aside for a person to examine. */
export function ExceptionForm({ order }: { order: CollectionDetails }) {
  return (
    <ActForm
      id="put-aside"
      hotkey="e"
      folded={{}}
      call="reportException"
      path={{ trade_no: order.trade_no }}
      tone="danger"
      button={{ zh: '列為例外', en: 'Report an exception' }}
      warning={
        order.page_ends_at === null
          ? {
              zh: '商戶查詢訂單時會看到例外與原因。款項到帳後仍可入帳。',
              en: 'The merchant sees the exception and its reason when it queries the order. It can still be settled.',
            }
          : {
              zh: '會員的付款頁不再顯示帳戶，並請會員先不要轉帳。款項到帳後仍可入帳。',
              en:
                "The member's page shows no account any more, and says not to transfer now. It can still be " +
                'settled.',
            }
      }
    >
      <ReasonChoice label={merchantReads} usual={exceptionReasons} />
    </ActForm>
  )
}

/** Cancels a payout, whose money goes back to the merchant. */
export function CancelForm({ order }: { order: PayoutDetails }) {
  const { uid, amount, net, trade_no: tradeNo } = order
  const back = moneyText(net ?? amount)
  return (
    <ActForm
      id="cancel"
      folded={{ open: lacksAccount(order) }}
      call="cancelPayout"
      path={{ trade_no: tradeNo }}
      tone="danger"
      button={{ zh: '取消代付', en: 'Cancel the payout' }}
      warning={{
        zh: `${back} 退回商戶 ${uid}，並通知商戶。取消後無法恢復。`,
        en: `${back} is returned to merchant ${uid}, which is notified. This cannot be undone.`,
      }}
      disabledReason={sentNote(order) === null ? undefined : isSent}
    >
      <ReasonChoice label={merchantReads} usual={cancelReasons} />
    </ActForm>
  )
}

const isSent: Meaning = { zh: '已送出，等待扣款', en: 'It is sent, and waits for its debit' }

import type { Payee, WaitState, WaitView } from '../contract/links/member-page-views.ts'
import type { Meaning } from '../units/language.ts'
import { moneyText } from '../units/money.ts'
import type { Tone } from './parts.tsx'

/** The texts of a state: its title, and what the member is to do. */
type StateLabels = {
  readonly tone: Tone
  readonly title: Meaning
  readonly advice: (view: WaitView) => Meaning
}

const waitLabels: Readonly<Record<WaitState, StateLabels>> = {
  waiting: {
    tone: 'busy',
    title: { zh: '正在安排收款帳號', en: 'Arranging an account' },
    advice: () => ({
      zh: '收款帳號安排好後會自動顯示在本頁，通常不需要太久。請留在本頁稍候，先不要轉帳。',
      en:
        'The account to pay into will appear on this page by itself, usually before long. ' +
        'Please stay here, and do not transfer yet.',
    }),
  },
  transfer: {
    tone: 'act',
    title: { zh: '請轉帳到以下帳號', en: 'Transfer to this account' },
    advice: ({ amount, payerAccountLast5: last5 }) => ({
      zh: `請${last5 === '' ? '' : `用末五碼 ${last5} 的帳戶`}一次轉入 ${moneyText(amount)}，金額須完全相同。確認入帳後，本頁會自動更新。`,
      en:
        `Send exactly ${moneyText(amount)} in one transfer` +
        `${last5 === '' ? '' : `, from your account ending in ${last5}`}. ` +
        'This page updates by itself once the money has arrived.',
    }),
  },
  review: {
    tone: 'care',
    title: { zh: '專人確認中', en: 'Being looked into' },
    advice: ({ payee }) => ({
      zh: `這筆付款正由專人確認，請先不要轉帳。如果已經轉帳，請勿重複轉帳，結果會顯示在本頁。需要協助時，請${contactOf(payee).zh}，並提供訂單編號與轉帳明細。`,
      en:
        'A person is looking into this payment. Please do not transfer now. If you already have, do not transfer ' +
        `again. The outcome will appear on this page. If you need help, ${contactOf(payee).en} ` +
        'and give the order number and the details of your transfer.',
    }),
  },
  checking: {
    tone: 'care',
    title: { zh: '付款時間已過，核對中', en: 'Time is over: checking' },
    advice: () => ({
      zh: '請不要再轉帳。如果您已經完成轉帳，我們正在核對款項，結果會顯示在本頁。',
      en:
        'Please make no new transfer. If you have already made one, it is being checked, ' +
        'and the outcome will appear on this page.',
    }),
  },
  paid: {
    tone: 'done',
    title: { zh: '付款完成', en: 'Payment received' },
    advice: ({ amount, receipt, payee }) => {
      const paid = receipt === null ? amount : receipt.paidAmount / 100
      const contact = contactOf(payee)
      if (paid === amount) {
        return {
          zh: `已收到 ${moneyText(paid)}，商家也會收到通知。您可以關閉本頁。`,
          en: `${moneyText(paid)} has arrived and the merchant is being told. You can close this page.`,
        }
      }
      if (paid < amount) {
        const missing = moneyText(amount - paid)
        return {
          zh: `已收到 ${moneyText(paid)}，尚缺 ${missing}。請勿自行補匯差額，請${contact.zh}。`,
          en:
            `${moneyText(paid)} has arrived, ${missing} is missing. ` +
            `Do not send the rest by yourself: ${contact.en}.`,
        }
      }
      return {
        zh: `已收到 ${moneyText(paid)}，與應付的 ${moneyText(amount)} 不同。商家會收到實付金額的通知。`,
        en:
          `${moneyText(paid)} has arrived, which differs from the ${moneyText(amount)} asked for. ` +
          'The merchant is being told the amount paid.',
      }
    },
  },
  paid_elsewhere: {
    tone: 'done',
    title: { zh: '這筆訂單已經付款', en: 'This order has been paid' },
    advice: () => ({
      zh: '這筆訂單已透過另一個付款連結完成付款，請不要再轉帳。',
      en: 'It was paid through another link of the same order. Please do not transfer again.',
    }),
  },
  expired: {
    tone: 'over',
    title: { zh: '付款時間已過', en: 'The time for this payment is over' },
    advice: ({ hadAccount }) =>
      hadAccount
        ? {
            zh: '請不要再轉帳到先前的帳號。如果您已經轉帳，款項會再核對，請勿重複轉帳。需要協助時，請提供訂單編號給商家。',
            en:
              'Please make no new transfer. One already made will be checked: do not transfer again. ' +
              'If you need help, give the merchant the order number.',
          }
        : {
            zh: '收款帳號未能及時安排，這筆付款沒有成立，請勿轉帳。請回到商家重新付款；需要協助時，請提供訂單編號給商家。',
            en:
              'No account could be arranged in time. There is nothing to transfer: please go back to the ' +
              'merchant to pay anew. If you need help, give the merchant the order number.',
          },
  },
  unknown: {
    tone: 'care',
    title: { zh: '暫時無法取得付款狀態', en: 'The state is not known just now' },
    advice: () => ({
      zh: '本頁會自動重試，請稍候。如果您已經轉帳，請勿重複轉帳。',
      en: 'This page tries again by itself. If you have already transferred, do not transfer again.',
    }),
  },
}

/** The texts of a page's state; a paid amount below the requested one has texts of its own. */
export function labelsOf(view: WaitView): StateLabels {
  const { state, amount, receipt } = view
  const labels = waitLabels[state]
  if (receipt === null || receipt.paidAmount / 100 >= amount) return labels
  return { ...labels, tone: 'care', title: { zh: '已收到部分款項', en: 'Part received' } }
}

// Isolated, because a name may run from right to left.
function contactOf(payee: Payee | null): Meaning {
  if (payee === null) return { zh: '聯絡商家客服', en: "contact the merchant's support" }
  const name = `\u2068${payee.name}\u2069`
  return { zh: `聯絡${name}的客服`, en: `contact the support of ${name}` }
}

/** The texts of the button by which a member says that the payment is made. */
export const paidLabels = {
  ask: {
    zh: '轉帳完成後請按此告知，我們會核對款項。已轉帳者（包括轉到先前顯示的帳號），請勿重複轉帳。',
    en: 'Tell us once you have paid. If you have, to an earlier account too, do not transfer again.',
  },
  button: { zh: '我已付款', en: 'I have paid' },
  askAgain: {
    zh: '我們已收到您的告知。之後又轉帳，才需再告知。',
    en: 'Thanks, we are checking. Tell us again only if you made another transfer.',
  },
  again: { zh: '再次告知', en: 'Tell us again' },
  last5: { zh: '您轉出帳號的末五碼（選填）', en: 'Last five digits of your account (optional)' },
  typing: { zh: '輸入前請先按此暫停自動更新', en: 'Stop the reloading before you type' },
  resume: { zh: '恢復自動更新', en: 'Start the reloading again' },
  wrong: {
    zh: '請輸入五位數字，例如 12345，或留空。',
    en: 'Please enter exactly five digits such as 12345, or leave it empty.',
  },
  checking: { zh: '您的付款核對中', en: 'Your payment is being checked' },
  atHand: {
    zh: '結果會顯示在本頁，請勿重複轉帳。請備妥轉帳明細：轉出帳號末五碼、金額、時間與銀行交易序號，以便核對。',
    en:
      'The outcome will appear on this page. Do not transfer again. Have the details of your transfer at hand: ' +
      'the last five digits of your account, the amount, the time and the number that your bank gave it.',
  },
} as const satisfies Record<string, Meaning>

/** The texts of the page's script. */
export const scriptLabels = {
  copied: { zh: '已複製', en: 'Copied' },
  notCopied: { zh: '無法自動複製，請長按選取後複製。', en: 'Please select and copy it by hand.' },
  retrying: { zh: '連線不穩，正在重試…', en: 'No connection. Retrying…' },
  timeOver: { zh: '付款時間已過，請不要再轉帳', en: 'Time is over: do not transfer again' },
  fiveMinutes: { zh: '付款時間剩下五分鐘', en: 'Five minutes left' },
  oneMinute: { zh: '付款時間剩下一分鐘', en: 'One minute left' },
} as const satisfies Record<string, Meaning>

import type { CallName, calls } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { labelFor } from './label-for.ts'
import { bucketLabels } from './merchant-labels.ts'
import { roleLabels } from './people-labels.ts'

/** The name of a call that may wait for a second person. */
export type WaitingCall = {
  [Name in CallName]: (typeof calls)[Name] extends { readonly waits: true } ? Name : never
}[CallName]

type Members = Readonly<Record<string, unknown>>

/** A call as it was made: whom or what it is about, its body, and the order that it moves. */
export type CallToApprove = {
  readonly subject: string
  readonly body: Members
  readonly order: Members
}

/** A call's name, its request in a sentence, and its effect once it is approved. */
type Labels = {
  readonly name: Meaning
  readonly asks: (call: CallToApprove) => Meaning
  readonly effect: (call: CallToApprove) => Meaning
}

const atOnce = { zh: '核准後立即生效。', en: 'It takes effect at once.' }
const onlyEvidence = {
  zh: '不移動任何款項，只更改佐證的銀行交易。',
  en: 'No money moves: only the bank transactions behind the order change.',
}

/** The words for each call that may wait. A call that is missing here does not compile. */
export const approvalLabels: Readonly<Record<WaitingCall, Labels>> = {
  createBankAccount: {
    name: { zh: '登記銀行帳戶', en: 'register a bank account' },
    asks: ({ body }) => ({
      zh: `登記銀行帳戶 ${text(body.bank_code)}-${text(body.account_no)}`,
      en: `Register bank account ${text(body.bank_code)}-${text(body.account_no)}`,
    }),
    effect: () => ({
      zh: '帳戶立即可用：專員可指定給會員匯款。',
      en: 'The account can be used at once: agents can give it to members to pay into.',
    }),
  },
  patchBankAccount: {
    name: { zh: '更改銀行帳戶', en: 'change a bank account' },
    asks: ({ subject }) => ({
      zh: `更改銀行帳戶 ${subject}`,
      en: `Change bank account ${subject}`,
    }),
    effect: ({ body }) =>
      body.holder_name === undefined
        ? atOnce
        : {
            zh: `立即生效，會員看到的戶名將是「${text(body.holder_name)}」。`,
            en: `At once; members will be shown ${text(body.holder_name)} as the holder.`,
          },
  },
  createMerchant: {
    name: { zh: '建立商戶', en: 'create a merchant' },
    asks: ({ body }) => ({
      zh: `建立商戶 ${text(body.uid)}（${text(body.name)}）`,
      en: `Create merchant ${text(body.uid)} (${text(body.name)})`,
    }),
    effect: () => ({
      zh: '建立商戶並產生金鑰。金鑰只顯示給您，而且只有這一次。',
      en: 'The merchant is created. Its secret is shown to you, and only this once.',
    }),
  },
  patchMerchant: {
    name: { zh: '更改商戶', en: 'change a merchant' },
    asks: ({ subject }) => ({ zh: `更改商戶 ${subject}`, en: `Change merchant ${subject}` }),
    effect: ({ subject }) => ({
      zh: `商戶 ${subject} 的設定立即生效。`,
      en: `The settings of merchant ${subject} take effect at once.`,
    }),
  },
  rotateSecret: {
    name: { zh: '更換金鑰', en: 'replace a secret' },
    asks: ({ subject }) => ({
      zh: `更換商戶 ${subject} 的金鑰`,
      en: `Replace the secret of merchant ${subject}`,
    }),
    effect: ({ body }) => ({
      zh: `產生新金鑰，只顯示給您這一次。舊金鑰${grace(body).zh}失效。`,
      en: `A new secret is shown to you this once; the old one ends ${grace(body).en}.`,
    }),
  },
  setPricing: {
    name: { zh: '設定費率', en: 'set a price' },
    asks: ({ subject }) => ({
      zh: `設定商戶 ${subject} 的費率`,
      en: `Set the price of merchant ${subject}`,
    }),
    effect: ({ subject, body }) =>
      body.valid_from === undefined
        ? {
            zh: `商戶 ${subject} 之後建立的訂單依此費率收費。`,
            en: `Orders that ${subject} creates from now on cost that.`,
          }
        : {
            zh: `商戶 ${subject} 自 ${text(body.valid_from)} 起建立的訂單依此費率收費。`,
            en: `Orders that ${subject} creates from ${text(body.valid_from)} on cost that.`,
          },
  },
  withdrawPricing: {
    name: { zh: '撤回費率', en: 'withdraw a price' },
    asks: ({ subject }) => ({
      zh: `撤回商戶 ${subject} 尚未生效的費率`,
      en: `Withdraw a price of merchant ${subject} that has not begun`,
    }),
    effect: () => ({
      zh: '這版費率不會生效，仍留在清單上。',
      en: 'It will not come to hold, and stays listed.',
    }),
  },
  addSettlementAccount: {
    name: { zh: '新增結算帳戶', en: 'add a settlement account' },
    asks: ({ subject, body }) => ({
      zh: `為商戶 ${subject} 新增結算帳戶 ${text(body.bank_code)} ${text(body.account_no)}（${text(body.holder_name)}）`,
      en: `Add ${text(body.bank_code)} ${text(body.account_no)} of ${text(body.holder_name)} to merchant ${subject}`,
    }),
    effect: ({ subject }) => ({
      zh: `商戶 ${subject} 的款項可以付至這個帳戶。`,
      en: `The money of ${subject} may be paid there.`,
    }),
  },
  removeSettlementAccount: {
    name: { zh: '移除結算帳戶', en: 'remove a settlement account' },
    asks: ({ subject }) => ({
      zh: `移除商戶 ${subject} 的一個結算帳戶`,
      en: `Remove a settlement account of merchant ${subject}`,
    }),
    effect: () => ({
      zh: '之後的提領不再付至這個帳戶。',
      en: 'No withdrawal goes there any more.',
    }),
  },
  withdraw: {
    name: { zh: '提領', en: 'withdraw' },
    asks: ({ subject, body }) => ({
      zh: `為商戶 ${subject} 提領 ${body.amount === 'all' ? '全部可提領的金額' : text(body.amount)}`,
      en: `Pay merchant ${subject} ${body.amount === 'all' ? 'all that can be withdrawn' : text(body.amount)}`,
    }),
    effect: () => ({
      zh: '金額與手續費會凍結，並等待專員匯出。',
      en: 'The amount and its fee are frozen, and it waits to be paid out.',
    }),
  },
  adjustBalance: {
    name: { zh: '調整餘額', en: 'adjust a balance' },
    asks: ({ subject, body }) => ({
      zh: `調整商戶 ${subject} 的${bucket(body).zh}`,
      en: `Adjust merchant ${subject}: ${bucket(body).en.toLowerCase()}`,
    }),
    effect: ({ subject, body }) =>
      body.bucket === 'fees'
        ? feeEffect(subject, Number(body.amount) > 0)
        : {
            zh: `商戶 ${subject} 的餘額立即改變，其帳務明細會列出原因。`,
            en: `The balance of ${subject} changes at once; its ledger tells the reason.`,
          },
  },
  liftHold: {
    name: { zh: '解除管制', en: 'lift a hold' },
    asks: () => ({ zh: '解除管制', en: 'Lift a hold' }),
    effect: () => ({
      zh: '所指的訂單可再入帳與出款。',
      en: 'What it names can be settled and paid out again.',
    }),
  },
  eraseMember: {
    name: { zh: '刪除會員個資', en: 'erase a member' },
    asks: ({ body }) => ({
      zh: `刪除商戶 ${String(body.merchant_uid)} 會員 ${String(body.user_id)} 的個資`,
      en: `Erase member ${String(body.user_id)} of merchant ${String(body.merchant_uid)}`,
    }),
    effect: () => ({
      zh: '其姓名、電話、電子郵件與帳號將被遮蔽，無法復原；金額、編號與事件保留。',
      en: 'Their names, telephones, e-mails and accounts are masked for good; amounts and numbers stay.',
    }),
  },
  switchMaintenance: {
    name: { zh: '結束維護', en: 'end maintenance' },
    asks: ({ subject }) => ({
      zh: `結束維護：資料庫 ${subject}`,
      en: `End the maintenance of database ${subject}`,
    }),
    effect: () => ({
      zh: '可再建立訂單、異動與匯入，等候中的通知開始送出。',
      en: 'Orders are created, moved and imported again, and callbacks that wait are sent.',
    }),
  },
  startAuto: {
    name: { zh: '恢復自動配對', en: 'start automatic matching' },
    asks: () => ({ zh: '恢復自動指定帳戶與入帳', en: 'Start automatic matching again' }),
    effect: () => ({
      zh: '系統再自動指定帳戶，並為沒有疑義的款項入帳。',
      en: 'The service gives accounts again, and settles what is in no doubt.',
    }),
  },
  giveRole: {
    name: { zh: '給予角色', en: 'give a role' },
    asks: ({ subject, body }) => ({
      zh: `給予 ${subject} 角色：${role(body).zh}`,
      en: `Give ${subject} a role: ${role(body).en}`,
    }),
    effect: ({ subject, body }) => ({
      zh: `${subject} 立即可以${role(body).zh}的身分工作。`,
      en: `${subject} can work as ${role(body).en} at once.`,
    }),
  },
  takeRole: {
    name: { zh: '取消角色', en: 'take a role away' },
    asks: ({ subject }) => ({
      zh: `取消 ${subject} 的角色`,
      en: `Take away the role of ${subject}`,
    }),
    effect: ({ subject }) => ({
      zh: `${subject} 的下一個操作起即被拒絕。`,
      en: `${subject} is refused from the next call on.`,
    }),
  },
  matchCollection: {
    name: { zh: '指定帳戶', en: 'give an account' },
    asks: ({ subject }) => ({
      zh: `指定代收 ${subject} 的收款帳戶`,
      en: `Give collection ${subject} an account`,
    }),
    effect: ({ order }) =>
      order.page_ends_at === null
        ? {
            zh: '商戶查詢訂單時取得此帳戶，會員將匯款到這裡。',
            en: 'The merchant gets this account when it queries the order, and the member pays into it.',
          }
        : {
            zh: '會員的頁面會顯示此帳戶，會員將匯款到這裡。',
            en: "The member's page shows this account, and the member pays into it.",
          },
  },
  settleCollection: {
    name: { zh: '代收入帳', en: 'settle a collection' },
    asks: ({ subject }) => ({ zh: `代收 ${subject} 入帳`, en: `Settle collection ${subject}` }),
    effect: ({ order, body }) => ({
      zh: `${sum(body.paid_amount)} 記入商戶 ${text(order.uid)}，並通知商戶。之後只能沖正。`,
      en: `${sum(body.paid_amount)} is booked to ${text(order.uid)}, which is told. Only a reversal undoes it.`,
    }),
  },
  confirmCollection: {
    name: { zh: '確認款項', en: 'decide on declared money' },
    asks: ({ subject, body }) =>
      body.accept === false
        ? { zh: `退回代收 ${subject} 申報的款項`, en: `Reject the money of collection ${subject}` }
        : {
            zh: `確認代收 ${subject} 申報的款項`,
            en: `Confirm the money of collection ${subject}`,
          },
    effect: ({ order, body }) =>
      body.accept === false
        ? {
            zh: `${sum(order.paid_amount)} 從商戶 ${text(order.uid)} 的餘額移除，商戶會看到原因。`,
            en: `${sum(order.paid_amount)} leaves the balance of ${text(order.uid)}, which reads the reason.`,
          }
        : {
            zh: `${sum(order.paid_amount)} 成為商戶 ${text(order.uid)} 的可用餘額。`,
            en: `${sum(order.paid_amount)} becomes available to ${text(order.uid)}.`,
          },
  },
  reverseCollection: {
    name: { zh: '沖正代收', en: 'reverse a collection' },
    asks: ({ subject }) => ({ zh: `沖正代收 ${subject}`, en: `Reverse collection ${subject}` }),
    effect: ({ order }) => ({
      zh: `${sum(order.paid_amount)} 從商戶 ${text(order.uid)} 的餘額扣回，訂單可再入帳。`,
      en: `${sum(order.paid_amount)} is taken back from ${text(order.uid)}. The order can be settled again.`,
    }),
  },
  backCollection: {
    name: { zh: '更換銀行交易', en: 'exchange bank transactions' },
    asks: ({ subject }) => ({
      zh: `更換代收 ${subject} 的銀行交易`,
      en: `Exchange the bank transactions of collection ${subject}`,
    }),
    effect: () => onlyEvidence,
  },
  processPayout: {
    name: { zh: '出款完成', en: 'complete a payout' },
    asks: ({ subject }) => ({ zh: `代付 ${subject} 出款完成`, en: `Payout ${subject} was paid` }),
    effect: ({ order, body }) => ({
      zh: `${sum(body.paid_amount)} 從商戶 ${text(order.uid)} 的餘額扣除，並通知商戶。之後只能沖正。`,
      en: `${sum(body.paid_amount)} leaves ${text(order.uid)}, which is told. Only a reversal undoes it.`,
    }),
  },
  reversePayout: {
    name: { zh: '沖正代付', en: 'reverse a payout' },
    asks: ({ subject }) => ({ zh: `沖正代付 ${subject}`, en: `Reverse payout ${subject}` }),
    effect: ({ order }) => ({
      zh: `${sum(order.actual_amount)} 退回商戶 ${text(order.uid)} 的可用餘額。`,
      en: `${sum(order.actual_amount)} is available to ${text(order.uid)} again.`,
    }),
  },
  backPayout: {
    name: { zh: '更換銀行交易', en: 'exchange bank transactions' },
    asks: ({ subject }) => ({
      zh: `更換代付 ${subject} 的銀行交易`,
      en: `Exchange the bank transactions of payout ${subject}`,
    }),
    effect: () => onlyEvidence,
  },
  postTransaction: {
    name: { zh: '登記銀行交易', en: 'record a transaction' },
    asks: ({ subject }) => ({
      zh: `登記帳戶 ${subject} 的交易`,
      en: `Record a transaction of account ${subject}`,
    }),
    effect: () => ({
      zh: '交易登記後，訂單即可以它入帳。',
      en: 'Once it is recorded, an order can be settled with it.',
    }),
  },
  undoImport: {
    name: { zh: '撤回匯入', en: 'take back a statement' },
    asks: ({ subject, body }) => ({
      zh: `撤回匯入 ${subject}：${text(body.reason)}`,
      en: `Take back import ${subject}: ${text(body.reason)}`,
    }),
    effect: () => ({
      zh: '只由它提供的交易、涵蓋日期與確認都會移除。之後可再匯入同一檔案。',
      en: 'What it alone told goes: lines, days and confirmations. The file can be imported again.',
    }),
  },
  ignoreTransaction: {
    name: { zh: '列為不處理', en: 'ignore a bank transaction' },
    asks: ({ subject, body }) => ({
      zh: `將銀行交易 ${subject} 列為不處理：${text(body.reason)}`,
      en: `Ignore bank transaction ${subject}: ${text(body.reason)}`,
    }),
    effect: () => ({
      zh: '這筆支出不再列為未認列。之後可以恢復。',
      en: 'The debit is no longer listed as unclaimed. It can be taken back later.',
    }),
  },
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function sum(value: unknown): string {
  const dollars = Number(text(value) === '' ? Number.NaN : value)
  return Number.isFinite(dollars) ? moneyText(dollars) : text(value)
}

function bucket(body: CallToApprove['body']): Meaning {
  return labelFor(bucketLabels, text(body.bucket))
}

function feeEffect(uid: string, isGivenBack: boolean): Meaning {
  return isGivenBack
    ? {
        zh: `平台的手續費退到商戶 ${uid} 的可用餘額，其帳務明細會列出原因。`,
        en: `Given to what ${uid} has available, out of the fees; its ledger tells the reason.`,
      }
    : {
        zh: `自商戶 ${uid} 的可用餘額另收平台手續費，其帳務明細會列出原因。`,
        en: `Charged as a fee, out of what ${uid} has available; its ledger tells the reason.`,
      }
}

function role(body: CallToApprove['body']): Meaning {
  return labelFor(roleLabels, text(body.role))
}

// The call's default, if the request leaves it out.
function grace(body: CallToApprove['body']): Meaning {
  const seconds = Number(text(body.grace_seconds) || '86400')
  if (seconds === 0) return { zh: '立即', en: 'at once' }
  const hours = seconds / 3600
  if (!Number.isInteger(hours)) return { zh: ` ${seconds} 秒後`, en: `after ${seconds} seconds` }
  return { zh: ` ${hours} 小時後`, en: hours === 1 ? 'after an hour' : `after ${hours} hours` }
}

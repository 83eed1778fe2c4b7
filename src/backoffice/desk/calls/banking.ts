import type { BankAccountState } from '../../../contract/back-office/states.ts'
import { moneyText } from '../../../units/money.ts'
import type { Labels } from '../labels/label-for.ts'
import { type Presentations, text } from './presentation.ts'

const accountStates: Labels<BankAccountState> = {
  active: { zh: '已啟用。', en: 'It is active.' },
  paused: { zh: '已暫停，不再指定給新的訂單。', en: 'It is paused: no new order gets it.' },
  frozen: {
    zh: '已凍結，等待匯款的訂單列為例外。',
    en: 'It is frozen. The orders that waited on it are exceptions.',
  },
  closed: { zh: '已關閉。', en: 'It is closed.' },
}

const atOnce = { zh: '核准後立即生效。', en: 'It takes effect at once.' }

export const bankingPresentations = {
  createBankAccount: {
    done: { zh: '已登記銀行帳戶。', en: 'The bank account is registered.' },
    address: ({ id }) => `/bank-accounts/${id}`,
    name: { zh: '登記銀行帳戶', en: 'register a bank account' },
    request: ({ body }) => ({
      zh: `登記銀行帳戶 ${text(body.bank_code)}-${text(body.account_no)}`,
      en: `Register bank account ${text(body.bank_code)}-${text(body.account_no)}`,
    }),
    effect: () => ({
      zh: '帳戶立即可用：專員可指定給會員匯款。',
      en: 'The account can be used at once: agents can give it to members to pay into.',
    }),
    form: () => ['create', '/bank-accounts/new'],
    subject: ['bank_account', 'id'],
  },
  patchBankAccount: {
    done: { zh: '已更新銀行帳戶。', en: 'The bank account is changed.' },
    doneByDetail: accountStates,
    detail: ({ state }, { sent }) => (sent.state === undefined ? '' : state),
    name: { zh: '更改銀行帳戶', en: 'change a bank account' },
    request: ({ subject }) => ({
      zh: `更改銀行帳戶 ${subject}`,
      en: `Change bank account ${subject}`,
    }),
    effect: ({ body }) =>
      body.holder_name === undefined
        ? atOnce
        : {
            zh: `立即生效，會員看到的戶名將是「${text(body.holder_name)}」。`,
            en: `It takes effect at once. Members will see ${text(body.holder_name)} as the holder.`,
          },
    form: (body, { id }) => {
      const page = `/bank-accounts/${String(id)}?part=settings`
      if (body.state !== undefined) return [`to-${String(body.state)}`, page]
      if (Object.keys(body).some((name) => name.startsWith('auto'))) return ['auto', page]
      const isPeople = 'holder_name' in body || 'agents' in body || 'feeds' in body
      return [isPeople ? 'people' : 'limits', page]
    },
    subject: ['bank_account', 'id'],
  },
  importStatement: {
    done: { zh: '對帳單匯入中。', en: 'The statement is being imported.' },
    address: (answer) => ('import_id' in answer ? `/imports/${answer.import_id}` : '/imports'),
  },
  agreeImport: { done: { zh: '已同意此匯入。', en: 'You have agreed to the import.' } },
  undoImport: {
    done: { zh: '匯入撤回中。', en: 'The import is being taken back.' },
    name: { zh: '撤回匯入', en: 'take back a statement' },
    request: ({ subject, body }) => ({
      zh: `撤回匯入 ${subject}：${text(body.reason)}`,
      en: `Take back import ${subject}: ${text(body.reason)}`,
    }),
    effect: () => ({
      zh: '只由它提供的交易、涵蓋日期與確認都會移除。之後可再匯入同一檔案。',
      en: 'Removes what only it provided: transactions, days, confirmations. The file can be imported again.',
    }),
    form: () => ['undo'],
  },
  postTransaction: {
    done: { zh: '已登記交易。', en: 'The transaction is recorded.' },
    address: ({ id }) => `/bank-transactions/${id}`,
    name: { zh: '登記銀行交易', en: 'record a transaction' },
    request: ({ subject }) => ({
      zh: `登記帳戶 ${subject} 的交易`,
      en: `Record a transaction of account ${subject}`,
    }),
    effect: () => ({
      zh: '交易登記後，訂單即可以它入帳。',
      en: 'Once it is recorded, an order can be settled with it.',
    }),
    form: () => ['post', '/bank-transactions/new'],
    subject: ['bank_transaction', 'id'],
  },
  ignoreTransaction: {
    done: { zh: '已列為不處理。', en: 'Ignored from now on.' },
    detail: ({ amount }) => moneyText(amount),
    name: { zh: '列為不處理', en: 'ignore a bank transaction' },
    request: ({ subject, body }) => ({
      zh: `將銀行交易 ${subject} 列為不處理：${text(body.reason)}`,
      en: `Ignore bank transaction ${subject}: ${text(body.reason)}`,
    }),
    effect: () => ({
      zh: '這筆支出不再列為未認列。之後可以恢復。',
      en: 'The debit is no longer listed as unclaimed. It can be taken back later.',
    }),
    form: () => ['ignore'],
  },
  reopenTransaction: { done: { zh: '已恢復。', en: 'Reopened.' } },
} satisfies Partial<Presentations>

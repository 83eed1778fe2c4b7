import type { AnswerOf, CallName, OtherAnswerOf } from '../../contract/back-office/table.ts'
import { moneyText } from '../../units/money.ts'
import { drawStatements } from './banking/statements/statement-page.tsx'
import { progressAddress } from './callbacks/bulk-fields.ts'
import { drawTestResult } from './callbacks/test-page.tsx'
import { undoneBy } from './cookies/last-act.ts'
import type { Desk } from './desk.ts'
import { formFields } from './form-body.ts'
import { secretSheet } from './merchants/secret-sheet.tsx'
import { type OutcomeSummary, summaryOf } from './orders/outcome-summary.ts'
import { drawTestedAlarms } from './overview/alarms-page.tsx'
import type { PageContent } from './page.ts'
import { pageOf } from './parts/subject-link.tsx'
import type { SubmittedForm } from './submit-form.ts'

/** What the desk does after a call was carried out. */
type AfterAct<Answer> = {
  /** The result shown in place of the next page, because it is shown only once; null for none. */
  readonly result?: (
    desk: Desk,
    answer: Answer,
    acted: SubmittedForm,
  ) => PageContent | null | Promise<PageContent>
  /** The address of the next page; `approved` is the call that an approval has carried out. */
  readonly address?: (answer: Answer, acted: SubmittedForm, approved: string) => string
  /** The detail of its notice: the sum and its member, an account or its state, the held subject, a line. */
  readonly detail?: (answer: Answer, acted: SubmittedForm) => string
  /** The outcome of each order, of a call on several. */
  readonly outcomes?: (answer: Answer) => OutcomeSummary
}

// The page of the form is shown again where nothing else is said.
const afterActs: {
  readonly [Name in CallName]?: AfterAct<AnswerOf<Name> | OtherAnswerOf<Name>>
} = {
  settleCollections: { outcomes: ({ items }) => summaryOf(items) },
  reassignCollections: { outcomes: ({ items }) => summaryOf(items) },
  settleCollection: {
    detail: ({ paid_amount: paid, user_name: name }) => joined([moneyText(paid), name], ' · '),
  },
  matchCollection: {
    detail: ({ collection_bank_name: bank, collection_account_no: account }) =>
      `${bank} …${account.slice(-5)}`,
  },
  notePayout: { detail: (_, { sent }) => sent[formFields.told]?.[0] ?? '' },
  createBankAccount: { address: ({ id }) => `/bank-accounts/${id}` },
  patchBankAccount: {
    detail: ({ state }, { sent }) => (sent.state === undefined ? '' : state),
  },
  importStatement: {
    result: (desk, answer, { path, fileStart }) =>
      'first' in answer ? drawStatements(desk, path.id ?? '', { plan: answer, fileStart }) : null,
    address: (answer) => ('import_id' in answer ? `/imports/${answer.import_id}` : '/imports'),
  },
  postTransaction: { address: ({ id }) => `/bank-transactions/${id}` },
  ignoreTransaction: { detail: ({ amount }) => moneyText(amount) },
  createMerchant: { result: (desk, { uid, ...secret }) => secretSheet(desk, uid, secret) },
  rotateSecret: {
    result: async (desk, secret, acted) => secretSheet(desk, await rotatedUid(desk, acted), secret),
  },
  placeHold: {
    detail: ({ merchant_uid: uid, user_id: member, account_no: account, trade_no: order }) =>
      joined([uid, member, account === '' ? '' : `…${account.slice(-5)}`, order], ' '),
  },
  eraseMember: { address: ({ id }) => `/erasures/${id}` },
  createProduct: { address: () => '/products' },
  removeProduct: { address: () => '/products' },
  testCallback: { result: drawTestResult },
  resendCallbacks: { address: progressAddress },
  reviveCallbacks: { address: progressAddress },
  testAlarms: { result: drawTestedAlarms },
  approve: {
    address: (answer, { path }, approved) =>
      approvedPage(approved, { ...answer }) ?? `/approvals/${path.id ?? ''}`,
  },
  takeRole: { address: () => '/people' },
}

/** The entry of a call. Its functions take the answer of that call alone. */
export function afterAct(name: string): AfterAct<object> {
  const known: Readonly<Record<string, AfterAct<never>>> = afterActs
  return (known[name] as AfterAct<object> | undefined) ?? {}
}

/** The order that the notice of an act names, if a queue opens the next one or the act can be undone; else null. */
export function orderAfter({ name, path }: SubmittedForm): string | null {
  return finishing.has(name) || name in undoneBy ? (path.trade_no ?? null) : null
}

const finishing: ReadonlySet<CallName> = new Set<CallName>([
  'matchCollection',
  'settleCollection',
  'processPayout',
])

const joined = (parts: readonly string[], separator: string) =>
  parts.filter((part) => part !== '').join(separator)

// After an approval, the approval names the secret's merchant.
async function rotatedUid(desk: Desk, { name, path }: SubmittedForm): Promise<string> {
  if (name === 'rotateSecret') return path.uid ?? ''
  const approval = await desk.ask('showApproval', { path })
  return approval.ok ? String(approval.value.path.uid) : ''
}

// The subject of an approved call, as it is now.
function approvedPage(call: string, answer: Readonly<Record<string, unknown>>): string | null {
  const [kind, member] = subjects[call] ?? []
  const name = member === undefined ? undefined : answer[member]
  if (kind === undefined || (typeof name !== 'string' && typeof name !== 'number')) return null
  return pageOf({ kind, name: String(name) })
}

// By the approved call: the kind of its subject, and the member of its answer that names the subject.
const subjects: Readonly<Record<string, readonly [kind: string, member: string]>> = {
  createBankAccount: ['bank_account', 'id'],
  patchBankAccount: ['bank_account', 'id'],
  patchMerchant: ['merchant', 'uid'],
  liftHold: ['hold', 'id'],
  eraseMember: ['erasure', 'id'],
  giveRole: ['person', 'name'],
  takeRole: ['person', 'name'],
  matchCollection: ['collection', 'trade_no'],
  settleCollection: ['collection', 'trade_no'],
  confirmCollection: ['collection', 'trade_no'],
  backCollection: ['collection', 'trade_no'],
  reverseCollection: ['collection', 'trade_no'],
  processPayout: ['payout', 'trade_no'],
  reversePayout: ['payout', 'trade_no'],
  backPayout: ['payout', 'trade_no'],
  postTransaction: ['bank_transaction', 'id'],
}

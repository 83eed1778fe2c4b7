import * as z from 'zod'
import { caseless } from '../back-office-names.ts'
import { transactionViews } from './banking/transactions.ts'
import { get, post, put, remove } from './call.ts'
import { roles } from './roles.ts'
import { listOf, meaning, money, nextCursor, shape, time } from './shapes.ts'
import { approvalStates } from './states.ts'
import { moment, page, pageParameters, reasonBody, text } from './values.ts'

/**
 * `GET /api/journal`: from `from` until before `to`; a subject is given as `kind:name`, or as its kind. `approved_by`
 * finds the calls that a person approved, under their askers.
 */
export const journalFilter = page.extend({
  actor: text(120).transform(caseless).optional(),
  action: text(40).optional(),
  subject: text(120).optional(),
  approved_by: text(120).transform(caseless).optional(),
  from: moment.optional(),
  to: moment.optional(),
})

export type JournalFilter = z.output<typeof journalFilter>

/** `GET /api/journal.csv` */
const journalExport = journalFilter.omit(pageParameters)

export type JournalExport = z.output<typeof journalExport>

/**
 * `GET /api/approvals`: `not_done` is every state but `done`. A subject is given as `kind:name`, or as its kind; a
 * filter without an index shortens the page (back office §5, §7).
 */
export const approvalFilter = page.extend({
  state: z.enum([...approvalStates, 'not_done']).optional(),
  subject: text(160).optional(),
  asked_by: text(120).transform(caseless).optional(),
})

export type ApprovalFilter = z.output<typeof approvalFilter>

/** `POST /api/approvals/:id/approve`: the number of the order's moves that the approver saw. */
const approving = z.strictObject({ seq: z.int().min(1).nullish() })

/** `GET /api/people`: the cursor is the last name of the page before. */
const peoplePage = page.extend({ cursor: z.string().max(120).optional() })

export type PeoplePage = z.output<typeof peoplePage>

/** `PUT /api/people/:name` */
const person = z.strictObject({ role: z.enum(roles) })

export type PersonCall = z.output<typeof person>

const changedFields = z.record(z.string(), z.unknown()).nullable()

const journalRowView = shape(
  'JournalRow',
  z.strictObject({
    id: z.int(),
    at: time,
    actor: z.string(),
    role: meaning(
      z.enum([...roles, 'system']),
      '操作者的角色；system 為系統自動比對',
      'The role of who did it; system is the service, where it matches by itself',
    ),
    action: z.string(),
    subject: z.strictObject({ kind: z.string(), name: z.string() }),
    before: meaning(changedFields, '更改前；只列更改的欄位', 'What stood before, of what changed'),
    after: meaning(changedFields, '更改後；只列更改的欄位', 'What stands after, of what changed'),
    reason: z.string(),
    request_id: z.string(),
    approved_by: meaning(z.string(), '核准者；無須核准為空', 'Who approved it, or empty'),
  }),
)

const approvalFields = z.strictObject({
  id: z.int(),
  state: z.enum(approvalStates),
  call: meaning(z.string(), '操作名稱，即 operationId', 'The call, by its operationId'),
  path: meaning(z.record(z.string(), z.unknown()), '路徑中的值', 'The values in its path'),
  body: meaning(z.unknown(), '送出的內容', 'Its body, as it was sent'),
  subject: z.strictObject({ kind: z.string(), name: z.string() }),
  amount: meaning(money.nullable(), '異動的金額', 'How much it moves; null where it moves nothing'),
  merchant: meaning(
    z.strictObject({ uid: z.string(), name: z.string() }).nullable(),
    '所涉的商戶',
    'The merchant that it is about',
  ),
  bank_account: meaning(
    z
      .strictObject({
        id: z.int(),
        bank_name: z.string(),
        last5: z.string(),
        holder_name: z.string(),
      })
      .nullable(),
    '所涉的銀行帳戶',
    'The bank account that it is about',
  ),
  person: meaning(z.string(), '付款人或收款人', 'Who pays or is paid; empty where nobody is'),
  merchant_order_no: meaning(
    z.string(),
    '所涉訂單的商戶訂單編號',
    'The number that the merchant gave the order that it is about, or empty',
  ),
  asked_by: z.string(),
  asked_at: time,
  expires_at: time,
  decided_by: z.string(),
  decided_at: time.nullable(),
  reason: z.string(),
})

/** A waiting call about an order, for everybody who may see the order. */
export const waitingApproval = shape(
  'WaitingApproval',
  approvalFields.pick({
    id: true,
    call: true,
    amount: true,
    asked_by: true,
    asked_at: true,
    expires_at: true,
  }),
)

const approvalItemView = shape('ListedApproval', approvalFields)

// Also has the fields of a collection or a payout.
const approvedOrderView = z.looseObject({ seq: z.int() }).nullable()

const approvalView = shape(
  'Approval',
  z.strictObject({
    ...approvalFields.shape,
    seq: meaning(
      z.int().nullable(),
      '訂單目前的異動次數；不涉及訂單為 null',
      'The number of the order’s moves; null where it moves no order',
    ),
    order_then: meaning(
      approvedOrderView,
      '提出時的訂單',
      'The order as it was when somebody asked',
    ),
    order_now: meaning(approvedOrderView, '目前的訂單', 'The order as it is now'),
    bank_transactions: meaning(
      z.array(transactionViews.listed),
      '操作所列的銀行交易',
      'The bank transactions that the call names',
    ),
  }),
)

// Also has the fields of the approved call's answer.
const approvedCallView = shape('Approved', z.looseObject({}))

const personView = shape(
  'Person',
  z.strictObject({
    name: z.string(),
    role: z.enum(roles),
    role_by_setting: meaning(
      z.enum(roles).nullable(),
      'ACCESS_ROLES 指定的角色，優先於 role',
      'The role that ACCESS_ROLES gives instead, or null',
    ),
    updated_at: time,
  }),
)

const peopleView = shape(
  'PeopleList',
  z.strictObject({
    items: z.array(personView),
    next_cursor: nextCursor,
    by_setting: meaning(
      z.array(z.strictObject({ name: z.string(), role: z.enum(roles).nullable() })),
      'ACCESS_ROLES 所列的人員；role 為 null 表示設定有誤',
      'Whom ACCESS_ROLES names; role is null where it gives none that there is',
    ),
  }),
)

const approvalPath = '/approvals/:id{[0-9]{1,16}}'

export const peopleCalls = {
  listJournal: get('/journal', {
    summary: { zh: '操作紀錄，由新到舊', en: 'Lists who wrote what, newest first' },
    query: journalFilter,
    answer: listOf('Journal', journalRowView),
  }),
  exportJournal: get('/journal.csv', {
    summary: { zh: '操作紀錄的 CSV 檔', en: 'Gives the journal as a file of CSV' },
    query: journalExport,
    answer: 'csv',
  }),
  listApprovals: get('/approvals', {
    summary: {
      zh: '待核准與已處理的操作，由新到舊',
      en: 'Lists calls that wait for a second person, or did, newest first',
    },
    query: approvalFilter,
    answer: listOf('ApprovalList', approvalItemView),
  }),
  showApproval: get(approvalPath, {
    summary: {
      zh: '一項待核准的操作，含提出時與目前的訂單',
      en: 'Shows one of them, with its order as it was and as it is now',
    },
    answer: approvalView,
  }),
  approve: post(`${approvalPath}/approve`, {
    summary: {
      zh: '核准並執行；回應同該操作',
      en: 'Approves a call of somebody else, carries it out, and answers as it would have',
    },
    body: approving,
    answer: approvedCallView,
    also: [
      { status: 201, answer: approvedCallView },
      { status: 202, answer: approvedCallView },
    ],
  }),
  reject: post(`${approvalPath}/reject`, {
    summary: {
      zh: '駁回；提出者可藉此撤回',
      en: 'Rejects a call that waits, or withdraws one’s own',
    },
    body: reasonBody,
    answer: approvalItemView,
  }),
  listPeople: get('/people', {
    summary: {
      zh: '資料庫給予角色的人員，依名稱；另列 ACCESS_ROLES 所列的人員',
      en: 'Lists whom the database gives a role, by name, and beside them whom ACCESS_ROLES names',
    },
    query: peoplePage,
    answer: peopleView,
  }),
  showPerson: get('/people/:name', {
    summary: { zh: '一名人員', en: 'Shows one of them' },
    answer: personView,
  }),
  giveRole: put('/people/:name', {
    summary: { zh: '給予角色', en: 'Gives a role' },
    body: person,
    answer: personView,
    waits: true,
  }),
  takeRole: remove('/people/:name', {
    summary: { zh: '取消角色，並顯示其內容', en: 'Takes a role away, and shows what it was' },
    answer: personView,
    waits: true,
  }),
}

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
      '操作者的角色；system 為系統的自動配對',
      'The role of the actor; system is automatic matching',
    ),
    action: z.string(),
    subject: z.strictObject({ kind: z.string(), name: z.string() }),
    before: meaning(changedFields, '更改前；只列更改的欄位', 'The changed fields before'),
    after: meaning(changedFields, '更改後；只列更改的欄位', 'The changed fields after'),
    reason: z.string(),
    request_id: z.string(),
    approved_by: meaning(z.string(), '核准者；可為空', 'The approver, or empty'),
  }),
)

const approvalFields = z.strictObject({
  id: z.int(),
  state: z.enum(approvalStates),
  call: meaning(z.string(), '操作名稱，即 operationId', 'The operationId of the call'),
  path: z.record(z.string(), z.unknown()),
  body: z.unknown(),
  subject: z.strictObject({ kind: z.string(), name: z.string() }),
  amount: meaning(money.nullable(), '異動的金額，或 null', 'Amount that it moves, or null'),
  merchant: meaning(
    z.strictObject({ uid: z.string(), name: z.string() }).nullable(),
    '所涉的商戶；沒有為 null',
    'The merchant concerned; null for none',
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
    '所涉的銀行帳戶；沒有為 null',
    'The bank account concerned; null for none',
  ),
  person: meaning(z.string(), '付款人或收款人；沒有為空', 'The payer or payee; empty for none'),
  merchant_order_no: meaning(
    z.string(),
    '所涉訂單的商戶訂單編號；沒有為空',
    'The merchant’s number of the order concerned; empty for none',
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
      'The number of the order’s moves so far; null if the call concerns no order',
    ),
    order_then: meaning(approvedOrderView, '提出時的訂單', 'The order when approval was requested'),
    order_now: approvedOrderView,
    bank_transactions: meaning(
      z.array(transactionViews.listed),
      '操作所列的銀行交易',
      'The bank transactions named in the call',
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
      'ACCESS_ROLES 指定的角色，優先於 role；沒有為 null',
      'The role from ACCESS_ROLES, which replaces `role`; null for none',
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
      'ACCESS_ROLES 所列的人員與服務權杖；role 為 null 表示設定的角色不存在',
      'The holders in ACCESS_ROLES; role is null if the setting names an unknown role',
    ),
  }),
)

const approvalPath = '/approvals/:id{[0-9]{1,16}}'

export const peopleCalls = {
  listJournal: get('/journal', {
    summary: { zh: '操作紀錄，由新到舊', en: 'Lists the journal of writes, newest first' },
    query: journalFilter,
    answer: listOf('Journal', journalRowView),
  }),
  exportJournal: get('/journal.csv', {
    summary: { zh: '操作紀錄的 CSV 檔', en: 'Exports the journal as CSV' },
    query: journalExport,
    answer: 'csv',
  }),
  listApprovals: get('/approvals', {
    summary: { zh: '核准申請，由新到舊', en: 'Lists approvals in every state, newest first' },
    query: approvalFilter,
    answer: listOf('ApprovalList', approvalItemView),
  }),
  showApproval: get(approvalPath, {
    summary: {
      zh: '一項核准申請，含提出時與目前的訂單',
      en: 'Shows an approval, with its order when requested and now',
    },
    answer: approvalView,
  }),
  approve: post(`${approvalPath}/approve`, {
    summary: {
      zh: '核准他人的操作並執行；回應同該操作',
      en: 'Approves another person’s call, carries it out and returns its answer',
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
      zh: '駁回等待中的操作；提出者以此撤回',
      en: 'Rejects a waiting call; its requester withdraws it this way',
    },
    body: reasonBody,
    answer: approvalItemView,
  }),
  listPeople: get('/people', {
    summary: {
      zh: '資料庫中有角色的人員，依名稱排序；另列 ACCESS_ROLES 所列的人員',
      en: 'Lists people with a role in the database, by name, and those in ACCESS_ROLES',
    },
    query: peoplePage,
    answer: peopleView,
  }),
  showPerson: get('/people/:name', {
    summary: { zh: '一名人員', en: 'Shows a person' },
    answer: personView,
  }),
  giveRole: put('/people/:name', {
    summary: { zh: '指定人員的角色', en: 'Sets a person’s role' },
    body: person,
    answer: personView,
    waits: true,
  }),
  takeRole: remove('/people/:name', {
    summary: { zh: '取消並回應人員的角色', en: 'Removes a person’s role and returns it' },
    answer: personView,
    waits: true,
  }),
}

import * as z from 'zod'
import { approvalStates } from '../approval-values.ts'
import type { peopleCalls } from '../calls/people-calls.ts'
import { roles } from '../roles.ts'
import { type DocumentedCalls, listOf, meaning, named, nextCursor, time } from './answer.ts'
import { transactions } from './shapes/transactions.ts'

const changed = z.record(z.string(), z.unknown()).nullable()

const journalRow = named(
  'JournalRow',
  z.strictObject({
    id: z.int(),
    at: time,
    actor: z.string(),
    role: z.enum(roles),
    action: z.string(),
    subject: z.strictObject({ kind: z.string(), name: z.string() }),
    before: meaning(changed, '更改前；只列更改的欄位', 'What stood before, of what changed'),
    after: meaning(changed, '更改後；只列更改的欄位', 'What stands after, of what changed'),
    reason: z.string(),
    request_id: z.string(),
    approved_by: meaning(z.string(), '核准者；無須核准為空', 'Who approved it, or empty'),
  }),
)

const approval = z.strictObject({
  id: z.int(),
  state: z.enum(approvalStates),
  call: meaning(z.string(), '操作名稱，即 operationId', 'The call, by its operationId'),
  path: meaning(z.record(z.string(), z.unknown()), '路徑中的值', 'The values in its path'),
  body: meaning(z.unknown(), '送出的內容', 'Its body, as it was sent'),
  subject: z.strictObject({ kind: z.string(), name: z.string() }),
  asked_by: z.string(),
  asked_at: time,
  expires_at: time,
  decided_by: z.string(),
  decided_at: time.nullable(),
  reason: z.string(),
})
const listedApproval = named('ListedApproval', approval)

// Its other members are those of a collection or a payout.
const order = z.looseObject({ seq: z.int() }).nullable()

const shownApproval = named(
  'Approval',
  z.strictObject({
    ...approval.shape,
    seq: meaning(
      z.int().nullable(),
      '訂單目前的異動次數；不涉及訂單為 null',
      'The number of the order’s moves; null where it moves no order',
    ),
    order_then: meaning(order, '提出時的訂單', 'The order as it was when somebody asked'),
    order_now: meaning(order, '目前的訂單', 'The order as it is now'),
    bank_transactions: meaning(
      z.array(transactions.listed),
      '操作所列的銀行交易',
      'The bank transactions that the call names',
    ),
  }),
)

// The members are those of the call that was approved.
const approved = named('Approved', z.looseObject({}))

const person = named(
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

const people = named(
  'PeopleList',
  z.strictObject({
    items: z.array(person),
    next_cursor: nextCursor,
    by_setting: meaning(
      z.array(z.strictObject({ name: z.string(), role: z.enum(roles).nullable() })),
      'ACCESS_ROLES 所列的人員；role 為 null 表示設定有誤',
      'Whom ACCESS_ROLES names; role is null where it gives none that there is',
    ),
  }),
)

export const peopleAnswers = {
  listJournal: {
    says: { zh: '操作紀錄，由新到舊', en: 'Lists who wrote what, newest first' },
    answer: listOf('Journal', journalRow),
  },
  exportJournal: {
    says: { zh: '操作紀錄的 CSV 檔', en: 'Gives the journal as a file of CSV' },
    answer: 'csv',
  },
  listApprovals: {
    says: {
      zh: '待核准與已處理的操作，由新到舊',
      en: 'Lists calls that wait for a second person, or did, newest first',
    },
    answer: listOf('ApprovalList', listedApproval),
  },
  showApproval: {
    says: {
      zh: '一項待核准的操作，含提出時與目前的訂單',
      en: 'Shows one of them, with its order as it was and as it is now',
    },
    answer: shownApproval,
  },
  approve: {
    says: {
      zh: '核准並執行；回應同該操作',
      en: 'Approves a call of somebody else, carries it out, and answers as it would have',
    },
    answer: approved,
    also: { status: 201, answer: approved },
  },
  reject: {
    says: {
      zh: '駁回；提出者可藉此撤回',
      en: 'Rejects a call that waits, or withdraws one’s own',
    },
    answer: listedApproval,
  },
  listPeople: {
    says: {
      zh: '資料庫給予角色的人員，依名稱；另列 ACCESS_ROLES 所列的人員',
      en: 'Lists whom the database gives a role, by name, and beside them whom ACCESS_ROLES names',
    },
    answer: people,
  },
  showPerson: { says: { zh: '一名人員', en: 'Shows one of them' }, answer: person },
  giveRole: { says: { zh: '給予角色', en: 'Gives a role' }, answer: person, waits: true },
  takeRole: {
    says: { zh: '取消角色，並顯示其內容', en: 'Takes a role away, and shows what it was' },
    answer: person,
    waits: true,
  },
} satisfies DocumentedCalls<typeof peopleCalls>

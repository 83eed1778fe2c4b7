import type { Places, Results } from '../acts.ts'
import { pageOf } from '../parts/subject-link.tsx'

/** Results shown only once: none of approvals, people and the journal themselves. */
export const peopleResults: Results = {}

/** Where the reader goes on to: what was approved, as it is now. */
export const peoplePlaces: Places = {
  approve: (answer, { path }, approved) =>
    approvedPage(approved, { ...answer }) ?? `/approvals/${path.id ?? ''}`,
  takeRole: () => '/people',
}

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

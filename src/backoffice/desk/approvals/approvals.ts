import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type Meaning, sameInBoth } from '../../../units/language.ts'
import type { CallToApprove } from '../calls/presentation.ts'
import { presentationOf } from '../calls/table.ts'
import { membersOf } from '../parts/members.tsx'
import { subjectText } from '../parts/subject-link.tsx'
import { shortNumber, type Tone } from '../parts/values.tsx'

export type ApprovalItem = AnswerOf<'listApprovals'>['items'][number]
export type ApprovalDetail = AnswerOf<'showApproval'>

export const approvalTones: Readonly<Record<ApprovalItem['state'], Tone>> = {
  waiting: 'care',
  done: 'done',
  failed: 'wrong',
  rejected: 'over',
  expired: 'over',
}

/** The request of an approval, in a sentence. */
export function requestOf(approval: ApprovalItem): Meaning {
  return presentationOf(approval.call).request?.(callOf(approval, {})) ?? sameInBoth(approval.call)
}

/** The effect of the call once it is approved; `fee` is what moves with the money, by default the order's. */
export function effectOf(approval: ApprovalDetail, fee: number | undefined): Meaning {
  const order = membersOf(approval.order_now)
  const call = callOf(approval, { ...order, fee: fee ?? order.fee })
  const body = { ...call.body, paid_amount: approval.amount }
  return presentationOf(approval.call).effect?.({ ...call, body }) ?? sameInBoth(approval.call)
}

/** The bank transactions that the call names as the order's payment. */
export function namedLines({ body, bank_transactions: all }: ApprovalDetail) {
  const ids = [membersOf(body).bank_transactions ?? []].flat().map(String)
  return all.filter(({ id }) => ids.includes(String(id)))
}

/** The name of a call that may need approval. */
export function callLabel(call: string): Meaning {
  return presentationOf(call).name ?? sameInBoth(call)
}

function callOf(approval: ApprovalItem, order: CallToApprove['order']): CallToApprove {
  return { subject: subjectName(approval), body: membersOf(approval.body), order }
}

// The subject's name, or the end of the service's number.
function subjectName(approval: ApprovalItem) {
  const { subject, merchant, bank_account: account, merchant_order_no: orderNo } = approval
  const { kind, name } = subject
  if (kind === 'merchant') return merchant?.name ?? name
  if (kind !== 'bank_account') return orderNo || subjectText(subject)
  return account === null ? shortNumber(name) : accountText(account)
}

/** A bank account in short: its bank, and its last five digits. */
export function accountText({ bank_name: bank, last5 }: NonNullable<ApprovalItem['bank_account']>) {
  return `${bank} …${last5}`
}

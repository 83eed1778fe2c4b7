import type { Context, MerchantContext } from '../../context.ts'
import { notFound } from '../../contract/refusals.ts'
import { parseSubject } from '../../rules/people/approvals.ts'
import { findApproval, type StoredApproval } from '../../store/people/approvals.ts'
import { say } from '../../units/language.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { collectionBook } from '../orders/move-collection.ts'
import { findOrder } from '../orders/move-order.ts'
import { payoutBook } from '../orders/move-payout.ts'

export type LocatedApproval = {
  readonly approval: StoredApproval
  readonly context: MerchantContext
}

/** An approval by its id, which carries its database's number; refuses with `not_found`. */
export async function requireApproval(context: Context, id: string): Promise<LocatedApproval> {
  const number = /^\d{1,16}$/.test(id) ? Number(id) : Number.NaN
  const merchantContext = Number.isSafeInteger(number) ? contextOfOrder(context, number) : null
  const approval = merchantContext && (await findApproval(merchantContext.db, number))
  if (merchantContext === null || approval === null) {
    throw notFound(say('查無此申請，請確認編號', 'There is no such approval; check its number'))
  }
  return { approval, context: merchantContext }
}

/** The current state of the order that a call moves; null for none. */
export async function orderOf(
  context: Context,
  { orderSeq, subject }: Pick<StoredApproval, 'orderSeq' | 'subject'>,
): Promise<{ readonly seq: number; readonly view: Readonly<Record<string, unknown>> } | null> {
  if (orderSeq === null) return null
  const { kind, name } = parseSubject(subject)
  if (kind === 'payout') {
    const found = await findOrder(context, payoutBook, { tradeNo: name, reader: null })
    return { seq: found.order.seq, view: payoutBook.view(found) }
  }
  const found = await findOrder(context, collectionBook, { tradeNo: name, reader: null })
  return { seq: found.order.seq, view: collectionBook.view(found) }
}

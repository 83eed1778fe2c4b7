import type { Context } from '../../context.ts'
import type { NewErasureCall } from '../../contract/back-office/merchants/erasures.ts'
import { notFound, Refusal } from '../../contract/refusals.ts'
import { databaseOf } from '../../rules/orders/order-identity.ts'
import { type Principal, recordId } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { erasureView } from '../../rules/views/people/erasure-view.ts'
import { findErasure, insertErasure, openOrdersOf } from '../../store/privacy/erasures.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { contextIn, contextOfOrder } from '../merchant-contexts.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { commitCommand } from '../people/commit-command.ts'

/**
 * Begins to mask the personal fields of a merchant's member, with a second person (back office §6); the minute's job
 * does it in steps. Refuses with `order_not_final` while an order of the member is not final, or its callback is owed.
 */
export async function eraseMember(
  context: Context,
  principal: Principal,
  { merchant_uid: uid, user_id: userId, reason }: NewErasureCall,
): Promise<{ readonly id: number }> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  const member = { merchantId: merchant.id, userId }
  return retry('began no erasure', 5, async () => {
    const open = await openOrdersOf(merchantContext.db, member)
    if (open.length > 0) throw notFinal(open)
    const nowMs = context.now()
    const id = recordId(nowMs, context.random(), merchantContext.databaseNumber)
    const outcome = await commitCommand({
      context: merchantContext,
      principal,
      call: {
        written: {
          action: 'erase',
          subject: { kind: 'member', name: `${uid}/${userId}` },
          before: null,
          after: { erasure: id },
          reason,
        },
        concern: standingConcern('member_erased'),
      },
      statements: [insertErasure({ ...member, id, askedAt: toSeconds(nowMs), lastId: id })],
    })
    if (outcome === 'id_taken' || outcome === 'lost_race') return null
    if (outcome !== 'committed') throw new Error(`erasure: ${outcome}`)
    return { id }
  })
}

function notFinal(open: readonly string[]): Refusal {
  const numbers = open.join('、')
  return new Refusal('order_not_final', {
    message: say(
      `此會員尚有訂單未結束，或其通知尚未送達：${numbers}。請於結束後再試`,
      `The member has orders that are not final, or undelivered callbacks: ${open.join(', ')}. Try again later`,
    ),
  })
}

/** An erasure and its progress; refuses with `not_found`. */
export async function showErasure(context: Context, id: number) {
  const home = contextIn(context, databaseOf(id)) ?? contextOfOrder(context, id)
  const found = home && (await findErasure(home.db, id))
  if (found === null)
    throw notFound(say('查無此遮蔽作業，請確認編號', 'There is no such erasure; check its number'))
  return erasureView(found)
}

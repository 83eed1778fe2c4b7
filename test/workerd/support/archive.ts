import type { Fields } from '../../../scripts/client/merchant-client.ts'
import type { MerchantContext } from '../../../src/context.ts'
import { type ArchiveRun, archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { aDeliverer, deliverCallback } from './deliverer.ts'
import { move } from './orders.ts'
import { aContext, rows, type Shop } from './service.ts'

const dayMs = 86_400_000

/** The context of the first database so many days later, when what is final leaves it. */
export function later(days = 40, parts: Partial<MerchantContext> = {}): MerchantContext {
  const context = aContext({ now: () => Date.now() + days * dayMs, ...parts })
  return { ...context, settings: { ...context.settings, archiveAfterDays: 35 } }
}

/** Ends what other files of tests have left in a database, beside which nothing leaves. */
export async function endOthersWork(
  ask: (query: string) => Promise<unknown> = rows,
): Promise<void> {
  await ask('delete from book_findings')
  await ask('delete from book_passes')
  await ask('delete from maintenance')
  await ask('update erasures set ended_at = asked_at where ended_at is null')
}

/** Archives all that is final, from the first order on, whatever a file before has left running. */
export async function archiveAll(...given: Partial<Parameters<typeof archiveOrders>>) {
  await endOthersWork()
  return archiveAgain(...given)
}

/** The same beside what holds it back. */
export async function archiveAgain(
  ...[context = later(), limits]: Partial<Parameters<typeof archiveOrders>>
): Promise<ArchiveRun> {
  await rows('update archive_position set after_id = 0, ended_at = null')
  return archiveOrders(context, limits)
}

/** A collection that is paid, and whose callback is delivered. */
export async function aPaidCollection(shop: Pick<Shop, 'create'>, fields: Fields = {}) {
  const { body } = await shop.create({ notify_url: 'https://m.example/n', ...fields })
  await paidAndDelivered(body.data.trade_no)
  return body.data
}

/** Settles a collection as it was ordered, and delivers its callback. */
export async function paidAndDelivered(tradeNo: string): Promise<void> {
  await move.settle(tradeNo)
  const id = parseTradeNo(tradeNo)?.id ?? 0
  await deliverCallback(aDeliverer(() => 200, { now: Date.now }).context, id)
}

export async function archivedIds(): Promise<readonly number[]> {
  const found = await rows<{ id: number }>('select id from archived_orders order by id')
  return found.map(({ id }) => id)
}

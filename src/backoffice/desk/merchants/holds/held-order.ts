import type { Desk } from '../../desk.ts'
import { namesOf } from '../../orders/order-details.ts'
import { orderName } from '../../orders/order-name.ts'
import { orderPath } from '../../orders/order-path.ts'
import type { RowOf } from '../../parts/list-page.tsx'

export type Hold = RowOf<'listHolds'>

/** The name of a held order, in parts: amount, person and number; empty if it cannot be read. */
export async function heldOrderName(desk: Desk, tradeNo: string): Promise<readonly string[]> {
  const call = orderPath(tradeNo).startsWith('/payouts') ? 'showPayout' : 'showCollection'
  const order = await desk.ask(call, { path: { trade_no: tradeNo } })
  return order.ok ? orderName({ ...order.value, name: namesOf(order.value)[0]?.name ?? '' }) : []
}

/** The names of a list's held orders, by their numbers; of the first ones only, because each costs a call. */
export async function heldOrderNames(
  desk: Desk,
  holds: readonly Hold[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = holds.filter(({ trade_no, lifted_at: at }) => trade_no !== '' && at === null)
  const read = held.slice(0, readMax).map(async ({ trade_no: tradeNo }) => {
    return [tradeNo, await heldOrderName(desk, tradeNo)] as const
  })
  return new Map(await Promise.all(read))
}

const readMax = 10

/** Who approved the lifting of a list's holds, by their ids, as far as a page of approvals reaches. */
export async function approversOf(
  desk: Desk,
  holds: readonly Hold[],
): Promise<ReadonlyMap<number, string>> {
  if (holds.every(({ lifted_at: at }) => at === null)) return new Map()
  const query = { state: 'done', subject: 'hold', limit: '50' }
  const listed = await desk.ask('listApprovals', { query })
  const lifts = listed.ok ? listed.value.items.filter(({ call }) => call === 'liftHold') : []
  return new Map(lifts.map(({ subject, decided_by: by }) => [Number(subject.name), by]))
}

import { receiverName } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { orderId, tradeNo } from '../../../src/rules/orders/order-identity.ts'
import { endCallback, oweCallback } from '../../../src/store/callbacks/owe-callback.ts'
import { commit } from '../../../src/store/database.ts'
import { attemptsAt, type Deliverer } from './deliverer.ts'
import { rows, type Shop } from './service.ts'

/** A callback's row, with what several events of its order make of it. */
type EventedRow = {
  readonly state: string
  readonly attempts: number
  readonly scheduled_attempts: number
  readonly next_at: number | null
  readonly lease_until: number | null
  readonly last_outcome: string | null
  readonly resend_trigger: string | null
  readonly faults: number
  readonly event_number: number
  readonly event_seq: number
  readonly ended_at: number | null
  readonly superseded: string | null
}

/**
 * An order of nobody's need but the test's, which tells its merchant of events one after the other: as the batch of an
 * event does, without the rest of it.
 */
export async function anOrderOfEvents({ context, now }: Deliverer, { uid }: Shop) {
  const [merchant] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  const merchantId = merchant?.id ?? 0
  const id = orderId({
    kind: 'collection',
    nowMs: now() * 1000 + nextMs(),
    random: 0.5,
    database: 0,
  })
  const order = { orderId: id, merchantId, tradeNo: tradeNo(id, Math.random) }
  let seq = 1
  return {
    id,
    tradeNo: order.tradeNo,
    /** An event that is told, with that address. */
    async tell(url = `https://shop.example/${id}`) {
      seq += 1
      const body = { type: 'collection', orderid: `O-${id}`, seq }
      const receiver = receiverName(merchantId, url)
      await commit(context.db, [oweCallback({ ...order, url, body, receiver, seq, now: now() })])
    },
    /** An event that is not told. */
    async end() {
      seq += 1
      await commit(context.db, [endCallback({ orderId: id, now: now() })])
    },
    async row(): Promise<EventedRow> {
      const [row] = await rows<EventedRow>('select * from callbacks where order_id = ?', id)
      if (row === undefined) throw new Error(`no callback ${id}`)
      return row
    },
    log: () => attemptsAt(id),
  }
}

let lastMs = 0
function nextMs(): number {
  lastMs += 1
  return lastMs
}

import { WorkerEntrypoint } from 'cloudflare:workers'
import { type Context, contextFrom } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { takeCallbacks } from '../operations/callbacks/take-callbacks.ts'

/**
 * Makes attempts at callbacks in an invocation of its own, which whoever asks for them does not wait for: a merchant's
 * server that hangs holds up nobody else's batch. What dies here is found again by its expired lease.
 */
export class CallbackDeliverer extends WorkerEntrypoint<Env> {
  /**
   * Takes the work on and answers once the callbacks are claimed, however long the attempts take. Gives those that
   * could not be claimed, by a fault of our own; nothing has happened to them.
   */
  async deliver(orderIds: readonly number[]): Promise<readonly number[]> {
    const context = contextFrom(this.env)
    const { attempts, left } = await takeCallbacks(context, orderIds)
    for (const { orderId, make } of attempts) {
      this.ctx.waitUntil(make().catch(faultOf(context, orderId)))
    }
    for (const { orderId, fault } of left) faultOf(context, orderId)(fault)
    return left.map(({ orderId }) => orderId)
  }
}

function faultOf(context: Context, orderId: number) {
  return (error: unknown) => {
    context.log({ event: 'delivery_fault', order_id: orderId, fault: faultText(error) })
  }
}

import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom, writeLog } from '../env.ts'
import { deliverCallback } from '../operations/deliver-callback.ts'

/**
 * Makes attempts at callbacks in an invocation of its own, which whoever asks for them does not wait for: a merchant's
 * server that hangs holds up nobody else's batch. What dies here is found again by its expired lease.
 */
export class CallbackDeliverer extends WorkerEntrypoint<Env> {
  /** Takes the work on and answers at once. */
  deliver(orderIds: readonly number[]): void {
    const context = contextFrom(this.env)
    for (const orderId of orderIds) {
      const attempt = deliverCallback(context, orderId).catch((error: unknown) => {
        const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
        writeLog({ event: 'delivery_fault', order_id: orderId, fault })
      })
      this.ctx.waitUntil(attempt)
    }
  }
}

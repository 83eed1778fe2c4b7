import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import { logDeliveryFault, takeCallbacks } from '../operations/callbacks/take-callbacks.ts'

/**
 * Makes callback attempts in an invocation of its own, so that a receiver that hangs does not delay the caller's batch.
 * When the invocation dies, the sweep finds its callbacks by their expired leases.
 */
export class CallbackDeliverer extends WorkerEntrypoint<Env> {
  /**
   * Leases the callbacks and resolves before their attempts end. Returns those that our own fault kept from being
   * leased, unchanged.
   */
  async deliver(orderIds: readonly number[]): Promise<readonly number[]> {
    const context = contextFrom(this.env)
    const { attempts, faults } = await takeCallbacks(context, orderIds)
    for (const { orderId, make } of attempts) {
      this.ctx.waitUntil(make().catch((fault) => logDeliveryFault(context, orderId, fault)))
    }
    for (const { orderId, fault } of faults) logDeliveryFault(context, orderId, fault)
    return faults.map(({ orderId }) => orderId)
  }
}

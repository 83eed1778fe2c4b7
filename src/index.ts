import { contextFrom } from './context.ts'
import { Refusal } from './contract/refusals.ts'
import { refuseForeignPages } from './contract/request-guards.ts'
import { replyToError } from './http/json-replies.ts'
import { memberPages } from './http/member-pages.ts'
import { merchantApi } from './http/merchant-api.ts'
import type { Host } from './http/request-pipeline.ts'
import { consumeDeadWakeUps, consumeWakeUps, type Deliver } from './jobs/callback-jobs.ts'
import { runMinuteJobs } from './jobs/minute-jobs.ts'
import type { WakeUp } from './platform/callback-queue.ts'
import { writeLog } from './platform/log.ts'
import type { Settings } from './settings.ts'
import { isLoopback } from './units/web-address.ts'

export { DatabaseJobs } from './jobs/database-entrypoint.ts'
export { BackOffice } from './rpc/back-office.ts'
export { CallbackDeliverer } from './rpc/callback-deliverer.ts'

/** The public Worker. The classes above are its private entrypoints, which no URL reaches. */
export default {
  async fetch(request, env) {
    try {
      const url = new URL(request.url)
      // A local server knows secrets that are public, and may call private addresses: another site's page in the
      // developer's browser could sign an order with them. Of a deployed one's requests the signature alone counts.
      if (isLoopback(url.hostname)) refuseForeignPages(request)
      const context = contextFrom(env)
      return await hostAt(url, context.settings)(request, url, context)
    } catch (error) {
      return replyToError({
        error,
        request,
        record: { requestId: crypto.randomUUID() },
        log: writeLog,
      })
    }
  },

  async queue(batch, env, ctx) {
    if (batch.queue.endsWith('-dead')) await consumeDeadWakeUps(batch, env)
    else await consumeWakeUps(batch, delivererOf(ctx))
  },

  async scheduled(_controller, env, ctx) {
    await runMinuteJobs(contextFrom(env), {
      run: async (number) => ctx.exports.DatabaseJobs.run(number),
      copy: async (number, ms) => ctx.exports.DatabaseJobs.copy(number, ms),
    })
  },
} satisfies ExportedHandler<Env, WakeUp>

function delivererOf(ctx: ExecutionContext): Deliver {
  return async (orderIds) => ctx.exports.CallbackDeliverer.deliver(orderIds)
}

// Decisions §1: each host serves its own paths only. A loopback host serves both.
function hostAt(url: URL, { baseUrl, exchangeUrl, exchangeCode }: Settings): Host {
  if (isLoopback(url.hostname)) {
    return url.pathname.startsWith(`/${exchangeCode}/purchase/`) ? memberPages : merchantApi
  }
  if (baseUrl === null) throw new Error('settings: BASE_URL is not set')
  if (exchangeUrl === null) throw new Error('settings: EXCHANGE_URL is not set')
  if (url.host === baseUrl.host) return merchantApi
  if (url.host === exchangeUrl.host) return memberPages
  throw new Refusal('not_found')
}

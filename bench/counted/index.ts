import worker from '../../src/index.ts'
import { meter } from '../../test/support/metered.ts'

// The public Worker, telling with each answer what it asked of the platform. Never timed: counting costs time.

export { AgentDesk } from '../../src/rpc/agent-desk.ts'
export { BackOffice } from '../../src/rpc/back-office.ts'
export { CallbackDeliverer } from '../../src/rpc/callback-deliverer.ts'

export default {
  ...worker,

  async fetch(request, env, ctx) {
    const counter = meter()
    const bindings = {
      ...env,
      DB: counter.database(env.DB),
      TOKENS: counter.kv(env.TOKENS),
      CALLBACK_QUEUE: counter.queue(env.CALLBACK_QUEUE),
    }
    const answer = await worker.fetch(request, bindings, ctx)
    const { statements: _statements, ...usage } = counter.usage
    const counted = new Response(answer.body, answer)
    counted.headers.set('x-usage', JSON.stringify(usage))
    return counted
  },
} satisfies ExportedHandler<Env, { callbackId: number }>

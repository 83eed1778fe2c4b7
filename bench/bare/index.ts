import { answers, type Call } from './answers.ts'
import { deliver } from './consumer.ts'
import { showWaitPage, waitPath } from './wait-page.ts'

// The least that does the same durable work on the same bindings: no signature, no validation, no journal, no log.
// What it writes is what the public Worker writes for the same request; the bench compares the rows.

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(waitPath)) return showWaitPage(env, pathname.slice(waitPath.length))
    const answer = answers[pathname]
    if (answer === undefined) return new Response('not found', { status: 404 })
    const call: Call = await request.json()
    return Response.json({ ok: 1, data: await answer(env, call) })
  },

  async queue(batch, env) {
    await Promise.all(batch.messages.map(({ body }) => deliver(env, body.orderId)))
  },
} satisfies ExportedHandler<Env, { orderId: number }>

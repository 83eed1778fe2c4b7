/** What a version of the public Worker offers to this one. */
type Version = { deliver(orderIds: readonly number[]): Promise<readonly number[]> }

let serving: readonly number[] = [0]

/**
 * Consumes the wake-ups: hands each batch to one of the versions that serve, as the platform does. A `PUT` says which
 * ones do.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    serving = await request.json()
    return new Response()
  },

  async queue(batch: MessageBatch<{ orderId: number }>, env: Record<string, Version>) {
    const any = serving[Math.floor(Math.random() * serving.length)]
    await env[`VERSION_${any}`]?.deliver(batch.messages.map(({ body }) => body.orderId))
  },
}

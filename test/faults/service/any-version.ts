/** What a version of the public Worker offers to this one. */
type Version = { deliver(orderIds: readonly number[]): Promise<readonly number[]> }

let serving: readonly number[] = [0]

/** Hands each batch of wake-ups to one of the serving versions, as the platform does. A `PUT` chooses the versions. */
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

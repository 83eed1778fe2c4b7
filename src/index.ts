import { WorkerEntrypoint } from 'cloudflare:workers'
export class BackOffice extends WorkerEntrypoint<Env, { caller: string }> { async hi() { return 1 } }
export class AgentDesk extends WorkerEntrypoint<Env> { async hi() { return 1 } }
export class Deliverer extends WorkerEntrypoint<Env> { async hi(a: number) { return a } }
export default { async fetch(_r, env, ctx) { const a: string = env.BASE_URL; await ctx.exports.Deliverer.hi(1); return new Response(a) } } satisfies ExportedHandler<Env>

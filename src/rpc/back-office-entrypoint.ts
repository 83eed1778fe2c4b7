import { WorkerEntrypoint } from 'cloudflare:workers'
import { type Caller, requireBackOffice } from './answer.ts'

/** An entrypoint for the back office's service binding only. */
export class BackOfficeEntrypoint extends WorkerEntrypoint<Env, Caller> {
  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }
}

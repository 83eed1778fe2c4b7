import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type { CallInput } from '../contract/back-office/calls/call.ts'
import type { Desk } from '../contract/back-office/calls/desks.ts'
import type { Answer } from '../contract/back-office-calls.ts'
import type { Act } from '../rules/people/act.ts'
import { answer, type Caller, requireBackOffice } from './answer.ts'
import { dispatch } from './dispatch.ts'

/** An entrypoint for the back office's service binding only, which has verified each `act` and read each input. */
export abstract class BackOfficeEntrypoint extends WorkerEntrypoint<Env, Caller> {
  protected abstract readonly desk: Desk

  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  /** Carries out a call of this desk, or stores it for a second person. */
  async call(name: string, act: Act, input: CallInput): Promise<Answer<object>> {
    const context = () => contextFrom(this.env)
    const goOn = (work: Promise<void>) => this.ctx.waitUntil(work)
    const answered = await answer(() => dispatch(context(), this.desk, name, act, input, goOn))
    return answered.ok ? { ok: true, ...answered.value } : answered
  }
}

import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type { CallInput } from '../contract/back-office/calls/call.ts'
import type { Desk } from '../contract/back-office/calls/desks.ts'
import type { Answer } from '../contract/back-office-calls.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Act } from '../rules/people/act.ts'
import { answer, type Caller, requireBackOffice } from './answer.ts'
import { deskHandlers } from './handlers/desk-handlers.ts'
import { handlerNamed } from './handlers/handlers.ts'

/** An entrypoint for the back office's service binding only, which has verified each `act` and read each input. */
export abstract class BackOfficeEntrypoint extends WorkerEntrypoint<Env, Caller> {
  protected abstract readonly desk: Desk

  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  /** Carries out a call of this desk. */
  call(name: string, act: Act, input: CallInput): Promise<Answer<object>> {
    return answer(async () => {
      const handler = handlerNamed(deskHandlers[this.desk], name)
      if (handler === null) throw new Refusal('not_found')
      return handler(contextFrom(this.env), act, input)
    })
  }
}

import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type { Answer, CallInput, Outcome } from '../contract/back-office/call.ts'
import { countDeskFailure } from '../operations/alarms/count-answers.ts'
import { roleInDatabase } from '../operations/people/known-roles.ts'
import { showHealth } from '../operations/service/show-health.ts'
import type { Principal } from '../rules/people/principal.ts'
import { answer, type EntrypointProps, requireBackOffice } from './answer.ts'
import { answerCall } from './dispatch.ts'

/** The back office's calls. Its Worker has verified each caller and parsed each input; nobody else reaches it. */
export class BackOffice extends WorkerEntrypoint<Env, EntrypointProps> {
  constructor(ctx: ExecutionContext<EntrypointProps>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  /** Carries out a call, or stores it for a second person. */
  async call(name: string, principal: Principal, input: CallInput): Promise<Answer<Outcome>> {
    // A wrong setting is reported as a fault, too.
    const made = await answer(async () => contextFrom(this.env))
    if (!made.ok) return made
    return answerCall(name, input, { context: made.value, principal })
  }

  health() {
    return answer(() => showHealth(contextFrom(this.env)))
  }

  /** Counts an answer of the back office with 5xx, for the alarm `desk_failing`. */
  countFailure() {
    return countDeskFailure(contextFrom(this.env))
  }

  /** The database's role of a name verified by Access, or null. */
  roleOf(name: string) {
    return answer(() => roleInDatabase(contextFrom(this.env), name))
  }
}

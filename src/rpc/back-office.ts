import { contextFrom } from '../context.ts'
import { roleInDatabase } from '../operations/people/known-roles.ts'
import { showHealth } from '../operations/show-health.ts'
import { answer } from './answer.ts'
import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What operators and auditors do; reachable by service binding only. */
export class BackOffice extends BackOfficeEntrypoint {
  protected readonly desk = 'BACK_OFFICE'

  health() {
    return answer(() => showHealth(contextFrom(this.env)))
  }

  /** The role that the database gives to a name that Access has verified; null when it gives none. */
  roleOf(name: string) {
    return answer(() => roleInDatabase(contextFrom(this.env), name))
  }
}

import { contextFrom } from '../context.ts'
import { showHealth } from '../operations/show-health.ts'
import { answer } from './answer.ts'
import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What operators and auditors do; reachable by service binding only. */
export class BackOffice extends BackOfficeEntrypoint {
  protected readonly desk = 'BACK_OFFICE'

  health() {
    return answer(() => showHealth(contextFrom(this.env)))
  }
}

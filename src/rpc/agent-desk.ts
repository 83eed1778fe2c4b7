import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What agents do with orders; reachable by service binding only. */
export class AgentDesk extends BackOfficeEntrypoint {
  protected readonly desk = 'AGENT_DESK'
}

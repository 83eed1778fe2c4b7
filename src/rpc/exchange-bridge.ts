import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What an exchange with pages of its own does with a payment link (§1.8.4); reachable by service binding only. */
export class ExchangeBridge extends BackOfficeEntrypoint {
  protected readonly desk = 'EXCHANGE_BRIDGE'
}

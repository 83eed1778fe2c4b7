import type { Context } from '../../context.ts'
import type { Exchange } from '../../rules/views/links/payment-link-view.ts'

/** The origin of members' pages; locally the API's own origin. Throws if neither is set. */
export function exchangeOf({ settings }: Context): Exchange {
  const url = settings.exchangeUrl ?? settings.baseUrl
  if (url === null) throw new Error('settings: EXCHANGE_URL is not set')
  return { origin: url.origin, code: settings.exchangeCode }
}

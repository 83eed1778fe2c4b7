import type { Context } from '../../context.ts'
import type { Exchange } from '../../rules/views/payment-link-view.ts'

/** Where members' pages are served; locally the API's own origin will do. Throws when neither is set. */
export function exchangeOf({ settings }: Context): Exchange {
  const url = settings.exchangeUrl ?? settings.baseUrl
  if (url === null) throw new Error('settings: EXCHANGE_URL is not set')
  return { origin: url.origin, code: settings.exchangeCode }
}

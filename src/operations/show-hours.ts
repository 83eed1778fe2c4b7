import type { Context, MerchantContext } from '../context.ts'
import { firstIdAt } from '../rules/orders/order-identity.ts'
import { hoursView } from '../rules/views/overview-view.ts'
import { readHours } from '../store/orders/collection-hours.ts'
import { allContexts } from './merchant-contexts.ts'

/**
 * The collections of the last 24 hours, the running one among them, by the hour of their creation. Reads at most
 * 20,000 of each database, the newest; hours before these are left out.
 */
export async function showHours(context: Context): Promise<ReturnType<typeof hoursView>> {
  const from = Math.floor(context.now() / 1000 / hourSeconds) + 1 - hoursShown
  const terms = { after: firstIdAt(from * hourSeconds) - 1, rowsMax }
  const read = ({ db }: MerchantContext) => readHours(db, terms)
  return hoursView(await Promise.all(allContexts(context).map(read)), from, hoursShown)
}

const hourSeconds = 3_600
const hoursShown = 24
const rowsMax = 20_000

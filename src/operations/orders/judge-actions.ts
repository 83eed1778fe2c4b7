import type { Identity } from '../../contract/back-office/roles.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { PossibleAction, Situation } from '../../rules/orders/possible-action.ts'
import { actionsOfCollection, actionsOfPayout } from '../../rules/orders/possible-actions.ts'
import { readSituation } from '../../store/orders/order-situation.ts'
import { selectAlone } from '../../store/people/carried-out-alone.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { peopleContext } from '../people/known-roles.ts'
import type { FoundOrder, Located } from './move-order.ts'

/** What a reader of the back office can do with a collection now, and why not (back office §7). */
export async function judgeCollection(
  found: Located<FoundOrder<Collection>>,
  reader: Identity,
): Promise<readonly PossibleAction[]> {
  return actionsOfCollection(await situationOf(found, reader))
}

/** The same for a payout. */
export async function judgePayout(
  found: Located<FoundOrder<Payout>>,
  reader: Identity,
): Promise<readonly PossibleAction[]> {
  return actionsOfPayout(await situationOf(found, reader))
}

async function situationOf<O extends Collection | Payout>(
  { order, merchant, hasAccounts, merchantContext }: Located<FoundOrder<O>>,
  { name, role }: Identity,
): Promise<Situation<O>> {
  const { db, settings } = merchantContext
  const now = toSeconds(merchantContext.now())
  const asker = { actor: name, day: taipeiDay(now) }
  const asked = {
    merchantId: merchant.id,
    bankAccountId: order.bankAccountId,
    asker,
    linkId: 'linkId' in order ? order.linkId : null,
    holds: holdsOfOrder(merchant.uid, order),
  }
  // Nothing about a test order waits for a second person.
  const on = settings.approvals.on && !isSandbox(merchantContext)
  const first = peopleContext(merchantContext).db
  const [stands, [[sum]]] = await Promise.all([
    readSituation(db, asked),
    on && db !== first ? rowsOf(first, [selectAlone(asker)]) : [[]],
  ])
  const approvals = { ...settings.approvals, on }
  const alone = sum?.amount ?? stands.alone
  return { order, merchant, reader: { name, role }, now, hasAccounts, approvals, ...stands, alone }
}

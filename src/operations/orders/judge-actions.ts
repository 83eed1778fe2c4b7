import type { MerchantContext } from '../../context.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import { keysOfOrder } from '../../rules/merchants/hold.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { PossibleAction, Situation } from '../../rules/orders/possible-action.ts'
import { actionsOfCollection, actionsOfPayout } from '../../rules/orders/possible-actions.ts'
import type { CallKind } from '../../rules/people/second-person.ts'
import { readSituation } from '../../store/orders/order-situation.ts'
import { selectAlone } from '../../store/people/carried-out-alone.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { allContexts, isSandbox } from '../merchant-contexts.ts'
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
  const now = Math.floor(merchantContext.now() / 1000)
  const asker = { actor: name, day: taipeiDay(now) }
  const asked = {
    ...{ merchantId: merchant.id, bankAccountId: order.bankAccountId, ...asker },
    ...{ linkId: 'linkId' in order ? order.linkId : null, holds: keysOfOrder(merchant.uid, order) },
  }
  const [{ alone, ...stands }, elsewhere] = await Promise.all([
    readSituation(db, asked),
    aloneElsewhere(merchantContext, asker),
  ])
  const reader = { name, role }
  // Nothing about a test order waits for a second person.
  const approvals = { ...settings.approvals, on: approvalsApply(merchantContext) }
  return {
    ...{ order, merchant, reader, now, hasAccounts, approvals, ...stands },
    alone: added([...alone, ...elsewhere]),
  }
}

function approvalsApply(context: MerchantContext): boolean {
  return context.settings.approvals.on && !isSandbox(context)
}

type Sums = readonly { readonly kind: CallKind; readonly amount: number }[]

async function aloneElsewhere(
  context: MerchantContext,
  asker: { readonly actor: string; readonly day: number },
): Promise<Sums> {
  if (!approvalsApply(context)) return []
  const others = allContexts(context).filter(
    ({ databaseNumber }) => databaseNumber !== context.databaseNumber,
  )
  const read = async ({ db }: MerchantContext) => (await rowsOf(db, [selectAlone(asker)]))[0]
  return (await Promise.all(others.map(read))).flat()
}

function added(sums: Sums): Situation<Collection>['alone'] {
  const total: Partial<Record<CallKind, number>> = {}
  for (const { kind, amount } of sums) total[kind] = (total[kind] ?? 0) + amount
  return total
}

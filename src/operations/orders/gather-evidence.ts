import type { MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Evidence } from '../../rules/banking/claim.ts'
import {
  type Expected,
  expectedOfCollection,
  expectedOfPayout,
} from '../../rules/banking/evidence.ts'
import { type StandingEvidence, standingIds } from '../../rules/banking/order-claims.ts'
import { databaseOf } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import {
  amountsOf,
  findAwaitingLink,
  findClaimedAccount,
  findDeposits,
  hasPayingAccount,
} from '../../store/banking/claims.ts'
import { eventsOf } from '../../store/orders/journal.ts'
import { isSandbox } from '../merchant-contexts.ts'
import type { FoundOrder, Located } from './move-order.ts'

/**
 * What is known of the transactions that a call names for a collection, of its account, and whether its database has
 * accounts.
 */
export async function evidenceForCollection(
  { order, merchantContext, hasAccounts }: Located<FoundOrder<Collection>>,
  ids: readonly number[],
): Promise<Evidence> {
  const { bankAccountId } = order
  const [named, account, expected] = await Promise.all([
    namedIn(merchantContext, ids),
    bankAccountId === null ? null : findClaimedAccount(merchantContext.db, bankAccountId),
    ids.length === 0 ? expectedWithout(order) : expectedOf(merchantContext, order),
  ])
  return { ...named, account, hasAccounts, expected }
}

/** The same for a payout, with the account that the call names as the one that paid. */
export async function evidenceForPayout(
  { order, merchantContext, hasAccounts }: Located<FoundOrder<Payout>>,
  ids: readonly number[],
  bankAccount: number | null,
): Promise<Evidence> {
  const { db } = merchantContext
  if (bankAccount !== null && isSandbox(merchantContext)) throw new Refusal('test_order')
  const isElsewhere = bankAccount !== null && isOfAnother(merchantContext, bankAccount)
  const [named, account, hasPaying] = await Promise.all([
    namedIn(merchantContext, ids),
    bankAccount === null || isElsewhere ? null : findClaimedAccount(db, bankAccount),
    hasAccounts && bankAccount === null && hasPayingAccount(db),
  ])
  const elsewhere = named.elsewhere || isElsewhere
  const expected = expectedOfPayout(order)
  return { ...named, elsewhere, account, hasAccounts: hasPaying, expected }
}

/** What is known of the transactions that a call names, and of those that pay the order as it stands. */
export async function standingEvidence(
  context: MerchantContext,
  order: Collection | Payout,
  ids: readonly number[],
): Promise<StandingEvidence> {
  const { db } = context
  const [named, events] = await Promise.all([namedIn(context, ids), eventsOf(db, order.id)])
  return { ...named, standing: await amountsOf(db, standingIds(events)) }
}

/** What a collection expects of the money that pays it. */
export async function expectedOf(
  { db, settings }: MerchantContext,
  collection: Collection,
): Promise<Expected> {
  const { linkId } = collection
  const link = linkId === null ? null : await findAwaitingLink(db, linkId)
  return expectedOfCollection(collection, link, settings.matchedGraceSeconds)
}

// Where no transaction is named nobody asks how long the money is awaited.
const expectedWithout = (collection: Collection) => expectedOfCollection(collection, null, 0)

async function namedIn(context: MerchantContext, ids: readonly number[]) {
  if (ids.length > 0 && isSandbox(context)) throw new Refusal('test_order')
  const elsewhere = ids.some((id) => isOfAnother(context, id))
  const named = elsewhere ? [] : await findDeposits(context.db, ids)
  const unknown = ids.filter((id) => !elsewhere && !named.some(({ deposit }) => deposit.id === id))
  return { named, unknown, elsewhere }
}

// Whether an id names a record of another of the deployment's databases.
function isOfAnother({ databases, databaseNumber }: MerchantContext, id: number): boolean {
  const number = databaseOf(id)
  return number !== databaseNumber && number < databases.length
}

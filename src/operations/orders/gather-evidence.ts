import type { MerchantContext } from '../../context.ts'
import type { Evidence } from '../../rules/banking/claim.ts'
import {
  type Expected,
  expectedOfCollection,
  expectedOfPayout,
} from '../../rules/banking/evidence.ts'
import { type StandingEvidence, standingIds } from '../../rules/banking/order-claims.ts'
import type { Actor } from '../../rules/orders/order-events.ts'
import { databaseOf } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import {
  depositsOf,
  findAccountTerms,
  findAwaitingLink,
  findDeposits,
  hasPayingAccount,
} from '../../store/banking/claims.ts'
import { hasBankAccount } from '../../store/banking/has-bank-account.ts'
import { eventsOf } from '../../store/orders/journal.ts'

/** The transactions and the account that a call names, by their ids, and who makes it. */
type Naming = {
  readonly ids: readonly number[]
  readonly bankAccount: number | null
  readonly actor: Actor
}

/**
 * What is known of the transactions that a call names for a collection, and of its account. Where it names none, and
 * the collection is on no account, it is whether there are accounts at all.
 */
export async function evidenceForCollection(
  context: MerchantContext,
  collection: Collection,
  { ids, actor }: Pick<Naming, 'ids' | 'actor'>,
): Promise<Evidence> {
  const { db } = context
  const { bankAccountId } = collection
  const [named, account, hasAccounts, expected] = await Promise.all([
    namedIn(context, ids),
    bankAccountId === null ? null : findAccountTerms(db, bankAccountId),
    // Nobody else needs to know.
    actor.role === 'agent' && bankAccountId === null && hasBankAccount(db),
    ids.length === 0 ? expectedWithout(collection) : expectedOf(context, collection),
  ])
  return { ...named, account, hasAccounts, expected }
}

/** The same for a payout, with the account that the call names as the one that paid. */
export async function evidenceForPayout(
  context: MerchantContext,
  payout: Payout,
  { ids, bankAccount, actor }: Naming,
): Promise<Evidence> {
  const { db } = context
  const isElsewhere = bankAccount !== null && isOfAnother(context, bankAccount)
  const [named, account, hasAccounts] = await Promise.all([
    namedIn(context, ids),
    bankAccount === null || isElsewhere ? null : findAccountTerms(db, bankAccount),
    actor.role === 'agent' && bankAccount === null && hasPayingAccount(db),
  ])
  const elsewhere = named.elsewhere || isElsewhere
  return { ...named, elsewhere, account, hasAccounts, expected: expectedOfPayout(payout) }
}

/** What is known of the transactions that a call names, and of those that pay the order as it stands. */
export async function standingEvidence(
  context: MerchantContext,
  order: Collection | Payout,
  ids: readonly number[],
): Promise<StandingEvidence> {
  const { db } = context
  const [named, events, claimed] = await Promise.all([
    namedIn(context, ids),
    eventsOf(db, order.id),
    depositsOf(db, order.id),
  ])
  const standing = standingIds(events)
  return { ...named, standing: claimed.filter(({ id }) => standing.includes(id)) }
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

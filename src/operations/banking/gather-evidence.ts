import type { MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Evidence, EvidenceDeposit, Rivals } from '../../rules/banking/claim.ts'
import {
  type AccountPeriod,
  type DuePayment,
  expectedOfCollection,
  expectedOfPayout,
  timingOf,
  withoutLinkSeconds,
} from '../../rules/banking/evidence.ts'
import { type FittingCollection, rivalsOf } from '../../rules/banking/exact-pairs.ts'
import { type OrderEvidence, payingIds } from '../../rules/banking/order-claims.ts'
import { isReportedOnlyBy } from '../../rules/banking/transaction-reporters.ts'
import { databaseOf, idEpochSeconds, idsPerSecond } from '../../rules/orders/order-identity.ts'
import type { Collection, Order, Payout } from '../../rules/orders/orders.ts'
import type { Principal } from '../../rules/people/principal.ts'
import {
  amountsOf,
  findClaimedAccount,
  findDeposits,
  hasPayingAccount,
} from '../../store/banking/claims.ts'
import {
  type CollectionWindow,
  type FittingRecord,
  findDepositsWithFitting,
} from '../../store/banking/fitting-collections.ts'
import { reportersOf } from '../../store/banking/transaction-reporters.ts'
import { findAwaitingLink } from '../../store/links/awaiting-link.ts'
import { eventsOf } from '../../store/orders/booking.ts'
import { isSandbox } from '../merchant-contexts.ts'
import type { LocatedOrder, OrderOfMerchant } from '../orders/move-order.ts'
import { mayWait } from '../people/commit-command.ts'

/** The records of the transactions named for a collection, of its account, and whether its database has accounts. */
export async function evidenceForCollection(
  { order, merchantContext, hasAccounts }: LocatedOrder<OrderOfMerchant<Collection>>,
  principal: Principal,
  ids: readonly number[] = [],
): Promise<Evidence> {
  const { bankAccountId } = order
  let rivals: Rivals | null = null
  const [named, account, expected, isOwn] = await Promise.all([
    namedTransactions(merchantContext, ids, async (own) => {
      const { deposits, ...others } = await withRivals(merchantContext, order, own)
      rivals = others
      return deposits
    }),
    bankAccountId === null ? null : findClaimedAccount(merchantContext.db, bankAccountId),
    // Without a transaction the payment's window does not matter.
    ids.length === 0 ? expectedOfCollection(order) : expectedPaymentOf(merchantContext, order),
    namesOwnEvidence(merchantContext, principal, ids),
  ])
  const known = { account, hasAccounts, hasPayingAccount: false }
  return { ...named, ...known, expected, rivals, isOwn }
}

// Adds the payments expected by other orders that the transactions may pay.
async function withRivals(
  { db, settings }: MerchantContext,
  order: Collection,
  ids: readonly number[],
): Promise<Rivals & { readonly deposits: readonly EvidenceDeposit[] }> {
  const { deposits, fitting, isWhole } = await findDepositsWithFitting(
    db,
    ids,
    collectionWindow(settings),
  )
  return { deposits, ...rivalsOf(order, fitting.map(readFitting(settings)), isWhole) }
}

/** The age of the oldest collections that a transaction may pay. */
export function collectionWindow({
  linkLifetimeSeconds,
  matchedGraceSeconds,
}: MerchantContext['settings']): CollectionWindow {
  // A link's payment may be created near the end of its life, and its own page lives as long again.
  const awaitedSeconds = withoutLinkSeconds + 2 * linkLifetimeSeconds + matchedGraceSeconds
  return { awaitedSeconds, idEpochSeconds, idsPerSecond }
}

/** Returns the function that reads the expected payment of a matching collection. */
export function readFitting({ matchedGraceSeconds }: MerchantContext['settings']) {
  return ({ deposit, collection, link, ...record }: FittingRecord): FittingCollection => {
    const expected = expectedOfCollection(collection, { link, matchedGraceSeconds })
    const timing = timingOf(expected, deposit)
    return { ...record, depositId: deposit.id, expected, member: collection, timing }
  }
}

/** The evidence for a payout, with the account that the call names. */
export async function evidenceForPayout(
  { order, merchantContext, hasAccounts }: LocatedOrder<OrderOfMerchant<Payout>>,
  principal: Principal,
  { bankAccount, bankTransactions: ids = [] }: PayoutEvidenceRefs,
): Promise<Evidence> {
  const { db } = merchantContext
  if (bankAccount !== undefined && isSandbox(merchantContext)) throw new Refusal('test_order')
  const isAccountElsewhere = bankAccount !== undefined && isOfAnother(merchantContext, bankAccount)
  const [named, account, hasPaying, isOwn] = await Promise.all([
    namedTransactions(merchantContext, ids),
    bankAccount === undefined || isAccountElsewhere ? null : findClaimedAccount(db, bankAccount),
    hasAccounts && bankAccount === undefined && hasPayingAccount(db),
    namesOwnEvidence(merchantContext, principal, ids),
  ])
  const isElsewhere = named.isElsewhere || isAccountElsewhere
  const known = { account, hasAccounts, hasPayingAccount: hasPaying, rivals: null, isOwn }
  return { ...named, ...known, isElsewhere, expected: expectedOfPayout(order) }
}

type PayoutEvidenceRefs = {
  readonly bankAccount?: number | undefined
  readonly bankTransactions?: readonly number[] | undefined
}

// Whether a person acting alone names a transaction that nobody else reported (back office §5).
async function namesOwnEvidence(
  context: MerchantContext,
  principal: Principal,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0 || !mayWait(context, principal)) return false
  const known = await reportersOf(context.db, ids)
  return known.some((reporters) => isReportedOnlyBy(principal, reporters))
}

/** The records of the transactions that a call names, and of those that pay the order now. */
export async function orderEvidence(
  context: MerchantContext,
  order: Order,
  ids: readonly number[] = [],
): Promise<OrderEvidence> {
  const { db } = context
  const [named, events] = await Promise.all([namedTransactions(context, ids), eventsOf(db, order)])
  return { ...named, paying: await amountsOf(db, payingIds(events)) }
}

/**
 * The payment that a collection expects.
 *
 * @param former its former accounts
 */
export async function expectedPaymentOf(
  { db, settings }: MerchantContext,
  collection: Collection,
  former: readonly AccountPeriod[] = [],
): Promise<DuePayment> {
  const { linkId } = collection
  const link = linkId === null ? null : await findAwaitingLink(db, linkId)
  const { matchedGraceSeconds } = settings
  return expectedOfCollection(collection, { link, matchedGraceSeconds, former })
}

async function namedTransactions(
  context: MerchantContext,
  ids: readonly number[],
  find = (own: readonly number[]) => findDeposits(context.db, own),
) {
  if (ids.length > 0 && isSandbox(context)) throw new Refusal('test_order')
  const isElsewhere = ids.some((id) => isOfAnother(context, id))
  const deposits = isElsewhere ? [] : await find(ids)
  const unknown = ids.filter((id) => !isElsewhere && !deposits.some((one) => one.deposit.id === id))
  return { deposits, unknown, isElsewhere }
}

// Whether an id names a record of another of the deployment's databases.
function isOfAnother({ databases, databaseNumber }: MerchantContext, id: number): boolean {
  const number = databaseOf(id)
  return number !== databaseNumber && number < databases.length
}

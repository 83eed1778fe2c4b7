import type { MerchantContext } from '../../context.ts'
import { accountChanges } from '../../rules/banking/account-changes.ts'
import { linkEffect } from '../../rules/links/link-effects.ts'
import { autoWriter, switchBackRow } from '../../rules/matcher/auto-actor.ts'
import {
  type Confirmation,
  decideConfirmation,
  decideReversal,
  decideSettlement,
  type Settlement,
} from '../../rules/orders/collection-moves.ts'
import { decideException } from '../../rules/orders/matching.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import { collectionKind } from '../../rules/orders/order-kinds.ts'
import type { Reversal } from '../../rules/orders/order-step.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Step } from '../../rules/orders/steps.ts'
import { collectionView } from '../../rules/views/orders/collection-view.ts'
import {
  changeAccounts,
  keepFormerAccount,
  keepUnpaidAccount,
} from '../../store/banking/account-use.ts'
import type { Statement } from '../../store/database.ts'
import { applyLinkEffect } from '../../store/links/link-effects.ts'
import { endProof } from '../../store/matcher/proof.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { evidenceForCollection, orderEvidence } from '../banking/gather-evidence.ts'
import { journalRow } from '../people/journal-rows.ts'
import {
  type MoveCommand,
  type MoveResult,
  moveOrder,
  type OrderBook,
  type OrderOfMerchant,
  refuseFuture,
  type TransactionRefs,
} from './move-order.ts'

export type CollectionView = ReturnType<typeof collectionView>

/** How the back office finds collections and writes them back. */
export const collectionBook: OrderBook<Collection, CollectionView, OrderOfMerchant<Collection>> = {
  kind: collectionKind,
  view: ({ order, merchant }) => collectionView({ uid: merchant.uid, order }),
  find: collectionTable.findOfAnyone,
  write: writeCollection,
}

/** Puts a collection aside for a person to examine, with the reason. */
export function reportException(command: MoveCommand<string>): MoveResult<CollectionView> {
  return moveOrder(collectionBook, command, {
    action: 'exception',
    decide: ({ order }, maker) => decideException(order, command.input, maker),
  })
}

/**
 * Books a deposit and owes the merchant its callback. Claims the named transactions: of simultaneous settlements with
 * one transaction, one wins and the others are refused with `bank_transaction_taken` (back office §1).
 */
export async function settleCollection(
  command: MoveCommand<Settlement & TransactionRefs>,
): MoveResult<CollectionView> {
  const { context, principal, input } = command
  refuseFuture(context, 'paid_at', input.paidAt)
  return moveOrder(collectionBook, command, {
    action: 'settle',
    decide: async (found, maker) => {
      const evidence = await evidenceForCollection(found, principal, input.bankTransactions)
      return decideSettlement({ ...found, input, evidence, maker })
    },
  })
}

/** Reverses a wrong settlement, so that the collection can be settled again. */
export function reverseCollection(
  command: MoveCommand<Reversal & TransactionRefs>,
): MoveResult<CollectionView> {
  const { input } = command
  return moveOrder(collectionBook, command, {
    action: 'reverse',
    decide: async (found, maker) => {
      const { order, merchantContext } = found
      const evidence = await orderEvidence(merchantContext, order, input.bankTransactions)
      return decideReversal({ ...found, input, evidence, maker })
    },
  })
}

/** Confirms or rejects money that the merchant declared. */
export function confirmCollection(
  command: MoveCommand<Confirmation & TransactionRefs>,
): MoveResult<CollectionView> {
  const { principal, input } = command
  return moveOrder(collectionBook, command, {
    action: 'confirm',
    decide: async (found, maker) => {
      const evidence = await evidenceForCollection(found, principal, input.bankTransactions)
      return decideConfirmation({ ...found, input, evidence, maker })
    },
  })
}

/**
 * The statements of a collection's step for the collection, its link and its bank accounts.
 *
 * @param accounts statements for the accounts in place of their changes
 */
export function writeCollection({
  context,
  found,
  step,
  accounts = changeAccounts(accountChanges(found.order, step.order)),
}: {
  readonly context: MerchantContext
  readonly found: OrderOfMerchant<Collection>
  readonly step: Step<Collection>
  readonly accounts?: readonly Statement[]
}): readonly [Statement, ...Statement[]] {
  const { order: before, hasAccounts } = found
  const ended = endedProof(context, before, step) ?? []
  return [
    ...ended,
    collectionTable.update(context.db, before, step.order),
    ...turnOfLink(context, step, hasAccounts),
    ...accounts,
    ...formerAccount(before, step),
  ]
}

// An order that is no longer settled automatically awaits no proof.
function endedProof(
  context: MerchantContext,
  before: Collection,
  { order, event }: Step<Collection>,
): readonly [Statement, ...Statement[]] | null {
  const { id: orderId, bankAccountId: accountId, paidAmount: amount } = before
  if (before.settledBy !== 'auto' || order.settledBy === 'auto' || accountId === null) return null
  const isContradicted = before.proof !== 'contradicted' && order.proof === 'contradicted'
  const ended = { orderId, accountId, amount, today: taipeiDay(event.at) }
  return endProof(
    ended,
    isContradicted
      ? journalRow(context, autoWriter, switchBackRow(accountId, before.tradeNo))
      : null,
  )
}

// A collection that was never matched has no former account to go back to.
function formerAccount(
  before: Collection,
  { order, event: { fact, at: now } }: Step<Collection>,
): readonly Statement[] {
  const { bankAccountId: account, accountSince: since, amount } = before
  const { id: orderId, bankAccountId: to } = order
  if (before.collectionStatus === 'pending') return []
  if (account === to) {
    const paying = payingOf(fact)
    if (account === null || paying.length === 0) return []
    const ids = JSON.stringify(paying)
    return [keepUnpaidAccount({ orderId, amount, bankAccountId: account, since, now, ids })]
  }
  const from = account === null ? null : { bankAccountId: account, since }
  return keepFormerAccount({ orderId, amount, from, to, now })
}

// The transactions that an event names as its order's payment.
function payingOf(fact: EventFact): readonly number[] {
  switch (fact.name) {
    case 'settled':
    case 'confirmed':
    case 'backed':
      return fact.bankTransactions ?? []
    default:
      return []
  }
}

function turnOfLink(
  { db, settings }: MerchantContext,
  step: Step<Collection>,
  hasAccounts: boolean,
): readonly Statement[] {
  const { linkId } = step.order
  const effect = linkEffect(linkId, step.event)
  if (effect === null || linkId === null) return []
  const { matchedGraceSeconds } = settings
  const terms = { now: step.event.at, matchedGraceSeconds, hasAccounts }
  return applyLinkEffect({ db, collection: { ...step.order, linkId }, effect, terms })
}

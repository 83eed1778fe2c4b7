import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import { decideAccountMatch, decideMatch, type FreeTextMatch } from '../../rules/orders/matching.ts'
import { isTestId } from '../../rules/orders/order-identity.ts'
import { type Collection, refused } from '../../rules/orders/orders.ts'
import { type Override, passes } from '../../rules/orders/override.ts'
import { findBankAccount } from '../../store/banking/bank-accounts.ts'
import { say } from '../../units/language.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { type CollectionView, collectionBook, writeCollection } from './move-collection.ts'
import {
  agentFor,
  type FoundOrder,
  type MoveCommand,
  type Moved,
  moveOrder,
  type OrderBook,
} from './move-order.ts'

/** What a collection is matched to: a bank account, or one that is given in words. */
type MatchTarget = { readonly agent?: string | undefined } & (
  | { readonly bankAccount: number; readonly override: Override }
  | Omit<FreeTextMatch, 'agent'>
)

/**
 * Names the account that a member is to pay into. The agent is the actor unless an operator names another. In words it
 * can be given while the order's database has no bank account; after that by an operator, with a second person (back
 * office §2). `override` takes one from an amount on.
 */
export function matchCollection(command: MoveCommand<MatchTarget>): Moved<CollectionView> {
  const { principal, input } = command
  if ('bankAccount' in input) return matchToAccount({ ...command, input })
  return moveOrder(collectionBook, command, {
    action: 'match',
    decide: ({ order, hasAccounts }, maker) => {
      const match = { ...input, agent: agentFor(principal, input.agent) }
      return decideMatch({ order, match, hasAccounts, maker })
    },
  })
}

function matchToAccount(
  command: MoveCommand<Extract<MatchTarget, { bankAccount: number }>>,
): Moved<CollectionView> {
  const { context, principal, input } = command
  const { agent, bankAccount, override } = input
  const capped = !passes(override, 'daily_cap_reached')
  return moveOrder(bookWith(context, bankAccount, capped), command, {
    action: 'match',
    decide: ({ order, merchant, account }, maker) => {
      if (isTestId(order.id)) throw new Refusal('test_order')
      if (account === null)
        throw invalid('bank_account', say('沒有這個銀行帳戶', 'There is no such bank account'))
      if (account === 'elsewhere') return refused('bank_account_elsewhere')
      const terms = { account, merchantUid: merchant.uid, override, nowMs: context.now() }
      return decideAccountMatch(order, { ...terms, agent: agentFor(principal, agent) }, maker)
    },
  })
}

type FoundForMatch = FoundOrder<Collection> & { readonly account: BankAccount | 'elsewhere' | null }

// Finds a collection with the account that it is to be matched to.
function bookWith(
  context: Context,
  accountId: number,
  capped: boolean,
): OrderBook<Collection, CollectionView, FoundForMatch> {
  return {
    ...collectionBook,
    async find(db, named) {
      const [found, account] = await Promise.all([
        collectionBook.find(db, named),
        accountFor(context, accountId, named.id),
      ])
      return found && { ...found, account }
    },
    write({ context: merchantContext, found, step }) {
      const { account } = found
      const guard = account === null || account === 'elsewhere' ? null : { ...account, capped }
      return writeCollection({ context: merchantContext, found, step, guard })
    },
  }
}

async function accountFor(
  context: Context,
  accountId: number,
  orderId: number,
): Promise<FoundForMatch['account']> {
  const place = contextOfOrder(context, accountId)
  const account = place && (await findBankAccount(place.db, accountId))
  const isHere = place?.databaseNumber === contextOfOrder(context, orderId)?.databaseNumber
  return account && (isHere ? account : 'elsewhere')
}

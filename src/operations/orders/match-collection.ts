import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { accountChanges } from '../../rules/banking/account-changes.ts'
import { type BankAccount, mayUseAccount } from '../../rules/banking/bank-account.ts'
import {
  decideAccountMatch,
  decideMatch,
  type FreeTextMatch,
  refuseMatch,
} from '../../rules/orders/matching.ts'
import { isTestId } from '../../rules/orders/order-identity.ts'
import { type Collection, refused } from '../../rules/orders/orders.ts'
import { type Override, overrides } from '../../rules/orders/override.ts'
import { changeAccounts } from '../../store/banking/account-use.ts'
import { findBankAccount } from '../../store/banking/bank-accounts.ts'
import { occupiedSlots } from '../../store/matcher/slots.ts'
import { say } from '../../units/language.ts'
import { refuseOwnAccount } from '../banking/own-accounts.ts'
import { freeAccount } from '../matcher/free-account.ts'
import { slotOf, slotStatements } from '../matcher/take-slot.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { type CollectionView, collectionBook, writeCollection } from './move-collection.ts'
import {
  agentFor,
  type MoveCommand,
  type MoveResult,
  moveOrder,
  type OrderBook,
  type OrderOfMerchant,
  type PlainCommand,
} from './move-order.ts'

/** The target of a match: a bank account, or one given as text. */
type MatchTarget = Agent & (AccountTarget | Omit<FreeTextMatch, 'agent'>)

type Agent = { readonly agent?: string | undefined }

type AccountTarget = {
  /** `any`: a free one. */
  readonly bankAccount: number | 'any'
  readonly override: Override
}

/**
 * Names the account for the member's payment. The agent is the actor unless an operator names another. An account can
 * be given as text while the order's database has no bank account; after that only by an operator, with a second person
 * (back office §2). A registered one is a `validation_error` there. `override` needs a second person from an amount on.
 * For `any`, a free account is picked (matching §2), else `no_account_free`.
 */
export function matchCollection(command: MoveCommand<MatchTarget>): MoveResult<CollectionView> {
  const { context, principal, input } = command
  if ('bankAccount' in input) return matchToAccount({ ...command, input })
  return moveOrder(collectionBook, command, {
    action: 'match',
    decide: async ({ order, hasAccounts }, maker) => {
      const match = { ...input, agent: agentFor(principal, input.agent) }
      const decision = decideMatch({ order, match, hasAccounts, maker })
      const problem = say(
        '是平台登記的帳戶，請以 bank_account 指定',
        'Is a registered account of the platform; name it with bank_account',
      )
      const refusal = invalid('collection_account_no', problem)
      // Its deposits would be compared with no order that has the account as text alone.
      if (decision.kind === 'step')
        await refuseOwnAccount(context, input.collectionAccountNo, refusal)
      return decision
    },
  })
}

function matchToAccount(command: MoveCommand<AccountTarget & Agent>): MoveResult<CollectionView> {
  const { principal, input } = command
  return moveToAccount(command, { ...input, agentOf: () => agentFor(principal, input.agent) })
}

/** The former and the new account of a collection. */
type Reassignment = { readonly from: number; readonly to: number }

/**
 * Moves a collection to another account (back office §8): a match, from matched to matched if it waits on the former
 * one. Its agent keeps it if it may use the new account.
 */
export function reassignCollection(command: MoveCommand<Reassignment>): MoveResult<CollectionView> {
  const { principal, input } = command
  const agentOf = ({ agent }: Collection, account: BankAccount) => {
    const stays = agent !== '' && mayUseAccount(account, { name: agent, role: 'agent' })
    return stays ? agent : principal.name
  }
  return moveToAccount(command, {
    bankAccount: input.to,
    override: false,
    from: input.from,
    agentOf,
  })
}

type AccountMove = AccountTarget & {
  readonly from?: number
  readonly agentOf: (order: Collection, account: BankAccount) => string
}

function moveToAccount(
  command: PlainCommand,
  { bankAccount, override, agentOf, ...move }: AccountMove,
): MoveResult<CollectionView> {
  const { context, principal } = command
  const capped = !overrides(override, 'daily_cap_reached')
  const picks = bankAccount === 'any'
  const accountOf: FindAccount = async (orderId, finding) => {
    if (bankAccount !== 'any') return accountFor(context, bankAccount, orderId)
    const found = await finding
    const place = contextOfOrder(context, orderId)
    if (found === null || place === null) return null
    const { order, merchant } = found
    const userOf = (account: BankAccount) => {
      const agent = agentOf(order, account)
      return { actor: principal, agent, merchantUid: merchant.uid }
    }
    return freeAccount(place, { order, userOf })
  }
  return moveOrder(bookWith(accountOf, capped), command, {
    action: 'match',
    // Another match may have used up the account's daily cap, or taken the slot.
    isPicked: picks,
    slotTaken: async ({ order, account, merchantContext }) => {
      const occupied = await occupiedSlots(merchantContext.db, slotOf(merchantContext, order))
      const id = account === null || account === 'elsewhere' ? 0 : account.id
      return new Refusal('slot_taken', { held_by: occupied.get(id) ?? '' })
    },
    decide: ({ order, merchant, account }, maker) => {
      if (isTestId(order.id)) throw new Refusal('test_order')
      const refusal = refuseMatch(order, { ...move, override }, maker.actor)
      if (refusal !== null) return refusal
      if (account === null && picks) return refused('no_account_free')
      if (account === null)
        throw invalid(
          'bank_account',
          say('查無此銀行帳戶，請確認編號', 'There is no such bank account; check its number'),
        )
      if (account === 'elsewhere') return refused('bank_account_elsewhere')
      const agent = agentOf(order, account)
      const known = { account, merchantUid: merchant.uid, nowMs: context.now() }
      return decideAccountMatch(order, { ...move, ...known, override, agent }, maker)
    },
  })
}

type MatchSubject = OrderOfMerchant<Collection> & {
  readonly account: BankAccount | 'elsewhere' | null
}

type FindAccount = (
  orderId: number,
  finding: Promise<OrderOfMerchant<Collection> | null>,
) => Promise<MatchSubject['account']>

function bookWith(
  accountOf: FindAccount,
  capped: boolean,
): OrderBook<Collection, CollectionView, MatchSubject> {
  return {
    ...collectionBook,
    async find(db, ref) {
      const finding = collectionBook.find(db, ref)
      const [found, account] = await Promise.all([finding, accountOf(ref.id, finding)])
      return found && { ...found, account }
    },
    write({ context: merchantContext, found, step }) {
      const { account } = found
      const guard = account === null || account === 'elsewhere' ? null : { ...account, capped }
      const changes = changeAccounts(accountChanges(found.order, step.order), guard)
      // A slot that is taken is refused before a cap that is reached.
      const accounts = [...slotStatements(merchantContext, step.order), ...changes]
      return writeCollection({ context: merchantContext, found, step, accounts })
    },
  }
}

async function accountFor(
  context: Context,
  accountId: number,
  orderId: number,
): Promise<MatchSubject['account']> {
  const place = contextOfOrder(context, accountId)
  const account = place && (await findBankAccount(place.db, accountId))
  const isHere = place?.databaseNumber === contextOfOrder(context, orderId)?.databaseNumber
  return account && (isHere ? account : 'elsewhere')
}

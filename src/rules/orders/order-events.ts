import type { ReversalCause } from '../../contract/back-office/orders/move-bodies.ts'
import { type Bucket, entryOf, entryWithFee, type LedgerEntry } from '../accounts/ledger.ts'
import type { Override } from './override.ts'

/** An event of an order, with everything on which its ledger entries depend. Amounts in hundredths. */
export type EventFact = Happening & {
  /** The second person, if one was needed (back office §5). */
  readonly approvedBy?: string
}

type Happening =
  | ({
      readonly name: 'created'
      /** The collection's amount, for the check of the books; absent in older events. */
      readonly orderAmount?: number
      readonly paidAmount: number
      /** The bucket of money that the merchant declared at creation. */
      readonly credit: 'none' | 'available' | 'unconfirmed'
    } & Charge)
  | {
      readonly name: 'matched'
      readonly agent: string
      /** The id of its bank account; absent if the account was given as text. */
      readonly bankAccount?: number
      /** Absent where there was none. */
      readonly override?: Override
    }
  | { readonly name: 'exception'; readonly reason: string }
  | ({
      readonly name: 'settled'
      readonly paidAmount: number
      /** The collection's amount, for the check of the books; absent in older events. */
      readonly orderAmount?: number
      readonly override: Override
      /** Why it was settled this way, if a reason was given. */
      readonly reason?: string
      /** The rule of an automatic settlement (matching §4). */
      readonly auto?: AutoKey
    } & Backing &
      Charge)
  | ({
      readonly name: 'confirmed'
      readonly paidAmount: number
      readonly reason: string
      /** Absent in older events. */
      readonly override?: Override
    } & Backing &
      Charge)
  | { readonly name: 'rejected'; readonly paidAmount: number; readonly reason: string }
  | ({
      readonly name: 'reversed'
      /** The credit of the settlement, taken out of available. */
      readonly paidAmount: number
      readonly because: ReversalCause
      readonly reason: string
    } & ReturnTransactions &
      Charge)
  | ({
      /** A payout's creation, with the effect on its amount. */
      readonly name: 'requested'
      readonly amount: number
      readonly effect: 'freeze' | 'debit' | 'none'
      /** The ordered amount, for the check of the books; absent in older events. */
      readonly orderAmount?: number
      readonly orderActual?: number
    } & FrozenFee &
      Charge)
  | ({
      readonly name: 'processed'
      /** What was frozen. */
      readonly amount: number
      readonly actualAmount: number
      readonly override: Override
      /** Why it was processed this way, if a reason was given. */
      readonly reason?: string
    } & Backing &
      FrozenFee &
      Charge)
  | ({ readonly name: 'cancelled'; readonly amount: number; readonly reason: string } & FrozenFee)
  | ({
      /** A payout's reversal: the paid money comes back. */
      readonly name: 'returned'
      readonly actualAmount: number
      readonly because: ReversalCause
      readonly reason: string
    } & ReturnTransactions &
      Charge)
  | {
      /** Names the transactions that paid an order which was settled without any, or exchanges them. */
      readonly name: 'backed'
      readonly bankTransactions: readonly number[]
      /** The exchanged transactions. */
      readonly insteadOf?: readonly number[]
      readonly reason?: string
    }
  | {
      readonly name: 'adjusted'
      readonly bucket: Bucket | 'fees'
      /** A positive amount enters the bucket; for `fees` it goes to `available`. */
      readonly amount: number
      readonly reason: string
      readonly tradeNo: string
    }
  | { readonly name: 'taken'; readonly agent: string }
  | { readonly name: 'released'; readonly agent: string }
  /** The member gave the missing last five digits. They are stored in the order, where they may be masked. */
  | { readonly name: 'last5_given' }

/** The rule of an automatic settlement: the `edition` of the rules, the transaction, and the key. */
type AutoKey = { readonly edition: 1; readonly transaction: number; readonly key: 'slot' }

/** The bank transactions in an event that paid its order (back office §1); absent in older events. */
export type Backing = {
  readonly backed?: boolean
  /** Their ids; absent if there are none. */
  readonly bankTransactions?: readonly number[]
  /** The bank's fee, in hundredths. */
  readonly fee?: number
}

/** The fee that an event books, in hundredths, negative if it is given back; absent for none. */
export type Charge = {
  readonly charged?: number
  /** The number of its price. */
  readonly pricing?: number
}

/** The frozen fee of a payout beside its amount, in hundredths; absent for none. */
export type FrozenFee = { readonly frozenFee?: number }

/** The transactions that a reversal frees, or those of the returned money. */
export type ReturnTransactions = {
  readonly freed?: readonly number[]
  readonly bankTransactions?: readonly number[]
  readonly fee?: number
}

/** An entry of the append-only journal. `(orderId, seq)` is unique: of two racing moves, one commits. */
export type OrderEvent = {
  readonly orderId: number
  /** 1 is the creation. */
  readonly seq: number
  /** The states before (empty at creation) and after, as `stateText` writes them. */
  readonly from: string
  readonly to: string
  readonly actor: string
  /** UTC seconds. */
  readonly at: number
  readonly fact: EventFact
}

/** The reason in an event, or "". */
export function reasonOf(fact: EventFact): string {
  return 'reason' in fact ? (fact.reason ?? '') : ''
}

/** The ledger entries of an event; the ledger can be rebuilt from the journal alone. */
export function entriesFor(fact: EventFact): readonly LedgerEntry[] {
  switch (fact.name) {
    case 'created':
      return fact.credit === 'none' ? [] : charged('outside', fact.credit, fact)
    case 'settled':
      return charged('outside', 'available', fact)
    case 'confirmed':
      return charged('unconfirmed', 'available', fact)
    case 'rejected':
      return entryOf('unconfirmed', 'outside', fact.paidAmount)
    case 'reversed':
      return charged('available', 'outside', fact)
    case 'requested':
      return requested(fact)
    case 'processed':
      return processed(fact)
    case 'cancelled':
      return entryOf('frozen', 'available', fact.amount + (fact.frozenFee ?? 0))
    case 'returned':
      return charged('outside', 'available', { ...fact, paidAmount: fact.actualAmount })
    case 'adjusted':
      return adjusted(fact)
    case 'matched':
    case 'exception':
    case 'taken':
    case 'released':
    case 'last5_given':
    case 'backed':
      return []
  }
}

function charged(
  from: LedgerEntry['from'],
  to: LedgerEntry['to'],
  { paidAmount: amount, charged: fee }: Charge & { readonly paidAmount: number },
) {
  return entryWithFee({ from, to, amount }, fee)
}

function requested(fact: Fact<'requested'>) {
  const { amount, effect, frozenFee = 0 } = fact
  if (effect === 'none') return []
  if (effect === 'debit') return charged('available', 'outside', { paidAmount: amount, ...fact })
  return entryOf('available', 'frozen', amount + frozenFee)
}

function adjusted({ bucket, amount }: Fact<'adjusted'>) {
  if (bucket === 'fees') {
    return amount > 0 ? entryOf('fees', 'available', amount) : entryOf('available', 'fees', -amount)
  }
  return amount > 0 ? entryOf('outside', bucket, amount) : entryOf(bucket, 'outside', -amount)
}

// The frozen money leaves, with the fee. A rest returns to available; a shortfall is taken from available.
function processed({ amount, actualAmount, frozenFee = 0, charged = 0 }: Fact<'processed'>) {
  const covered = amount + frozenFee - charged
  const paidOut = Math.min(covered, actualAmount)
  return [
    ...entryWithFee({ from: 'frozen', to: 'outside', amount: paidOut }, charged),
    ...entryOf('frozen', 'available', Math.max(0, covered - actualAmount)),
    ...entryOf('available', 'outside', Math.max(0, actualAmount - covered)),
  ]
}

type Fact<Name extends EventFact['name']> = Extract<EventFact, { name: Name }>

import type { Doubt } from '../../../src/contract/back-office/states.ts'

// What payers know and no row says: which money moved, who paid it and what for. Dollars, and UTC seconds.

/** Somebody with an account at a bank. */
export type Person = {
  readonly id: string
  readonly name: string
  /** Twelve digits. */
  readonly accountNo: string
}

/** An order that somebody is to pay. */
export type TrueOrder = {
  readonly number: string
  readonly kind: string
  readonly merchant: number
  readonly person: Person
  readonly amount: number
  /** What the order has of its payer's account: all of it, five digits, or "". */
  readonly digits: string
  /** The name that it has, or "". */
  readonly name: string
  readonly at: number
  /** The order whose link this one's replaces, under the same number of its merchant. */
  readonly replaces: TrueOrder | null
  /** Whether it is made by a link, so that its member has a page. */
  readonly isLink: boolean
}

/** Money that really moved on an account, or, without a payer, that somebody has made up. */
export type Money = {
  readonly number: string
  readonly kind: string
  readonly payer: Person | null
  /** What it was paid for; null where it was for none of the orders. */
  readonly order: TrueOrder | null
  readonly amount: number
  readonly at: number
  /** When the bank's statement has it. */
  readonly statedAt: number
  /** Into which account: where that order waits at this moment, or has waited first. */
  readonly into: { readonly order: TrueOrder; readonly isFormer: boolean }
  /** Who has made it up: a token, or an operator with a file. */
  readonly madeUpBy: 'token' | 'file' | null
  /** What forbids that it settles by itself (matching §3), by how the case was made; until then, or for good. */
  readonly forbidden: Doubt | null
  readonly forbiddenUntil: number
  /** The order whose settlement has to come first, for that to be known; null where none has. */
  readonly forbiddenOnce: TrueOrder | null
  /** What is accepted where it settles an order that it was not paid for (matching §7). */
  readonly accepted: Excuse | null
}

/** What remains, and is accepted (matching §7, and §3's `one_person` below its amount). */
const acceptedKinds = [
  'paid_again_after_rest',
  'shared_digits_without_name',
  'two_numbers_of_one_reporter',
  'stolen_token_within_limit',
  'made_up_below_approval_amount',
] as const

export type Excuse = (typeof acceptedKinds)[number]

/** What a reporter says of money. */
export type LineReport = {
  readonly money: Money
  readonly by: Reporter
  readonly at: number
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly externalId: string
  readonly name: string
  readonly shows: 'whole' | 'five'
}

/** What people turn off and on: whether an order's merchant is settled for, or its account is used for it so. */
export type Switch = 'merchant' | 'feeds' | 'account' | 'use'

export type Reporter = 'feed' | 'second' | 'thief'

/** What happens, in the order of its time. */
export type Happening =
  | { readonly at: number; readonly what: 'order'; readonly order: TrueOrder }
  | { readonly at: number; readonly what: 'pay'; readonly money: Money }
  | { readonly at: number; readonly what: 'report'; readonly report: LineReport }
  | {
      readonly at: number
      readonly what: 'press'
      readonly order: TrueOrder
      readonly digits: string
    }
  | {
      readonly at: number
      readonly what:
        | 'put_aside'
        | 'move'
        | 'reverse'
        | 'mistaken'
        | 'override_slot'
        | 'hold'
        | 'lift'
        | 'lose'
      readonly order: TrueOrder
    }
  | {
      readonly at: number
      readonly what: 'settle_by_hand'
      readonly order: TrueOrder
      /** What people take for its money. */
      readonly moneys: readonly Money[]
    }
  | {
      readonly at: number
      readonly what: 'turn'
      readonly order: TrueOrder
      readonly which: Switch
      readonly isOn: boolean
    }
  | { readonly at: number; readonly what: 'forge'; readonly moneys: readonly Money[] }
  | { readonly at: number; readonly what: 'night' | 'people' | 'stop' | 'start' }

/** Everything that happens in a world, with what is true of it. */
export type Plan = {
  readonly seed: number
  readonly since: number
  readonly days: number
  readonly accounts: number
  readonly merchants: number
  readonly orders: readonly TrueOrder[]
  readonly moneys: readonly Money[]
  readonly happenings: readonly Happening[]
  /** Orders whose payers do everything right, and that are alone in their slots. */
  readonly clean: ReadonlySet<TrueOrder>
}

/** A settlement as the books have it. */
export type Settlement = {
  readonly order: string
  readonly line: number
  readonly isAuto: boolean
  readonly at: number
  /** Whether a reversal has undone it. */
  readonly isUndone: boolean
}

/** A reported line as it stands at the end. */
export type Line = {
  readonly id: number
  /** The number of the money that it stands for. */
  readonly money: string
  readonly account: number
  readonly state: 'unclaimed' | 'claimed' | 'ignored'
  readonly order: string | null
  readonly isConfirmed: boolean
}

/** What a service has done with a plan. */
export type Fates = { readonly settlements: readonly Settlement[]; readonly lines: readonly Line[] }

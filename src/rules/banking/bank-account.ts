import type {
  AutoChoice,
  AutoSource,
  BackingRule,
  BankAccountState,
  BankAccountUse,
} from '../../contract/back-office/states.ts'
import { holderOf } from '../../contract/back-office-names.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { Actor } from '../people/principal.ts'

/** An account of the platform that members pay into or payouts leave from (back office §2). Amounts in hundredths. */
export type BankAccount = {
  readonly id: number
  readonly bankCode: string
  /** Digits. */
  readonly accountNo: string
  /** The name that the bank shows to payers. */
  readonly holderName: string
  /** The agents who may use it, and the merchants (uids) it serves; an empty list means all. */
  readonly agents: readonly string[]
  readonly merchants: readonly string[]
  /** The service tokens that may post its transactions. */
  readonly feeds: readonly string[]
  readonly use: BankAccountUse
  /** The most it may hand out in a day; null for no limit. */
  readonly dailyCap: number | null
  /** The highest bank fee for one payout. */
  readonly feeMax: number
  readonly backing: BackingRule
  readonly statementFormat: unknown
  readonly note: string
  readonly state: BankAccountState
  /** The automatic work on it, and its limits (matching §1). */
  readonly auto: AutoChoice
  readonly autoMax: number
  readonly autoAwaitingMax: number
  readonly autoSources: readonly AutoSource[]
  /** The sum of automatic settlements that no statement has confirmed, and the number of unproven ones. */
  readonly autoAwaiting: number
  readonly autoUnproven: number
  readonly autoCounts: AutoCounts
  /** The order whose contradiction turned `settle` off; null if none has since then. */
  readonly autoContradicted: number | null
  /** Grows with each change by a person. */
  readonly version: number
  /** Unpaid collections that are matched to it. */
  readonly waitingCount: number
  readonly waitingAmount: number
  readonly lastTransactionAt: number | null
  readonly createdAt: number
  /** The newest day (Asia/Taipei, days since 1970) of the amounts handed out and received; read by `figuresOn`. */
  readonly day: number
  readonly handedOut: number
  readonly received: number
}

/** The amounts handed out and received on a day, in hundredths. */
export function figuresOn(
  { day: newest, handedOut, received }: Pick<BankAccount, 'day' | 'handedOut' | 'received'>,
  day: number,
): Pick<BankAccount, 'handedOut' | 'received'> {
  return newest < day ? { handedOut: 0, received: 0 } : { handedOut, received }
}

/** Upper limits, in minutes, by which the waiting times before automatic settlements are counted. */
export const settlingMinutes = [1, 5, 15, 60, 1440] as const

type SettlingCount = `in_${(typeof settlingMinutes)[number]}`

/** The count for a settlement whose transaction waited this many seconds. */
export function settlingCount(seconds: number): SettlingCount {
  return `in_${settlingMinutes.find((minutes) => seconds < minutes * 60) ?? 1440}`
}

/** The automatic work on an account on a day (Asia/Taipei, days since 1970); {} before its first. */
export type AutoCounts = Partial<Readonly<Record<SettlingCount, number>>> & {
  readonly day?: number
  readonly assigned?: number
  readonly settled?: number
  readonly unproven?: number
  readonly contradicted?: number
}

/** What has been done automatically on a new account (matching §1): nothing. */
export const noAutoWork = {
  autoAwaiting: 0,
  autoUnproven: 0,
  autoCounts: {},
  autoContradicted: null,
} as const satisfies Partial<BankAccount>

/** The fields that decide who may use an account. */
export type AccountTerms = Pick<BankAccount, 'agents' | 'merchants' | 'use' | 'state'>

/** Whether a person may use an account: operators and auditors any; agents those that name them, or name nobody. */
export function mayUseAccount({ agents }: Pick<BankAccount, 'agents'>, person: Actor): boolean {
  return person.role !== 'agent' || isNamed(agents, person.name)
}

/** The agent and merchant of a match. */
export type AccountUser = {
  readonly actor: Actor
  /** The order's agent: the actor, or the one named by an operator. */
  readonly agent: string
  readonly merchantUid: string
}

/** Why an account does not accept a new collection, or null. */
export function refuseAccount(
  account: AccountTerms,
  { actor, agent, merchantUid }: AccountUser,
): RefusalCode | null {
  if (account.state !== 'active') return 'bank_account_not_active'
  const { merchants, agents, use } = account
  const isForMerchant = merchants.length === 0 || merchants.includes(merchantUid)
  // An operator may match an order to any account, but gives it only to an agent who may use the account.
  const isOwn = actor.role === 'system' || holderOf(agent) === holderOf(actor.name)
  const isForAgent = isOwn ? mayUseAccount(account, actor) : isNamed(agents, agent)
  return use !== 'out' && isForMerchant && isForAgent ? null : 'bank_account_not_allowed'
}

function isNamed(agents: readonly string[], name: string): boolean {
  const holder = holderOf(name)
  return agents.length === 0 || agents.some((one) => holderOf(one) === holder)
}

/** The exception reason of an order whose account is frozen. */
export const accountFrozen = 'account_frozen'

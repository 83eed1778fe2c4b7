import type {
  AutoChoice,
  AutoSource,
  Backing,
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
  /** Who may use it, and for which merchants (uids); none named is everyone. */
  readonly agents: readonly string[]
  readonly merchants: readonly string[]
  /** The service tokens that may post its transactions. */
  readonly feeds: readonly string[]
  readonly use: BankAccountUse
  /** What it may hand out in a day; null for any amount. */
  readonly dailyCap: number | null
  /** What the bank may take for one payout. */
  readonly feeMax: number
  readonly backing: Backing
  readonly statementFormat: unknown
  readonly note: string
  readonly state: BankAccountState
  /** What the service does on it by itself, and within which limits (matching §1). */
  readonly auto: AutoChoice
  readonly autoMax: number
  readonly autoAwaitingMax: number
  readonly autoSources: readonly AutoSource[]
  /** What of its settlements no statement has confirmed, and how many of them are unproven. */
  readonly autoAwaiting: number
  readonly autoUnproven: number
  readonly autoCounts: AutoCounts
  /** The order whose contradiction turned `settle` off; null where none has since. */
  readonly autoContradicted: number | null
  /** Grows with each change by a person. */
  readonly version: number
  /** What is matched to it and not paid. */
  readonly waitingCount: number
  readonly waitingAmount: number
  readonly lastTransactionAt: number | null
  readonly createdAt: number
  /** The newest day (Asia/Taipei, days since 1970) of what it has handed out and received, which `figuresOn` tells. */
  readonly day: number
  readonly handedOut: number
  readonly received: number
}

/** What an account has handed out on a day and received on it, in hundredths. */
export function figuresOn(
  { day: newest, handedOut, received }: Pick<BankAccount, 'day' | 'handedOut' | 'received'>,
  day: number,
): Pick<BankAccount, 'handedOut' | 'received'> {
  return newest < day ? { handedOut: 0, received: 0 } : { handedOut, received }
}

/** How long transactions waited until the service settled an order with them, in minutes at most. */
export const settlingMinutes = [1, 5, 15, 60, 1440] as const

type SettlingCount = `in_${(typeof settlingMinutes)[number]}`

/** By what a settlement is counted whose transaction waited so many seconds. */
export function settlingCount(seconds: number): SettlingCount {
  return `in_${settlingMinutes.find((minutes) => seconds < minutes * 60) ?? 1440}`
}

/** What the service did on an account on a day (Asia/Taipei, days since 1970); {} before its first. */
export type AutoCounts = Partial<Readonly<Record<SettlingCount, number>>> & {
  readonly day?: number
  readonly assigned?: number
  readonly settled?: number
  readonly unproven?: number
  readonly contradicted?: number
}

/** What the service does by itself on a new account, unless it is said (matching §1). */
export const autoDefaults = {
  auto: 'off',
  autoMax: 2_000_000,
  autoAwaitingMax: 30_000_000,
  autoSources: ['statement'],
  autoAwaiting: 0,
  autoUnproven: 0,
  autoCounts: {},
  autoContradicted: null,
} as const satisfies Partial<BankAccount>

/** What of an account decides who may use it. */
export type AccountTerms = Pick<BankAccount, 'agents' | 'merchants' | 'use' | 'state'>

/** Whether a person may use an account: an operator or auditor any, an agent those that name it, or nobody. */
export function mayUse({ agents }: Pick<BankAccount, 'agents'>, person: Actor): boolean {
  return person.role !== 'agent' || isNamed(agents, person.name)
}

/** Whom an order is matched for. */
export type AccountUser = {
  readonly actor: Actor
  /** Who gets the order: the actor, or whom an operator has named. */
  readonly agent: string
  readonly merchantUid: string
}

/** Why an account does not take a new collection; null when it does. */
export function refuseAccount(
  account: AccountTerms,
  { actor, agent, merchantUid }: AccountUser,
): RefusalCode | null {
  if (account.state !== 'active') return 'bank_account_not_active'
  const { merchants, agents, use } = account
  const isForMerchant = merchants.length === 0 || merchants.includes(merchantUid)
  // An operator keeps an order on any account, but hands it only to an agent who may use the account.
  const isOwn = actor.role === 'system' || holderOf(agent) === holderOf(actor.name)
  const isForAgent = isOwn ? mayUse(account, actor) : isNamed(agents, agent)
  return use !== 'out' && isForMerchant && isForAgent ? null : 'bank_account_not_allowed'
}

function isNamed(agents: readonly string[], name: string): boolean {
  const holder = holderOf(name)
  return agents.length === 0 || agents.some((one) => holderOf(one) === holder)
}

/** The reason of the exception that an order becomes when its account is frozen. */
export const accountFrozen = 'account_frozen'

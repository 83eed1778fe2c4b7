import type { Identity } from '../../contract/back-office/roles.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import { orderId } from '../orders/order-identity.ts'

/** Who makes a call of the back office, in which request, and who else has approved it (back office §5, §6). */
export type Principal = Identity & {
  readonly requestId: string
  /** Null where one person acts alone. */
  readonly approval: Approval | null
  /** What the same call by anybody has too; absent where no second person is ever needed. */
  readonly digest?: string
  /** Set where a test merchant's own request makes the move: nobody of the platform is at work. */
  readonly byMerchant?: true
}

/** Who has made a change that the journal tells: a person, a service token, or the service itself (matching §5). */
export type Writer = Pick<Principal, 'name' | 'requestId' | 'approval'> & {
  readonly role: Principal['role'] | 'system'
}

/**
 * Whether an actor's writes are journaled: people's all, those of a service token in an operator's role. What a test
 * merchant asks for itself is in the events of its order only; a person who has its name there is a person.
 */
export function isJournaled({ name, role, byMerchant }: Principal): boolean {
  if (byMerchant) return false
  return role === 'operator' || !name.startsWith(servicePrefix)
}

/** A second person's consent to a stored call. */
export type Approval = {
  readonly id: number
  readonly approvedBy: string
  /** What the call is about, as its asker was told. */
  readonly subject: Subject
  /** The number of the order's moves as the approver saw it; null where that was not said. */
  readonly orderSeq: number | null
}

/** What a journal row is about: a merchant by uid, an order by transaction number, a bank account by id … */
export type Subject = { readonly kind: SubjectKind; readonly name: string }

export type SubjectKind =
  | 'merchant'
  | 'product'
  | 'collection'
  | 'payout'
  | 'callback'
  | 'bank_account'
  | 'bank_transaction'
  | 'bank_import'
  | 'approval'
  | 'person'
  | 'hold'
  | 'export'
  | 'alarm'
  | 'books'
  | 'maintenance'
  | 'auto'
  | 'member'

/** A write by a person, as the journal tells it. Secrets and keys never stand in it. */
export type JournalChange = {
  /** The last part of the call's path, or what it does: `settle`, `patch`, `create`. */
  readonly action: string
  readonly subject: Subject
  /** What changed, and only that; null where there was, or is, nothing. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  readonly reason: string
}

/**
 * The id of a row that is no order: an account, a transaction, an import, an approval, a journal row. It sorts by time
 * and carries its database, as an order's does.
 */
export function recordId(nowMs: number, random: number, database: number): number {
  return orderId({ kind: 'collection', nowMs, random, database })
}

/** Who moved an order: a person or service of the back office by name, the merchant, its member, or the platform. */
export type Actor = {
  readonly name: string
  readonly role:
    | 'operator'
    | 'agent'
    | 'auditor'
    | 'bridge'
    | 'feed'
    | 'merchant'
    | 'member'
    | 'system'
}

/** Whoever has the address of a payment's page. */
export const member: Actor = { name: 'member', role: 'member' }

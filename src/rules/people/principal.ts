import type { Identity } from '../../contract/back-office/roles.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import { orderId } from '../orders/order-identity.ts'

/** The maker of a back-office call, its request, and its approval (back office §5, §6). */
export type Principal = Identity & {
  readonly requestId: string
  /** Null for a call without a second person. */
  readonly approval: Approval | null
  /** A digest that equal calls of all people share; absent if no second person is ever needed. */
  readonly digest?: string
  /** Set for a test merchant's own request, made by nobody of the platform. */
  readonly byMerchant?: true
}

/** The author of a journaled change: a person, a service token, or the service itself (matching §5). */
export type Writer = Pick<Principal, 'name' | 'requestId' | 'approval'> & {
  readonly role: Principal['role'] | 'system'
}

/**
 * Whether an actor's writes are journaled: those of people, and of service tokens in an operator's role. A test
 * merchant's own requests are only in the events of its order; a person with its name is a person.
 */
export function isJournaled({ name, role, byMerchant }: Principal): boolean {
  if (byMerchant) return false
  return role === 'operator' || !name.startsWith(servicePrefix)
}

/** A second person's consent to a stored call. */
export type Approval = {
  readonly id: number
  readonly approvedBy: string
  /** The subject of the call, as shown to its asker. */
  readonly subject: Subject
  /** The number of the order's moves that the approver saw; null if not given. */
  readonly orderSeq: number | null
}

/** The subject of a journal row: a merchant by uid, an order by transaction number, a bank account by id … */
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

/** A person's write for the journal, without secrets and keys. */
export type JournalChange = {
  /** The last part of the call's path, or its effect: `settle`, `patch`, `create`. */
  readonly action: string
  readonly subject: Subject
  /** The changed fields only; null for a new or deleted record. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  readonly reason: string
}

/**
 * The id of a row other than an order: an account, a transaction, an import, an approval, a journal row. Like an
 * order's, it sorts by time and carries its database.
 */
export function recordId(nowMs: number, random: number, database: number): number {
  return orderId({ kind: 'collection', nowMs, random, database })
}

/** The actor of an order's move: a name of the back office, the merchant, its member, or the platform. */
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

/** Anybody with the address of a payment's page. */
export const member: Actor = { name: 'member', role: 'member' }

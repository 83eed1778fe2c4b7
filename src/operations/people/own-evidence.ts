import type { MerchantContext } from '../../context.ts'
import type { Claim } from '../../rules/banking/claim.ts'
import { isKnownOnlyFrom } from '../../rules/banking/tellers.ts'
import type { Act } from '../../rules/people/act.ts'
import { tellersOf } from '../../store/banking/tellers.ts'

/**
 * Whether an operator claims a transaction that nobody else knows of (back office §5). Of other roles nothing is read:
 * they make no evidence.
 */
export async function claimsOwnEvidence(
  { db }: MerchantContext,
  { name, role }: Act,
  claim: Claim | null,
): Promise<boolean> {
  if (role !== 'operator' || claim === null) return false
  const told = await tellersOf(db, claim.claimed)
  return told.some((tellers) => isKnownOnlyFrom(name, tellers))
}

import type { OverrideName } from '../../contract/back-office/orders.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { Actor } from '../people/principal.ts'

/** What an operator goes past: by name, or with `true` what `plain` lists. */
export type Override = boolean | readonly OverrideName[]

// Decisions §4, "Declared figures": the others are given by name only.
const plain: readonly OverrideName[] = ['amount', 'balance', 'disabled_merchant', 'already_paid']

/** Whether an override goes past that. */
export function passes(override: Override, name: OverrideName): boolean {
  if (typeof override === 'boolean') return override && plain.includes(name)
  return override.includes(name)
}

/** Whether an override is given at all: that is for operators alone. */
export function isGiven(override: Override): boolean {
  return typeof override === 'boolean' ? override : override.length > 0
}

/** The refusal of a move that needs an operator's `override` or `manual`, which an agent cannot give. */
export function overrideMissing({ role }: Actor): RefusalCode {
  return role === 'agent' ? 'forbidden' : 'override_required'
}

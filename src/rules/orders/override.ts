import type { OverrideName } from '../../contract/back-office/orders/overrides.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { Actor } from '../people/principal.ts'

/** The checks that an operator overrides: by name, or with `true` those of `plain`. */
export type Override = boolean | readonly OverrideName[]

// Decisions §4, "Declared figures": the others are given by name only.
const plain: readonly OverrideName[] = ['amount', 'balance', 'disabled_merchant', 'already_paid']

/** Whether an override passes a check. */
export function overrides(override: Override, name: OverrideName): boolean {
  if (typeof override === 'boolean') return override && plain.includes(name)
  return override.includes(name)
}

/** Whether an override is given; only operators may give one. */
export function hasOverride(override: Override): boolean {
  return typeof override === 'boolean' ? override : override.length > 0
}

/** The refusal of a move that needs an operator's `override` or `manual`, by the actor's role. */
export function overrideMissing({ role }: Actor): RefusalCode {
  return role === 'agent' ? 'forbidden' : 'override_required'
}

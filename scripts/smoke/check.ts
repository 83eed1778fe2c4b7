import type { Client } from './client.ts'
import { Wrong } from './client.ts'
import type { SmokeOptions } from './options.ts'

/** What every check is given. */
export type Smoke = SmokeOptions & {
  readonly client: Client
  /** A number of an order of this run, which no other run has: `SMOKE-20261122101500-3f2a-C`. */
  readonly orderNumber: (ending: string) => string
  /** Tells what this run has written and who ends it. */
  readonly leaves: (what: string) => void
}

/** A check: says in few words what it has seen, or why it was not made. Throws `Wrong` for what is not as it should be. */
export type Check = {
  readonly name: string
  readonly run: (smoke: Smoke) => Promise<string | Skipped>
}

/** Why a check was not made. */
export type Skipped = { readonly skipped: string }

/** Throws `Wrong` unless it holds. */
export function must(holds: boolean, said: string): asserts holds {
  if (!holds) throw new Wrong(said)
}

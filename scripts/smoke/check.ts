import { type Client, type Json, refusalText, Wrong } from './client.ts'
import type { SmokeOptions } from './options.ts'

/** The input of every check. */
export type Smoke = SmokeOptions & {
  readonly client: Client
  readonly callbackWaitMs?: number
  /** A number of an order of this run, which no other run has: `SMOKE-20261122101500-3f2a-C`. */
  readonly orderNumber: (ending: string) => string
  /** Notes an order that this run has written, and who ends it. */
  readonly leaves: (what: string) => void
}

/** Returns its result in a few words, or why it was skipped. Throws `Wrong` for a fault. */
export type Check = (smoke: Smoke) => Promise<string | SkipReason>

/** Checks by their names, in the order in which they are made. */
export type Checks = Readonly<Record<string, Check>>

/** Why a check was not made. */
type SkipReason = { readonly skipped: string }

/** Throws `Wrong` unless it holds. */
export function must(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Wrong(problem)
}

/** Throws `Wrong` unless a request was refused with 422 and this code, which it returns. */
export function mustBeRefused({ status, body }: { status: number; body: Json }, code: string) {
  must(status !== 200 && body.ok !== 1, 'the request is ACCEPTED')
  const is = status === 422 && body.error === code
  must(is, `refused, but with ${refusalText(status, body)}`)
  return `422 ${code}`
}

import { CheckFailure, type Client, type Json, refusalText } from './client.ts'
import type { SmokeOptions } from './options.ts'

/** The input of every check. */
export type Smoke = SmokeOptions & {
  readonly client: Client
  readonly callbackWaitMs?: number
  /** An order number that only this run uses: `SMOKE-20261122101500-3f2a-C`. */
  readonly orderNumber: (suffix: string) => string
  /** Records an order that this run leaves open, with the way to end it. */
  readonly addLeftover: (order: string) => void
}

/** Returns a short result, or why the check was skipped. Throws `CheckFailure` for a fault. */
export type Check = (smoke: Smoke) => Promise<string | SkipReason>

/** Checks by name, in the order in which they run. */
export type Checks = Readonly<Record<string, Check>>

type SkipReason = { readonly skipped: string }

/** Throws `CheckFailure` unless the condition holds. */
export function must(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new CheckFailure(problem)
}

/** Throws `CheckFailure` unless a request was refused with 422 and this code, which it returns. */
export function mustBeRefused({ status, body }: { status: number; body: Json }, code: string) {
  must(status !== 200 && body.ok !== 1, 'the request is ACCEPTED')
  const isExpected = status === 422 && body.error === code
  must(isExpected, `refused, but with ${refusalText(status, body)}`)
  return `422 ${code}`
}

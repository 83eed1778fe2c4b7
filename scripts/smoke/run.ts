import { randomUUID } from 'node:crypto'
import type { Check, Checks, Smoke } from './check.ts'
import { clientOf, Wrong } from './client.ts'
import { hostChecks } from './host-checks.ts'
import { merchantChecks } from './merchant-checks.ts'
import type { SmokeOptions } from './options.ts'
import { orderChecks, ownMerchant } from './order-checks.ts'
import { publicChecks } from './public-checks.ts'

/** How a check went. */
export type CheckResult = {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly ms: number
  /** Its result, its fault, or why it was skipped. */
  readonly said: string
}

/** How a smoke test went. */
export type SmokeReport = {
  readonly ok: boolean
  readonly baseUrl: string
  readonly checks: readonly CheckResult[]
  /** The orders that the run has written, and who ends them. */
  readonly leftBehind: readonly string[]
}

/** The options, the clock, headers of every request, patience, and the function that reports each check as it ends. */
export type SmokeRun = SmokeOptions & {
  readonly now?: () => number
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** How long a callback is awaited, in milliseconds. */
  readonly callbackWaitMs?: number
  readonly tell?: (result: CheckResult) => void
}

const markCharacters = 4
const unsound = 'nothing is written where something is wrong already'

/** Checks a deployment. Never throws for its faults: the report names them, without the secret. */
export async function runSmoke(run: SmokeRun): Promise<SmokeReport> {
  const client = clientOf(run)
  const leftBehind: string[] = []
  const started = new Date(client.now()).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const mark = `SMOKE-${started}-${randomUUID().slice(0, markCharacters)}`
  const smoke: Smoke = {
    ...run,
    client,
    orderNumber: (ending) => `${mark}-${ending}`,
    leaves: (what) => leftBehind.push(what),
  }
  const checks: CheckResult[] = []
  const note = (result: CheckResult) => {
    checks.push(result)
    run.tell?.(result)
  }
  const isSound = () => checks.every(({ outcome }) => outcome !== 'failed')
  const writing = { 'own merchant': ownMerchant, ...orderChecks }
  const all: Checks = {
    ...publicChecks,
    ...(run.isPublic ? {} : merchantChecks),
    ...hostChecks,
    ...(run.isWriting && writing),
  }
  for (const [name, check] of Object.entries(all)) {
    const isUnanswered = checks.length > 0 && client.isDown()
    const isRefused = Object.hasOwn(writing, name) && !isSound()
    if (isUnanswered) note({ name, outcome: 'skipped', ms: 0, said: 'nothing answers' })
    else if (isRefused) note({ name, outcome: 'skipped', ms: 0, said: unsound })
    else note(withoutSecret(await outcomeOf(name, check, smoke), run))
  }
  return { ok: isSound(), baseUrl: run.baseUrl.origin, checks, leftBehind }
}

async function outcomeOf(name: string, check: Check, smoke: Smoke): Promise<CheckResult> {
  const started = performance.now()
  const ended = (outcome: CheckResult['outcome'], said: string) => {
    return { name, outcome, said, ms: Math.round(performance.now() - started) }
  }
  try {
    const result = await check(smoke)
    return typeof result === 'string' ? ended('passed', result) : ended('skipped', result.skipped)
  } catch (error) {
    if (error instanceof Wrong) return ended('failed', error.message)
    // An answer without a member that a check reads.
    const message = error instanceof Error ? error.message : String(error)
    return ended('failed', `the answer is not what this service answers: ${message}`)
  }
}

function withoutSecret(result: CheckResult, { secret, access }: SmokeOptions): CheckResult {
  const secrets = [secret, ...Object.values(access ?? {})].filter((value) => value !== '')
  const said = secrets.reduce((text, value) => text.replaceAll(value, '***'), result.said)
  return { ...result, said }
}

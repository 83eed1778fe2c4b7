import { randomUUID } from 'node:crypto'
import { reasonOf } from '../command/problem.ts'
import type { Check, Checks, Smoke } from './check.ts'
import { CheckFailure, clientOf } from './client.ts'
import { hostChecks } from './host-checks.ts'
import { merchantChecks } from './merchant-checks.ts'
import type { SmokeOptions } from './options.ts'
import { orderChecks, ownMerchant } from './order-checks.ts'
import { publicChecks } from './public-checks.ts'

export type CheckResult = {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly ms: number
  /** The result, the fault, or the reason for skipping the check. */
  readonly detail: string
}

export type SmokeReport = {
  readonly ok: boolean
  readonly baseUrl: string
  readonly checks: readonly CheckResult[]
  /** The orders that the run leaves open, with the way to end each. */
  readonly leftBehind: readonly string[]
}

export type SmokeRun = SmokeOptions & {
  readonly now?: () => number
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly callbackWaitMs?: number
  /** Receives the result of each check as it ends. */
  readonly onResult?: (result: CheckResult) => void
}

const markCharacters = 4
const skippedAfterFault = 'nothing is written after a failed check'

/** Checks a deployment. The report has its faults, without the secret: they are never thrown. */
export async function runSmoke(run: SmokeRun): Promise<SmokeReport> {
  const client = clientOf(run)
  const leftBehind: string[] = []
  const started = new Date(client.now()).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const mark = `SMOKE-${started}-${randomUUID().slice(0, markCharacters)}`
  const smoke: Smoke = {
    ...run,
    client,
    orderNumber: (suffix) => `${mark}-${suffix}`,
    addLeftover: (order) => leftBehind.push(order),
  }
  const checks: CheckResult[] = []
  const add = (result: CheckResult) => {
    checks.push(result)
    run.onResult?.(result)
  }
  const isFaultless = () => checks.every(({ outcome }) => outcome !== 'failed')
  const writing = { 'own merchant': ownMerchant, ...orderChecks }
  const all: Checks = {
    ...publicChecks,
    ...(run.isPublic ? {} : merchantChecks),
    ...hostChecks,
    ...(run.isWriting && writing),
  }
  for (const [name, check] of Object.entries(all)) {
    const isUnanswered = checks.length > 0 && client.isDown()
    const isUnsafe = Object.hasOwn(writing, name) && !isFaultless()
    if (isUnanswered) add({ name, outcome: 'skipped', ms: 0, detail: 'no answer' })
    else if (isUnsafe) add({ name, outcome: 'skipped', ms: 0, detail: skippedAfterFault })
    else add(withoutSecrets(await resultOf(name, check, smoke), run))
  }
  return { ok: isFaultless(), baseUrl: run.baseUrl.origin, checks, leftBehind }
}

async function resultOf(name: string, check: Check, smoke: Smoke): Promise<CheckResult> {
  const started = performance.now()
  const result = (outcome: CheckResult['outcome'], detail: string) => {
    return { name, outcome, detail, ms: Math.round(performance.now() - started) }
  }
  try {
    const detail = await check(smoke)
    return typeof detail === 'string' ? result('passed', detail) : result('skipped', detail.skipped)
  } catch (error) {
    if (error instanceof CheckFailure) return result('failed', error.message)
    // The answer lacks a member that the check reads.
    return result('failed', `not an answer of this service: ${reasonOf(error)}`)
  }
}

function withoutSecrets(result: CheckResult, { secret, access }: SmokeOptions): CheckResult {
  const secrets = [secret, ...Object.values(access ?? {})].filter((value) => value !== '')
  const detail = secrets.reduce((text, value) => text.replaceAll(value, '***'), result.detail)
  return { ...result, detail }
}

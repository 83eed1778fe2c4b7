import type { Context } from '../../context.ts'
import type { Health } from '../../contract/health-answer.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import { lastSweepAt } from '../../store/callbacks/sweeps.ts'
import { toSeconds } from '../../units/clock.ts'
import { inTime, pause } from '../../units/time-limit.ts'
import { withSandbox } from '../merchant-contexts.ts'

/**
 * Whether the databases answer and are swept, and the age of the oldest last sweep, null before the first. Refuses with
 * `unavailable` if a database does not answer, was swept more than three minutes ago, or was never swept ten minutes
 * after the deployment (decisions §1, "Health"). Reads at most once in five seconds.
 */
export async function showHealth(context: Context): Promise<Health> {
  const outcome = await lastOutcome(context)
  if (outcome.kind === 'unwell') throw new Refusal('unavailable')
  const { sweptAt } = outcome
  const age = sweptAt === null ? null : Math.max(0, toSeconds(context.now()) - sweptAt)
  return { ok: 1, message: 'success', sweep_age_seconds: age }
}

type Outcome =
  | { readonly kind: 'well'; readonly sweptAt: number | null }
  | { readonly kind: 'unwell' }
type Look = { readonly startedMs: number; outcome: Outcome | null }

const looks = new WeakMap<Context, Look>()
const readAgainMs = 5_000
const databaseTimeoutMs = 3_000
/** Cron starts each minute, and a sweep may take one. */
const sweepAgeSecondsMax = 180
/** A deployment's first cron may be minutes late. */
const firstSweepSecondsMax = 600
const waitMs = 20

async function lastOutcome(context: Context): Promise<Outcome> {
  const last = looks.get(context)
  if (last !== undefined && context.now() - last.startedMs < readAgainMs) return outcomeOf(last)
  const look: Look = { startedMs: context.now(), outcome: null }
  looks.set(context, look)
  look.outcome = await read(context)
  return look.outcome
}

// Another request's read cannot be awaited: it ends when that caller hangs up.
async function outcomeOf(look: Look): Promise<Outcome> {
  for (let waited = 0; waited < databaseTimeoutMs; waited += waitMs) {
    if (look.outcome !== null) return look.outcome
    await pause(waitMs)
  }
  return look.outcome ?? { kind: 'unwell' }
}

async function read(context: Context): Promise<Outcome> {
  try {
    const reads = withSandbox(context).map(async ({ db, databaseNumber }) => {
      return { database: databaseNumber, at: await lastSweepAt(db) }
    })
    const sweeps = await inTime(databaseTimeoutMs, Promise.all(reads))
    const late = sweeps.filter(({ at }) => isLate(context, at))
    for (const { database } of late) context.log({ event: 'sweep_late', database })
    if (late.length > 0) return { kind: 'unwell' }
    return { kind: 'well', sweptAt: sweeps.map(({ at }) => at).reduce(earlier) }
  } catch (fault) {
    context.log({ event: 'health_failed', fault: faultText(fault) })
    return { kind: 'unwell' }
  }
}

function isLate({ now, deployedAt }: Context, sweptAt: number | null): boolean {
  const seconds = toSeconds(now())
  if (sweptAt === null) return seconds - deployedAt > firstSweepSecondsMax
  return seconds - sweptAt > sweepAgeSecondsMax
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.min(one, other)
}

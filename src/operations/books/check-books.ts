import type { MerchantContext } from '../../context.ts'
import { openFindings } from '../../store/books/book-findings.ts'
import { type BookPass, lastBookPasses, startBookPass } from '../../store/books/book-passes.ts'
import { commit } from '../../store/database.ts'
import { toSeconds } from '../../units/clock.ts'
import { recheckFindings } from './recheck.ts'
import { openDay, type StepSize, stepSize, takeStep } from './take-step.ts'

/**
 * Checks the books of a database once a day: orders against their events, entries, callbacks and transactions, and
 * their sums against balances, tallies and days. A run is bounded. While a difference is open, its rows are checked in
 * each run, and passes follow each other faster, so that a mended one soon disappears.
 *
 * @returns the number of steps taken
 */
export async function checkBooks(context: MerchantContext): Promise<number> {
  const { db, now } = context
  const [{ count }, { newest }] = await Promise.all([openFindings(db, 1, 1), lastBookPasses(db)])
  if (count === 0) return (await checkIn(context, stepsMax)).steps
  await recheckFindings(context)
  const endedAt = newest?.finishedAt ?? null
  if (endedAt !== null && toSeconds(now()) - endedAt >= restSeconds) await beginPass(context)
  return (await checkIn(context, openStepsMax)).steps
}

/** Checks with at most this many steps. Returns the pass and the number of steps taken. */
export async function checkIn(
  context: MerchantContext,
  stepsAtMost: number,
  size: StepSize = stepSize,
): Promise<{ readonly pass: BookPass; readonly steps: number }> {
  const { newest } = await lastBookPasses(context.db)
  let pass =
    newest === null || isDue(newest, toSeconds(context.now())) ? await beginPass(context) : newest
  let steps = 0
  for (; steps < stepsAtMost && pass.phase !== 'done' && context.mayGoOn(); steps += 1) {
    await takeStep(context, pass, size)
    pass = await newestPass(context)
  }
  return { pass, steps }
}

function isDue({ phase, startedAt }: BookPass, now: number): boolean {
  return phase === 'done' && openDay(startedAt) < openDay(now)
}

/** Begins a pass unless one is under way; returns the newest. */
export async function beginPass(context: MerchantContext): Promise<BookPass> {
  await commit(context.db, [startBookPass({ now: toSeconds(context.now()) })])
  return newestPass(context)
}

async function newestPass({ db }: MerchantContext): Promise<BookPass> {
  const { newest } = await lastBookPasses(db)
  if (newest === null) throw new Error('a pass without its row')
  return newest
}

/** With an open difference: steps of a run, and seconds between two passes. */
const openStepsMax = 40
const restSeconds = 120

/** Steps of a run in one database: enough for four million orders in 18 hours. */
export const stepsMax = 16

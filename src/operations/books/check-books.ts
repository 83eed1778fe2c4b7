import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { topUpChannel } from '../../rules/accounts/ledger.ts'
import { type BookPass, lastBookPasses, startBookPass } from '../../store/books/book-passes.ts'
import { commit } from '../../store/database.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { withSandbox } from '../merchant-contexts.ts'
import { type StepSize, stepSize, takeStep } from './take-step.ts'

/**
 * Checks the books of each database once a day: orders against their events, entries, callbacks and transactions, and
 * the sums of all of them against balances, tallies and days. A run is bounded, the next one goes on where it stopped.
 *
 * @returns how many steps it has taken
 */
export async function checkBooks(context: Context): Promise<number> {
  const steps = await Promise.all(withSandbox(context).map(checkOrLog))
  return steps.reduce((sum, one) => sum + one, 0)
}

// An outage of one database must not delay the check of the others.
async function checkOrLog(context: MerchantContext): Promise<number> {
  try {
    const { newest } = await lastBookPasses(context.db)
    const pass = await checkIn(context, stepsMax)
    return pass === null ? 0 : pass.step - (newest?.number === pass.number ? newest.step : 0)
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'books_not_checked', database, fault: faultText(error) })
    return 0
  }
}

/** The same in one database, in at most so many steps. Returns the pass; null before the first. */
export async function checkIn(
  context: MerchantContext,
  steps: number,
  size: StepSize = stepSize,
): Promise<BookPass | null> {
  const { newest } = await lastBookPasses(context.db)
  let pass = isDue(newest, nowOf(context)) ? await beginPass(context, newest) : newest
  for (let step = 0; step < steps && pass !== null && pass.phase !== 'done'; step += 1) {
    pass = await takeStep(context, pass, size)
  }
  return pass
}

function isDue(newest: BookPass | null, now: number): boolean {
  return (
    newest === null || (newest.phase === 'done' && taipeiDay(newest.startedAt) < taipeiDay(now))
  )
}

/** Begins a pass in each database that has none under way: those of today are begun anew. */
export async function startCheck(context: Context): Promise<void> {
  await Promise.all(
    withSandbox(context).map(async (one) => {
      const { newest } = await lastBookPasses(one.db)
      if (newest === null || newest.phase === 'done') await beginPass(one, newest)
    }),
  )
}

async function beginPass(
  context: MerchantContext,
  newest: BookPass | null,
): Promise<BookPass | null> {
  const { db, settings } = context
  const number = (newest?.number ?? 0) + 1
  const begun = startBookPass({
    ...{ number, now: nowOf(context), topUpChannel: topUpChannel(settings.exchangeCode) },
  })
  await commit(db, [begun])
  return (await lastBookPasses(db)).newest
}

const nowOf = ({ now }: Context) => Math.floor(now() / 1000)

/** Steps of a run in one database. With what a step reads, a million orders take 8.7 hours. */
const stepsMax = 8

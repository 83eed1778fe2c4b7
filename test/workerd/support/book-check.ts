import type { MerchantContext } from '../../../src/context.ts'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import type { StepSize } from '../../../src/operations/books/take-step.ts'
import { openFindings } from '../../../src/store/books/book-findings.ts'
import { aContext, rowsIn } from './service.ts'

/** Steps of a few rows, so that a pass over few orders has many. */
export const smallSteps: StepSize = {
  orders: 8,
  events: 24,
  adjustments: 4,
  transactions: 8,
  entries: 4,
  tallied: 4,
  archived: 3,
}

/** Checks all books at once, from the first order to the last sum; what is found, in a few words each. */
export async function checkAll(
  context: MerchantContext = aContext(),
  size?: StepSize,
): Promise<string[]> {
  // A pass that is under way may have gone past what is wrong now.
  await checkIn(context, Number.POSITIVE_INFINITY, size)
  // Tallies are those of a day that is over: today is, tomorrow.
  const tomorrow = { ...context, now: () => context.now() + 26 * 3_600_000 }
  await beginPass(tomorrow)
  await checkIn(tomorrow, Number.POSITIVE_INFINITY, size)
  return findingsOf(context)
}

/** What the checks of a database have found and not found gone. */
export async function findingsOf({ db }: Pick<MerchantContext, 'db'>): Promise<string[]> {
  const { findings } = await openFindings(db, 1_000, 1_000)
  return findings.map(
    ({ record, subject, field, expected, found }) =>
      `${record} ${subject} ${field}: ${found || 'nothing'}, not ${expected || 'nothing'}`,
  )
}

/** How many passes there were, finished ones, and how many differences they have ever found. */
export async function passesOf(database: D1Database) {
  const [sums] = await rowsIn<{ finished: number; steps: number; differences: number }>(
    database,
    `select count(finished_at) as finished, sum(step) as steps, sum(differences) as differences
     from book_passes`,
  )
  return { finished: sums?.finished ?? 0, steps: sums?.steps ?? 0, differences: sums?.differences }
}

import type { MerchantContext } from '../../../src/context.ts'
import { checkIn, startCheck } from '../../../src/operations/books/check-books.ts'
import { openFindings } from '../../../src/store/books/book-findings.ts'
import { aContext } from './service.ts'

/** Checks all books at once, from the first order to the last sum; what is found, in a few words each. */
export async function checkAll(context: MerchantContext = aContext()): Promise<string[]> {
  await startCheck(context)
  await checkIn(context, Number.POSITIVE_INFINITY)
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

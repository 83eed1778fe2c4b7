import type { MerchantContext } from '../../context.ts'
import { openFindings } from '../../store/books/book-findings.ts'

/**
 * How many differences the check of the books has found in a database that are there still, counted to a thousand at
 * most.
 */
export async function bookDifferences({ db }: MerchantContext): Promise<number> {
  return (await openFindings(db, 1, countedMax)).count
}

const countedMax = 1_000

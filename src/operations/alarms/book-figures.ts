import type { MerchantContext } from '../../context.ts'
import type { DatabaseFigures } from '../../rules/alarms/alarm-checks.ts'
import { openFindings } from '../../store/books/book-findings.ts'
import { lastBookPasses } from '../../store/books/book-passes.ts'

/**
 * What alarms need to know of the check of the books in a database: how many differences are there still, counted to a
 * thousand at most, and since when the books are unchecked.
 */
export async function bookFigures({
  db,
}: MerchantContext): Promise<Pick<DatabaseFigures, 'bookDifferences' | 'booksUncheckedSince'>> {
  const [{ count }, { newest, finished }] = await Promise.all([
    openFindings(db, 1, countedMax),
    lastBookPasses(db),
  ])
  return {
    bookDifferences: count,
    booksUncheckedSince: finished?.finishedAt ?? newest?.startedAt ?? null,
  }
}

const countedMax = 1_000

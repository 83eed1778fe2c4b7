import type { MerchantContext } from '../../context.ts'
import type { BookFigures } from '../../rules/alarms/alarm-checks.ts'
import { openFindings } from '../../store/books/book-findings.ts'
import { lastBookPasses } from '../../store/books/book-passes.ts'

/** The figures of the check of the books, for alarms. Counts at most a thousand differences. */
export async function bookFigures({ db }: MerchantContext): Promise<BookFigures> {
  const [{ count, findings }, { newest, finished }] = await Promise.all([
    openFindings(db, namedMax, countedMax),
    lastBookPasses(db),
  ])
  const texts = findings.map(({ record, subject, field, found, expected }) => {
    return `${record} ${subject} ${field}: ${found || '–'}, expected ${expected || '–'}`
  })
  return {
    bookDifferences: count,
    bookDetail: [...texts, ...(count > texts.length ? [`+${count - texts.length}`] : [])].join(
      '; ',
    ),
    booksUncheckedSince: finished?.finishedAt ?? newest?.startedAt ?? null,
  }
}

const countedMax = 1_000
const namedMax = 3

import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { type KeptFinding, openFindings } from '../../store/books/book-findings.ts'
import { type BookPass, lastBookPasses } from '../../store/books/book-passes.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { inTime } from '../../units/time-limit.ts'
import { allContexts } from '../merchant-contexts.ts'

/** The progress of the daily check in each database, and the open differences; null for one that does not answer. */
export async function showBooks(context: Context) {
  const found = await Promise.all(allContexts(context).map(booksOf))
  return {
    databases: found.map(({ findings: _findings, ...figures }) => figures),
    items: found.flatMap(({ database, findings }) =>
      findings.map((one) => findingView(database, one)),
    ),
    counted_up_to: countedMax,
  }
}

const countedMax = 1_000
const shownMax = 100
const databaseTimeoutMs = 3_000

async function booksOf({ db, databaseNumber: database, log }: MerchantContext) {
  try {
    const reads = Promise.all([lastBookPasses(db), openFindings(db, shownMax, countedMax)])
    const [{ newest, finished }, { count, findings }] = await inTime(databaseTimeoutMs, reads)
    return {
      database,
      answers: true,
      pass: newest && passView(newest),
      finished_at: secondsToTaipei(finished?.finishedAt ?? null),
      differences: count,
      findings,
    }
  } catch (fault) {
    log({ event: 'books_not_checked', database, fault: faultText(fault) })
    return {
      database,
      answers: false,
      pass: null,
      finished_at: null,
      differences: null,
      findings: [],
    }
  }
}

function passView({ number, phase, startedAt, finishedAt, ...counts }: BookPass) {
  const { orders, entries, differences } = counts
  return {
    number,
    phase,
    started_at: secondsToTaipei(startedAt),
    finished_at: secondsToTaipei(finishedAt),
    orders,
    entries,
    differences,
  }
}

function findingView(database: number, finding: KeptFinding) {
  const { record, subject, field, expected, found, firstSeen, lastSeen } = finding
  return {
    database,
    record,
    subject,
    field,
    expected,
    found,
    first_seen: secondsToTaipei(firstSeen),
    last_seen: secondsToTaipei(lastSeen),
  }
}

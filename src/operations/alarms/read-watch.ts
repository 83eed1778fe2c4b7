import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { DatabaseFigures, WatchReadings } from '../../rules/alarms/alarm-checks.ts'
import { alarmTable } from '../../rules/alarms/alarm-table.ts'
import { growthOf } from '../../rules/alarms/database-growth.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { sumCounts } from '../../store/alarms/watch-counts.ts'
import { readWatchFigures } from '../../store/alarms/watch-figures.ts'
import { merchantsAfter } from '../../store/merchants/merchants.ts'
import { databaseBytes } from '../../store/service/database-size.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { inTime, TimeLimitError } from '../../units/time-limit.ts'
import { copyAges } from '../copies/copy-age.ts'
import { allContexts, sandboxContext } from '../merchant-contexts.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'
import { bookFigures } from './book-figures.ts'

/** The figures of each database, by its number; null if it did not answer. */
type FiguresByDatabase = ReadonlyMap<number, DatabaseFigures | null>

/** The figures of a minute's run, and the number of databases in which each job failed. */
export type MinuteFigures = {
  readonly databases: FiguresByDatabase
  readonly failedJobs: ReadonlyMap<string, number>
}

/** Combines the figures of the databases with the first database's counts of the whole service. */
export async function readWatch(
  context: Context,
  { databases: figures, failedJobs }: MinuteFigures,
  now: number,
): Promise<WatchReadings> {
  const minute = Math.floor(now / 60)
  const from = { errorsFrom: minute - errorMinutes, deadFrom: minute - deadMinutes, minute }
  const sums = await inTime(databaseTimeoutMs, sumCounts(context.platformDb, from))
  const figuresIn = ({ databaseNumber }: MerchantContext) => figures.get(databaseNumber) ?? null
  const sandbox = sandboxContext(context)
  return {
    databases: allContexts(context).map(figuresIn),
    sandbox: sandbox === null ? undefined : figuresIn(sandbox),
    failedJobs: [...failedJobs].map(([name, count]) => ({ name, databases: count })),
    isWithoutBucket: context.archive === null && context.settings.ratesApply,
    ...sums,
  }
}

const errorMinutes = 5
const deadMinutes = 15
const databaseTimeoutMs = 4_000

/** The figures of a database, or why there are none. */
type FiguresReading =
  | { readonly kind: 'read'; readonly figures: DatabaseFigures }
  | { readonly kind: 'late' | 'failed' }

/** Reads the figures of one database for alarms, within eight seconds. */
export async function readFigures(context: MerchantContext): Promise<FiguresReading> {
  try {
    const figures = await inTime(figuresMs, figuresOf(context, toSeconds(context.now())))
    return { kind: 'read', figures }
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'watch_without_database', database, fault: faultText(error) })
    return { kind: error instanceof TimeLimitError ? 'late' : 'failed' }
  }
}

const figuresMs = 8_000

async function figuresOf(context: MerchantContext, now: number): Promise<DatabaseFigures> {
  const { db } = context
  const terms = {
    now,
    receivers: { merchants: 1_000, perMerchant: 100, receivers: 2_000, place: context.random() },
    countedMax: 500,
    givenUpSince: now - daySeconds,
    approvalsFrom: oldestWaiting(now),
    accountsMax: 500,
    quietBefore: now - alarmTable.account_silent.threshold,
    namedMax: 50,
    failedAttempts: attemptsOfAnHour,
    acknowledgedSince: now - 3_600,
    today: taipeiDay(now),
    busyLines: alarmTable.feed_over_limit.threshold,
  }
  const [figures, bytes, isKeyWrong, books, ages] = await Promise.all([
    readWatchFigures(db, terms),
    databaseBytes(db),
    keyIsWrong(context),
    bookFigures(context),
    copyAges(context),
  ])
  const growth = growthOf(figures.oldSize, { at: now, bytes })
  const isArchiving = context.settings.archiveAfterDays > 0
  const archivedAt = isArchiving ? figures.archivedAt : null
  return { ...figures, archivedAt, bytes, ...growth, isKeyWrong, ...books, ...ages }
}

/** The eighth attempt is made 64 minutes after the first. */
const attemptsOfAnHour = 8

// A damaged secret is not the key's fault; its use reports it.
async function keyIsWrong(context: MerchantContext): Promise<boolean> {
  const [oldest] = await merchantsAfter(context.db, { after: 0, limit: 1, newestFirst: false })
  if (oldest === undefined) return false
  const found = await decryptSecrets(context, oldest).catch(() => null)
  return found === 'other_key'
}

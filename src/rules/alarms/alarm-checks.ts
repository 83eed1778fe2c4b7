import type { AlarmName } from '../../contract/back-office/states.ts'
import { daySeconds } from '../../units/clock.ts'
import { serverOfReceiver } from '../callbacks/receiver-breaker.ts'
import { sandboxNumber } from '../orders/order-identity.ts'
import type { AlarmKey, AlarmReading } from './alarm-steps.ts'
import { alarmTable } from './alarm-table.ts'
import type { DatabaseGrowth } from './database-growth.ts'

/** An active account, and the time of its last booking. */
export type QuietAccount = {
  readonly id: number
  /** UTC seconds. The creation of the account if nothing was ever booked. */
  readonly lastAt: number
  /** The number of days with incoming money, of the seven days before `lastAt`. */
  readonly days: number
}

/** The figures of one database. Times are UTC seconds, or null. */
export type DatabaseFigures = {
  readonly oldestDueAt: number | null
  readonly parked: number
  readonly givenUp: number
  readonly sweptAt: number | null
  readonly oldestUnclaimedAt: number | null
  readonly oldestApprovalAt: number | null
  /** The last run of the search for final orders; null without an archive. */
  readonly archivedAt: number | null
  readonly quietAccounts: readonly QuietAccount[]
  readonly accountsWithGaps: readonly { readonly id: number; readonly gaps: number }[]
  /** Accounts with many lines posted by a service token today, and the highest count of one token. */
  readonly busyFeeds: readonly { readonly id: number; readonly lines: number }[]
  /** Accounts with automatic settlements that are unproven, or with an order whose money is missing from statements. */
  readonly doubtedAccounts: readonly {
    readonly id: number
    readonly unproven: number
    readonly contradicted: string | null
  }[]
  readonly failingReceivers: readonly FailingReceiver[]
  readonly bytes: number
  readonly isKeyWrong: boolean
} & DatabaseGrowth &
  BookFigures &
  CopyAges

/** A merchant that has acknowledged no callback for an hour. */
export type FailingReceiver = {
  readonly uid: string
  /** The highest number of failed attempts at one pending callback. */
  readonly failed: number
  readonly receiver: string
}

/** The findings of the check of the books in one database. */
export type BookFigures = {
  readonly bookDifferences: number
  /** The first finding as text. */
  readonly bookDetail: string
  /** The end of the last check of the books, or the beginning of the first one. */
  readonly booksUncheckedSince: number | null
}

/** How old the copies of a database are, in seconds. */
export type CopyAges = {
  /**
   * The age of the newest moment at which the bucket held the whole database: a loss of the database loses this much.
   * Before that moment, the time since copying began. Null without copies.
   */
  readonly copyAge: number | null
  /** The time since the last full copy ended, or since copying began. */
  readonly scanAge: number | null
}

/** The figures of the test merchants' database. Only its jobs are watched: its orders are nobody's emergency. */
type SandboxFigures = Pick<DatabaseFigures, 'sweptAt' | 'booksUncheckedSince'>

/** All that the watch has read: the figures of each database, null where it did not answer. */
export type WatchReadings = {
  readonly databases: readonly (DatabaseFigures | null)[]
  /** Null where it did not answer; absent where the deployment has no test merchants. */
  readonly sandbox?: SandboxFigures | null | undefined
  /** The requests of the last minutes, and the number of them answered with 5xx. */
  readonly answers: number
  readonly serverErrors: number
  readonly deadWakeUps: number
  /** Answers of the back office with 5xx in the last minutes. */
  readonly deskErrors: number
  readonly creations: CreationSums
  /** The failed minute jobs, and the number of databases in which each failed. */
  readonly failedJobs: readonly { readonly name: string; readonly databases: number }[]
  /** Whether a deployment has no bucket for its copies. */
  readonly isWithoutBucket: boolean
}

/** By minutes: the creations that succeeded or failed on our side, and the failed ones among them. */
type Windows = Readonly<
  Record<5 | 30 | 60 | 360, { readonly all: number; readonly failed: number }>
>

export type CreationSums = {
  readonly windows: Windows
  /** With links, in the last 15 minutes, and in the same 15 minutes of each of the seven days before. */
  readonly recent: number
  readonly before: readonly number[]
}

type TrueAlarm = AlarmKey & AlarmReading

export function databaseSubject(number: number): string {
  return `database:${number}`
}

/** The alarms that are true, each with a check of its own. `now` is in UTC seconds. */
export function findAlarms(readings: WatchReadings, now: number): readonly TrueAlarm[] {
  const known = readings.databases.flatMap((figures, number) =>
    figures === null ? [] : [{ figures, subject: databaseSubject(number) }],
  )
  const found = (name: AlarmName, subject: string, value: number | null): readonly TrueAlarm[] =>
    value === null || value < alarmTable[name].threshold
      ? []
      : [{ name, subject, value, detail: '' }]
  const ofDatabases = (name: AlarmName, figureOf: (figures: DatabaseFigures) => number | null) =>
    known.flatMap(({ figures, subject }) => found(name, subject, figureOf(figures)))
  const ageOf = (at: number | null) => (at === null ? null : now - at)
  return [
    ...ofDatabases('callback_backlog', ({ oldestDueAt }) => ageOf(oldestDueAt)),
    ...ofDatabases('callbacks_parked', ({ parked }) => parked),
    ...ofDatabases('callbacks_given_up', ({ givenUp }) => givenUp),
    ...known.flatMap(({ figures }) =>
      figures.failingReceivers.map(({ uid, failed, receiver }): TrueAlarm => {
        const detail = serverOfReceiver(receiver)
        return { name: 'receiver_failing', subject: `merchant:${uid}`, value: failed, detail }
      }),
    ),
    ...found('dead_wake_ups', '', readings.deadWakeUps),
    // A new database is swept in its first minute.
    ...ofDatabases('sweep_stopped', ({ sweptAt }) => ageOf(sweptAt) ?? neverSweptSeconds),
    ...readings.failedJobs.flatMap(({ name, databases }) =>
      found('job_failing', `job:${name}`, databases),
    ),
    ...found('server_errors', '', errorShare(readings)),
    ...found('desk_failing', '', readings.deskErrors),
    ...found('creations_failing_fast', '', burnRate(readings.creations, 60, 5)),
    ...found('creations_failing_slowly', '', burnRate(readings.creations, 360, 30)),
    ...found('traffic_gone', '', creationsMissing(readings.creations)),
    ...readings.databases.flatMap((figures, number) =>
      figures === null ? found('database_down', databaseSubject(number), 1) : [],
    ),
    // Only the newest database, which takes new merchants: the others have a successor already.
    ...ofDatabases('database_filling', ({ bytes }) => bytes).filter(
      ({ subject }) => subject === databaseSubject(readings.databases.length - 1),
    ),
    ...known.flatMap(({ figures, subject }) => fullSoon(figures, subject)),
    ...ofDatabases('wrong_secrets_key', ({ isKeyWrong }) => (isKeyWrong ? 1 : 0)),
    ...known.flatMap(({ figures, subject }) =>
      found('books_differ', subject, figures.bookDifferences).map((one) => {
        return { ...one, detail: figures.bookDetail }
      }),
    ),
    ...ofDatabases('books_unchecked', ({ booksUncheckedSince }) => ageOf(booksUncheckedSince)),
    ...ofDatabases('copies_late', ({ copyAge }) => copyAge),
    ...ofDatabases('copies_unscanned', ({ scanAge }) => scanAge),
    ...ofDatabases('archive_failing', ({ archivedAt }) => ageOf(archivedAt)),
    ...found('copies_missing', '', readings.isWithoutBucket ? 1 : 0),
    ...ofDatabases('deposits_unclaimed', ({ oldestUnclaimedAt }) => ageOf(oldestUnclaimedAt)),
    ...known.flatMap(({ figures }) => figures.quietAccounts.flatMap((one) => silent(one, now))),
    ...known.flatMap(({ figures: { accountsWithGaps, busyFeeds, doubtedAccounts } }) => [
      ...accountsWithGaps.flatMap(({ id, gaps }) =>
        found('statement_gap', accountSubject(id), gaps),
      ),
      ...busyFeeds.flatMap(({ id, lines }) => found('feed_over_limit', accountSubject(id), lines)),
      ...doubtedAccounts.flatMap(({ id, contradicted, unproven }) => [
        ...found('auto_contradicted', accountSubject(id), contradicted === null ? null : 1).map(
          (one) => ({ ...one, detail: contradicted ?? '' }),
        ),
        ...found('auto_unproven', accountSubject(id), unproven),
      ]),
    ]),
    ...sandboxAlarms(readings, now, found),
    ...ofDatabases('approval_waiting', ({ oldestApprovalAt }) => ageOf(oldestApprovalAt)),
  ]
}

const neverSweptSeconds = daySeconds

const sandboxSubject = databaseSubject(sandboxNumber)

function sandboxAlarms(
  { sandbox }: WatchReadings,
  now: number,
  found: (name: AlarmName, subject: string, value: number | null) => readonly TrueAlarm[],
): readonly TrueAlarm[] {
  if (sandbox === undefined) return []
  if (sandbox === null) return found('database_down', sandboxSubject, 1)
  const { sweptAt, booksUncheckedSince } = sandbox
  const unchecked = booksUncheckedSince === null ? null : now - booksUncheckedSince
  return [
    ...found('sweep_stopped', sandboxSubject, sweptAt === null ? neverSweptSeconds : now - sweptAt),
    ...found('books_unchecked', sandboxSubject, unchecked),
  ]
}

/** Below this number of failed requests a share means nothing. */
const failedMin = 5

// In whole per cent.
function errorShare({ answers, serverErrors }: WatchReadings): number | null {
  if (serverErrors < failedMin) return null
  return Math.floor((serverErrors * 100) / Math.max(answers, serverErrors))
}

/** One of a thousand creations may fail: 99.9 % of a month's succeed. */
const allowedOf = 1_000

type Minutes = keyof Windows

// The rate of failed creations as a multiple of the allowed rate; the lower one of both windows.
function burnRate({ windows }: CreationSums, long: Minutes, short: Minutes): number | null {
  if (windows[short].failed < failedMin) return null
  const rates = [windows[long], windows[short]].map(({ all, failed }) => {
    return (failed * allowedOf) / Math.max(all, failed)
  })
  return Math.floor(Math.min(...rates))
}

const daysAlike = 5

// The number that five of the seven days before have reached.
function creationsMissing({ recent, before }: CreationSums): number | null {
  if (recent > 0) return null
  return before.toSorted((a, b) => b - a)[daysAlike - 1] ?? null
}

// The days until a database is full, where they are few.
function fullSoon(
  { daysToFull, bytesPerDay }: DatabaseGrowth,
  subject: string,
): readonly TrueAlarm[] {
  const { threshold } = alarmTable.database_full_soon
  if (daysToFull === null || bytesPerDay === null || daysToFull > threshold) return []
  const detail = `+${(bytesPerDay / 1e9).toFixed(1)} GB / day`
  return [{ name: 'database_full_soon', subject, value: daysToFull, detail }]
}

function silent({ id, lastAt, days }: QuietAccount, now: number): readonly TrueAlarm[] {
  const value = now - lastAt
  const usual = alarmTable.account_silent.threshold * daysExpected(days)
  const subject = accountSubject(id)
  return value < usual ? [] : [{ name: 'account_silent', subject, value, detail: '' }]
}

// The days until the next booking is due: one if five days of the week had bookings, three if two had.
function daysExpected(days: number): number {
  return days >= 5 ? 1 : days >= 2 ? 3 : 7
}

function accountSubject(id: number): string {
  return `bank_account:${id}`
}

/** Whether the readings leave an alarm undecided; it then stays as it was. */
export function isUndecided(
  { name, subject }: AlarmKey,
  { databases, sandbox }: WatchReadings,
): boolean {
  const isDown = (number: number) =>
    (number === sandboxNumber ? sandbox : databases[number]) === null
  if (name === 'database_down') return false
  const [kind, number] = subject.split(':')
  if (kind === 'database') return isDown(Number(number))
  // The subject does not name its database.
  return subject !== '' && databases.some((_, one) => isDown(one))
}

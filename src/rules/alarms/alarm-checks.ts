import type { AlarmName } from '../../contract/back-office/states.ts'
import { serverOfReceiver } from '../callbacks/receiver-breaker.ts'
import { sandboxNumber } from '../orders/order-identity.ts'
import type { AlarmKey, AlarmReading } from './alarm-state.ts'
import { alarmTable } from './alarm-table.ts'
import type { DatabaseGrowth } from './database-growth.ts'

/** An account that is in use, and when it was last booked. */
export type QuietAccount = {
  readonly id: number
  /** UTC seconds; when the account was made where nothing was ever booked on it. */
  readonly lastAt: number
  /** On how many of the seven days until then money came in. */
  readonly days: number
}

/** What is read of one database. Times are UTC seconds; null where there is none. */
export type DatabaseFigures = {
  readonly oldestDueAt: number | null
  readonly parked: number
  readonly givenUp: number
  readonly sweptAt: number | null
  readonly oldestUnclaimedAt: number | null
  readonly oldestApprovalAt: number | null
  /** When the search for final orders last went on; null where nothing is archived. */
  readonly archivedAt: number | null
  readonly quietAccounts: readonly QuietAccount[]
  readonly accountsWithGaps: readonly { readonly id: number; readonly gaps: number }[]
  /** Accounts to which a service token has posted many lines today, with the most that one has. */
  readonly busyFeeds: readonly { readonly id: number; readonly lines: number }[]
  /** Accounts with unproven settlements of the service, or an order whose money statements lack. */
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
  /** How many attempts have failed at the callback that waits with the most. */
  readonly failed: number
  readonly receiver: string
}

/** What the check of the books has found in a database. */
export type BookFigures = {
  readonly bookDifferences: number
  /** The first of them in words. */
  readonly bookDetail: string
  /** Since when the books are unchecked: the last check's end, else the first one's beginning. */
  readonly booksUncheckedSince: number | null
}

/** How old the copies of a database are, in seconds. */
export type CopyAges = {
  /**
   * Since the bucket had all that the database had, which is what a loss of the database would cost; before that since
   * they began. Null where no copies are made.
   */
  readonly copyAge: number | null
  /** Since a copy of everything ended, or the copies began. */
  readonly scanAge: number | null
}

/** What is read of the test merchants' database: whether its jobs go on. What they do there is nobody's emergency. */
export type SandboxFigures = Pick<DatabaseFigures, 'sweptAt' | 'booksUncheckedSince'>

/** What the watch has read: of each database its figures, null where it did not answer. */
export type Readings = {
  readonly databases: readonly (DatabaseFigures | null)[]
  /** Null where it did not answer; absent where the deployment has no test merchants. */
  readonly sandbox?: SandboxFigures | null | undefined
  /** Requests of the last minutes, and how many of them were answered with 5xx. */
  readonly answers: number
  readonly serverErrors: number
  readonly deadWakeUps: number
  /** Answers of the back office with 5xx in the last minutes. */
  readonly deskErrors: number
  readonly creations: CreationSums
  /** Jobs of the minute that have failed, with in how many databases. */
  readonly failedJobs: readonly { readonly name: string; readonly databases: number }[]
  /** Whether a deployment has no bucket for its copies. */
  readonly isWithoutBucket: boolean
}

/** Creations that were carried out or failed by us, and the failed of them, in the last so many minutes. */
type Windows = Readonly<
  Record<5 | 30 | 60 | 360, { readonly all: number; readonly failed: number }>
>

/** What was counted of creations. */
export type CreationSums = {
  readonly windows: Windows
  /** In the last 15 minutes, and in the same 15 minutes of each of the seven days before. */
  readonly recent: number
  readonly before: readonly number[]
}

/** An alarm that is true now. */
export type Finding = AlarmKey & AlarmReading

/** The subject of an alarm about a database. */
export function databaseSubject(number: number): string {
  return `database:${number}`
}

/** The alarms that are true, each with a check of its own. `now` is in UTC seconds. */
export function findAlarms(readings: Readings, now: number): readonly Finding[] {
  const known = readings.databases.flatMap((figures, number) =>
    figures === null ? [] : [{ figures, subject: databaseSubject(number) }],
  )
  const found = (name: AlarmName, subject: string, value: number | null): readonly Finding[] =>
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
      figures.failingReceivers.map(({ uid, failed, receiver }): Finding => {
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
    // The one that new merchants go to: where the next one is bound, what there was to do is done.
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
    ...known.flatMap(({ figures }) =>
      figures.accountsWithGaps.flatMap(({ id, gaps }) =>
        found('statement_gap', accountSubject(id), gaps),
      ),
    ),
    ...known.flatMap(({ figures }) =>
      figures.busyFeeds.flatMap(({ id, lines }) =>
        found('feed_over_limit', accountSubject(id), lines),
      ),
    ),
    ...known.flatMap(({ figures }) =>
      figures.doubtedAccounts.flatMap(({ id, contradicted, unproven }) => [
        ...found('auto_contradicted', accountSubject(id), contradicted === null ? null : 1).map(
          (one) => ({ ...one, detail: contradicted ?? '' }),
        ),
        ...found('auto_unproven', accountSubject(id), unproven),
      ]),
    ),
    ...sandboxAlarms(readings, now, found),
    ...ofDatabases('approval_waiting', ({ oldestApprovalAt }) => ageOf(oldestApprovalAt)),
  ]
}

const neverSweptSeconds = 86_400

const sandboxSubject = databaseSubject(sandboxNumber)

function sandboxAlarms(
  { sandbox }: Readings,
  now: number,
  found: (name: AlarmName, subject: string, value: number | null) => readonly Finding[],
): readonly Finding[] {
  if (sandbox === undefined) return []
  if (sandbox === null) return found('database_down', sandboxSubject, 1)
  const { sweptAt, booksUncheckedSince } = sandbox
  const unchecked = booksUncheckedSince === null ? null : now - booksUncheckedSince
  return [
    ...found('sweep_stopped', sandboxSubject, sweptAt === null ? neverSweptSeconds : now - sweptAt),
    ...found('books_unchecked', sandboxSubject, unchecked),
  ]
}

/** Fewer failed requests than these say nothing of a share. */
const failedMin = 5

// In whole per cent.
function errorShare({ answers, serverErrors }: Readings): number | null {
  if (serverErrors < failedMin) return null
  return Math.floor((serverErrors * 100) / Math.max(answers, serverErrors))
}

/** Of a thousand creations one may fail: 99.9 % of a month's. */
const allowedOf = 1_000

type Minutes = keyof Windows

// How many times as fast as allowed creations fail, over the long window and still in the short one.
function burnRate({ windows }: CreationSums, long: Minutes, short: Minutes): number | null {
  if (windows[short].failed < failedMin) return null
  const rates = [windows[long], windows[short]].map(({ all, failed }) => {
    return (failed * allowedOf) / Math.max(all, failed)
  })
  return Math.floor(Math.min(...rates))
}

const daysAlike = 5

// What five of the seven days before have at least.
function creationsMissing({ recent, before }: CreationSums): number | null {
  if (recent > 0) return null
  return before.toSorted((a, b) => b - a)[daysAlike - 1] ?? null
}

// In that many days or sooner.
function fullSoon(
  { daysToFull, bytesPerDay }: DatabaseGrowth,
  subject: string,
): readonly Finding[] {
  const { threshold } = alarmTable.database_full_soon
  if (daysToFull === null || bytesPerDay === null || daysToFull > threshold) return []
  const detail = `+${(bytesPerDay / 1e9).toFixed(1)} GB / day`
  return [{ name: 'database_full_soon', subject, value: daysToFull, detail }]
}

function silent({ id, lastAt, days }: QuietAccount, now: number): readonly Finding[] {
  const value = now - lastAt
  const usual = alarmTable.account_silent.threshold * daysExpected(days)
  const subject = accountSubject(id)
  return value < usual ? [] : [{ name: 'account_silent', subject, value, detail: '' }]
}

// Booked on five days of a week it is expected every day, on two of them every third day, else once a week.
function daysExpected(days: number): number {
  return days >= 5 ? 1 : days >= 2 ? 3 : 7
}

function accountSubject(id: number): string {
  return `bank_account:${id}`
}

/** Whether the readings say nothing of an alarm: then it stays as it was. */
export function isUnknown({ name, subject }: AlarmKey, { databases, sandbox }: Readings): boolean {
  const isDown = (number: number) =>
    (number === sandboxNumber ? sandbox : databases[number]) === null
  if (name === 'database_down') return false
  const [kind, number] = subject.split(':')
  if (kind === 'database') return isDown(Number(number))
  // Which database it is of is not known here.
  return subject !== '' && databases.some((_, one) => isDown(one))
}

import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { DatabaseFigures, Readings, SandboxFigures } from '../../rules/alarms/alarm-checks.ts'
import { alarmTable } from '../../rules/alarms/alarm-table.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { sumCounts } from '../../store/alarms/watch-counts.ts'
import { readWatchFigures } from '../../store/alarms/watch-figures.ts'
import { lastSweepAt } from '../../store/callbacks/sweeps.ts'
import { databaseBytes } from '../../store/database-size.ts'
import { oldestMerchant } from '../../store/merchants/merchants.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { inTime } from '../../units/time-limit.ts'
import { copyAge } from '../copies/copy-age.ts'
import { allContexts, sandboxContext } from '../merchant-contexts.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'
import { bookFigures } from './book-figures.ts'

/** Reads what all alarms are judged by. A database that does not answer in ten seconds is null among the others. */
export async function readWatch(context: Context, now: number): Promise<Readings> {
  const { platformDb } = context
  const minute = Math.floor(now / 60)
  const from = { errorsFrom: minute - errorMinutes, deadFrom: minute - deadMinutes }
  const [databases, sandbox, sums] = await Promise.all([
    Promise.all(allContexts(context).map((one) => orNull(one, figuresOf(one, now)))),
    sandboxFigures(context),
    inTime(databaseTimeoutMs, sumCounts(platformDb, from)),
  ])
  return { databases, sandbox, ...sums }
}

const errorMinutes = 5
const deadMinutes = 15
const databaseTimeoutMs = 10_000

async function sandboxFigures(context: Context): Promise<SandboxFigures | null | undefined> {
  const one = sandboxContext(context)
  if (one === null) return undefined
  const read = async () => {
    const [sweptAt, { booksUncheckedSince }] = await Promise.all([
      lastSweepAt(one.db),
      bookFigures(one),
    ])
    return { sweptAt, booksUncheckedSince }
  }
  return orNull(one, read())
}

async function orNull<Figures>(
  context: MerchantContext,
  figures: Promise<Figures>,
): Promise<Figures | null> {
  try {
    return await inTime(databaseTimeoutMs, figures)
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'watch_without_database', database, fault: faultText(error) })
    return null
  }
}

async function figuresOf(context: MerchantContext, now: number): Promise<DatabaseFigures> {
  const { db } = context
  const terms = {
    now,
    receivers: { merchants: 1_000, perMerchant: 10, receivers: 2_000, place: context.random() },
    countedMax: 500,
    givenUpSince: now - 86_400,
    approvalsFrom: oldestWaiting(now),
    accountsMax: 500,
    quietBefore: now - alarmTable.account_silent.threshold,
    namedMax: 50,
    today: taipeiDay(now),
    busyLines: alarmTable.feed_over_limit.threshold,
  }
  const [figures, bytes, isKeyWrong, books, age] = await Promise.all([
    readWatchFigures(db, terms),
    databaseBytes(db),
    keyIsWrong(context),
    bookFigures(context),
    copyAge(context),
  ])
  return { ...figures, bytes, isKeyWrong, ...books, copyAge: age }
}

// A secret that is damaged is no matter of the key: whoever uses it sees the fault.
async function keyIsWrong(context: MerchantContext): Promise<boolean> {
  const oldest = await oldestMerchant(context.db)
  if (oldest === null) return false
  const found = await decryptSecrets(context, oldest).catch(() => null)
  return found === 'other_key'
}

import type { Context, MerchantContext } from '../../../context.ts'
import type { ItemPage } from '../../../contract/back-office/call.ts'
import type { Page } from '../../../contract/back-office/values.ts'
import type { StoredDay } from '../../../rules/banking/statements/join-days.ts'
import { bookedAt } from '../../../rules/banking/statements/statement-line.ts'
import { listedImportView } from '../../../rules/views/banking/import-view.ts'
import {
  firstVisibleDay,
  lastCovered,
  listedStatementsView,
  statementsView,
} from '../../../rules/views/banking/statements-view.ts'
import { pageView } from '../../../rules/views/page-view.ts'
import { gapsOf } from '../../../store/banking/banking-figures.ts'
import { newestImports } from '../../../store/banking/imports/bank-imports.ts'
import {
  lastDaysOf,
  readCoveredDays,
  unconfirmedAfter,
  unconfirmedAfterEach,
} from '../../../store/banking/imports/statement-state.ts'
import { toSeconds } from '../../../units/clock.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'
import { requireAccount } from '../require-account.ts'

/** An account's statements, and later reports; refuses with `not_found`. */
export async function showStatements(
  context: Context,
  accountId: number,
): Promise<ReturnType<typeof statementsView>> {
  const { merchantContext } = await requireAccount(context, accountId)
  const { db } = merchantContext
  const today = taipeiDay(toSeconds(context.now()))
  const range = { fromDay: firstVisibleDay(today), toDay: today, from: 0, until: 0 }
  const [covered, gaps] = await Promise.all([
    readCoveredDays(db, accountId, range),
    gapsOf(db, [accountId]),
  ])
  const { days = [] } = covered ?? {}
  const last = lastCovered(days)
  const later =
    last === undefined
      ? { count: 0, amount: 0, more: false, isStated: false }
      : await unconfirmedAfter(db, accountId, { day: last.day, ...momentsOf(last) })
  return statementsView({ days, gaps: gaps.get(accountId) ?? [], later }, today)
}

/**
 * By account, the balance of its last statement and the balance expected now. Reads at most `linesMax` lines of the
 * last days for all accounts together, and as many after them.
 */
export async function statementBalances({ db }: MerchantContext, accountIds: readonly number[]) {
  const last = await lastDaysOf(db, accountIds)
  const places = [...last.values()].map((one) => ({ ...one, ...momentsOf(one) }))
  const limit = Math.max(1, Math.floor(linesMax / places.length))
  const later = await unconfirmedAfterEach(db, places, limit)
  return new Map(accountIds.map((id) => [id, listedStatementsView(last.get(id), later.get(id))]))
}

const linesMax = 800

// The first and last booking time of a day's lines.
function momentsOf({ day }: Pick<StoredDay, 'day'>) {
  const at = (one: number) => bookedAt({ day: one, time: null })
  return { from: at(day), until: at(day + 1) }
}

/** The imports of an account, newest first; refuses with `not_found`. */
export async function listImports(
  context: Context,
  accountId: number,
  { cursor = Number.MAX_SAFE_INTEGER, limit }: Page,
): Promise<ItemPage<ReturnType<typeof listedImportView>>> {
  const { merchantContext } = await requireAccount(context, accountId)
  const now = toSeconds(context.now())
  return pageView({
    items: await newestImports(merchantContext.db, { accountId, before: cursor, limit }),
    limit,
    viewOf: (one) => listedImportView(one, now),
    idOf: ({ id }) => id,
  })
}

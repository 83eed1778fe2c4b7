import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { bookedAt } from '../../rules/banking/statements/statement-line.ts'
import { autoWriter, switchBackRow } from '../../rules/matcher/auto-actor.ts'
import { linesInside } from '../../store/banking/imports/statement-state.ts'
import { commit, type Statement } from '../../store/database.ts'
import {
  accountsToCompare,
  type Comparison,
  contradict,
  findComparison,
  findContradicted,
  noteCompared,
} from '../../store/matcher/contradiction.ts'
import {
  type LaterLine,
  markUnproven,
  moveCursor,
  readUnconfirmed,
  type UnconfirmedLine,
  type UnconfirmedPage,
} from '../../store/matcher/unproven.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { journalRow } from '../people/journaled.ts'

/** How many lines were looked at for proof, and how many accounts were compared with statements. */
export type ProofCounts = { readonly lines: number; readonly accounts: number }

/**
 * Looks, in one database, at what the service has settled and no statement has confirmed (matching §5): what has
 * awaited proof for too long is unproven, and what statements say is not there is contradicted. A run takes some
 * seconds at most, the next one does the rest.
 */
export async function proveSettlements(context: MerchantContext): Promise<ProofCounts> {
  const deadlineMs = context.now() + runMs
  const lines = await findUnproven(context)
  const accounts = await accountsToCompare(context.db, accountsMax)
  for (const accountId of accounts) {
    if (context.now() > deadlineMs) break
    await compareAccount(context, accountId, deadlineMs)
  }
  return { lines, accounts: accounts.length }
}

const runMs = 4_000
const accountsMax = 50

/** Lines of a run, and lines whose time has not come that are kept at most: then the walk waits for them. */
const linesMax = 200
const laterMax = 2_000

// What was stored in the last minute may still have something before it on its way.
const settlingSeconds = 60

async function findUnproven(context: MerchantContext): Promise<number> {
  const now = toSeconds(context.now())
  const until = now - context.settings.proofSeconds
  const page = await readUnconfirmed(context.db, { until, limit: linesMax })
  const isFull = page.later.length >= laterMax
  const lines = isFull ? [] : page.lines
  const { due, later } = sorted(page, lines, until)
  const readTo = lines.length === 0 ? page.provedTo : Math.min(page.readTo, now - settlingSeconds)
  const provedTo = Math.max(page.provedTo, readTo)
  const isMoved = provedTo !== page.provedTo || later.length !== page.later.length || due.length > 0
  const [first, ...others]: readonly Statement[] = [
    ...(due.length === 0 ? [] : markUnproven(due, { until, today: taipeiDay(now) })),
    ...(isMoved ? [moveCursor(page, { provedTo, later })] : []),
  ]
  if (first !== undefined) await commit(context.db, [first, ...others])
  return lines.length
}

// Which lines are due, and which will be: of the page, and of those that were kept.
function sorted(page: UnconfirmedPage, lines: readonly UnconfirmedLine[], until: number) {
  const settled = new Map<number, number>(page.later.map(([at, id]) => [id, at]))
  for (const { id, settledAt } of lines) if (settledAt !== null) settled.set(id, settledAt)
  const all: readonly LaterLine[] = [...settled].map(([id, at]) => [at, id])
  return {
    due: all.flatMap(([at, id]) => (at <= until ? [id] : [])),
    later: all.filter(([at]) => at > until),
  }
}

/**
 * The same of one account once an import of it has ended; a fault leaves it to the minute's job.
 */
export async function compareAfterImport(
  context: MerchantContext,
  { accountId, importId }: { readonly accountId: number; readonly importId: number },
): Promise<void> {
  try {
    await compareAccount(context, accountId, context.now() + runMs)
  } catch (error) {
    context.log({ event: 'import_fault', import_id: importId, fault: faultText(error) })
  }
}

async function compareAccount(
  context: MerchantContext,
  accountId: number,
  deadlineMs: number,
): Promise<void> {
  const comparison = await findComparison(context.db, accountId)
  if (comparison === null) return
  const { db } = context
  const next = await compareDays(context, comparison, deadlineMs)
  await commit(db, [noteCompared(comparison, next)])
}

// Up to which day it came where it was cut off; null where all is compared.
async function compareDays(
  context: MerchantContext,
  { accountId, fromDay, coveredTo }: Comparison,
  deadlineMs: number,
): Promise<number | null> {
  const { db } = context
  const lastDay = coveredTo === null ? fromDay - 1 : coveredTo - daysAfter
  if (lastDay < fromDay) return null
  const at = (day: number) => bookedAt({ day, time: null })
  const range = { fromDay, toDay: lastDay, from: at(fromDay), until: at(lastDay + 1) }
  for await (const page of linesInside(db, accountId, range)) {
    const ids = page.flatMap(({ id, key }) => (key === null ? [id] : []))
    const tradeNo = ids.length === 0 ? null : await findContradicted(db, accountId, ids)
    if (tradeNo !== null) {
      const row = journalRow(context, autoWriter, switchBackRow(accountId, tradeNo))
      await commit(db, contradict(accountId, ids, { row, today: taipeiDay(row.at) }))
    }
    const last = page.at(-1)
    if (last !== undefined && context.now() > deadlineMs) return taipeiDay(last.bookedAt)
  }
  return null
}

/** Days after a line's own that statements have to cover before they say that it is not there. */
const daysAfter = 3

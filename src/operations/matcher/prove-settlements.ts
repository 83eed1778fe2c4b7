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
import { journalRow } from '../people/journal-rows.ts'

/** The number of lines checked for proof, and of accounts compared with statements. */
type ProofCounts = { readonly lines: number; readonly accounts: number }

/**
 * Checks the automatic settlements of one database that no statement has confirmed (matching §5). A settlement that has
 * awaited proof for too long is unproven; one whose money statements do not contain is contradicted. A run is bounded.
 */
export async function proveSettlements(context: MerchantContext): Promise<ProofCounts> {
  const lines = await findUnproven(context)
  const accounts = await accountsToCompare(context.db, accountsMax)
  for (const accountId of accounts) {
    if (!context.mayGoOn()) break
    await compareAccount(context, accountId)
  }
  return { lines, accounts: accounts.length }
}

const accountsMax = 50

/** The lines of a run, and the most lines stored for later; beyond them the search waits. */
const linesMax = 200
const laterMax = 2_000

// Lines of the last minute may still be preceded by lines not yet written.
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

// Splits the lines of the page, and those stored for later, into due and later ones.
function sorted(page: UnconfirmedPage, lines: readonly UnconfirmedLine[], until: number) {
  const settled = new Map<number, number>(page.later.map(([at, id]) => [id, at]))
  for (const { id, settledAt } of lines) if (settledAt !== null) settled.set(id, settledAt)
  const all: readonly LaterLine[] = [...settled].map(([id, at]) => [at, id])
  return {
    due: all.flatMap(([at, id]) => (at <= until ? [id] : [])),
    later: all.filter(([at]) => at > until),
  }
}

/** Compares one account after an import; after a fault the minute's job does it. */
export async function compareAfterImport(
  context: MerchantContext,
  { accountId, importId }: { readonly accountId: number; readonly importId: number },
): Promise<void> {
  const deadlineMs = context.now() + comparedMs
  try {
    await compareAccount({ ...context, mayGoOn: () => context.now() < deadlineMs }, accountId)
  } catch (error) {
    context.log({ event: 'import_fault', import_id: importId, fault: faultText(error) })
  }
}

const comparedMs = 4_000

async function compareAccount(context: MerchantContext, accountId: number): Promise<void> {
  const comparison = await findComparison(context.db, accountId)
  if (comparison === null) return
  const { db } = context
  const next = await compareDays(context, comparison)
  await commit(db, [noteCompared(comparison, next)])
}

// The day reached if interrupted; null if all days are compared.
async function compareDays(
  context: MerchantContext,
  { accountId, fromDay, coveredTo }: Comparison,
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
    if (last !== undefined && !context.mayGoOn()) return taipeiDay(last.bookedAt)
  }
  return null
}

/** Statements must cover this many days after a line before they prove its absence. */
const daysAfter = 3

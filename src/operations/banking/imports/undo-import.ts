import type { MerchantContext } from '../../../context.ts'
import { faultText } from '../../../contract/log-redaction.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { pairingSpan } from '../../../rules/banking/statements/same-money.ts'
import { standingConcern } from '../../../rules/people/second-person.ts'
import { importView } from '../../../rules/views/banking/import-view.ts'
import { type BankImport, findImport } from '../../../store/banking/imports/bank-imports.ts'
import {
  archivedOrdersOf,
  beginUndo,
  cutOffUndos,
  endUndo,
  linesInUse,
  reportedDays,
  stopUndo,
  undoDays,
  undoLines,
} from '../../../store/banking/imports/import-undo.ts'
import { linesInside } from '../../../store/banking/imports/statement-state.ts'
import { commit } from '../../../store/database.ts'
import { toSeconds } from '../../../units/clock.ts'
import { pause } from '../../../units/time-limit.ts'
import { unarchive } from '../../archive/unarchive.ts'
import type { Command, MerchantCommand } from '../../command.ts'
import { commitCommand } from '../../people/commit-command.ts'
import { requireImport } from './import-statement.ts'
import { batchLinesMax, batchPauseMs } from './write-import.ts'

/**
 * Undoes an import, with a second person (back office §8). Deletes what only this import reported, in steps after the
 * answer; lines of other imports stay. Refuses with `import_in_use` while one of its lines is claimed, ignored or met
 * by a posting. An interrupted undo continues; a finished one stays.
 */
export async function undoImport({
  context,
  principal,
  importId,
  reason,
}: Command & {
  readonly importId: number
  readonly reason: string
}): Promise<ReturnType<typeof importView>> {
  const { found, merchantContext } = await requireImport(context, importId)
  if (found.undo === null) await begin({ context: merchantContext, principal, found, reason })
  const { found: now } = await requireImport(context, importId)
  if (now.undo === 'undoing') context.later(goOnUndoing(merchantContext, now))
  return importView(now, toSeconds(context.now()))
}

async function begin({
  context,
  principal,
  found,
  reason,
}: MerchantCommand & { readonly found: BankImport; readonly reason: string }): Promise<void> {
  const used = await firstInUse(context, found)
  if (used.length > 0) throw new Refusal('import_in_use', { bank_transactions: used })
  const now = toSeconds(context.now())
  // Of two simultaneous beginnings the later batch breaks.
  await commitCommand({
    context,
    principal,
    call: {
      written: {
        action: 'undo',
        subject: { kind: 'bank_import', name: String(found.id) },
        before: { state: importView(found, now).state },
        after: { state: 'undoing', lines: found.newLines, confirmed: found.confirmedLines },
        reason,
      },
      concern: standingConcern('import_undone'),
    },
    statements: beginUndo({ importId: found.id, accountId: found.bankAccountId, now }),
  })
}

const inUseMax = 10
const checkedAtOnce = 2_000

async function firstInUse({ db }: MerchantContext, one: BankImport): Promise<readonly number[]> {
  const used: number[] = []
  let ids: number[] = []
  const check = async () => {
    if (ids.length === 0) return
    used.push(...(await linesInUse(db, { importId: one.id, ids }, inUseMax - used.length)))
    ids = []
  }
  for await (const page of linesOf(db, one)) {
    ids.push(...page)
    if (ids.length >= checkedAtOnce) await check()
    if (used.length === inUseMax) return used
  }
  await check()
  return used
}

// The ids of lines that an import has written or confirmed, in pages.
async function* linesOf(
  db: MerchantContext['db'],
  { id, bankAccountId, fromDay, toDay }: BankImport,
): AsyncGenerator<readonly number[]> {
  if (fromDay === null || toDay === null) return
  for await (const page of linesInside(db, bankAccountId, pairingSpan(fromDay, toDay))) {
    yield page.filter(({ importId }) => importId === id).map((line) => line.id)
  }
}

/** Continues an undo until it is done; the minute's job continues an interrupted one. */
async function goOnUndoing(context: MerchantContext, one: BankImport): Promise<void> {
  for (let faults = 0; faults < faultsMax; faults += 1) {
    try {
      await takeBack(context, one)
      return
    } catch (error) {
      context.log({ event: 'import_fault', import_id: one.id, fault: faultText(error) })
      await pause(faultPauseMs)
    }
  }
}

const faultsMax = 3
const faultPauseMs = 200

// Each batch can be repeated, because it finds only what is left.
async function takeBack(context: MerchantContext, one: BankImport): Promise<void> {
  const { db } = context
  const place = () => ({
    importId: one.id,
    accountId: one.bankAccountId,
    now: toSeconds(context.now()),
  })
  // A line claimed just before the undo began; later claims are refused.
  const used = await firstInUse(context, one)
  if (used.length > 0) {
    const fault = `undo: in use: ${used.join(', ')}`
    context.log({ event: 'import_fault', import_id: one.id, fault })
    await commit(db, stopUndo(place()))
    return
  }
  const days = await reportedDays(db, one.id)
  for (let start = 0; start < days.length; start += batchLinesMax) {
    const [from = 0, to = from] = [
      days[start],
      days[Math.min(days.length, start + batchLinesMax) - 1],
    ]
    await commit(db, undoDays(place(), { from, to }))
    await pause(batchPauseMs)
  }
  for await (const page of linesOf(db, one)) {
    for (let start = 0; start < page.length; start += batchLinesMax) {
      const ids = page.slice(start, start + batchLinesMax)
      await unarchive(context, await archivedOrdersOf(db, { importId: one.id, ids }))
      const outcome = await commit(db, undoLines(place(), ids))
      if (outcome !== 'committed') throw new Error(`import ${one.id}: ${outcome}`)
      if (!context.mayGoOn()) return
      await pause(batchPauseMs)
    }
  }
  await commit(db, endUndo(place()))
}

/**
 * Continues interrupted undos of a database. A run is bounded.
 *
 * @returns the number of imports looked at
 */
export async function goOnUndoingIn(context: MerchantContext): Promise<number> {
  const { db } = context
  const found = await cutOffUndos(db, toSeconds(context.now()) - silentSeconds)
  for (const id of found) {
    const one = context.mayGoOn() ? await findImport(db, id) : null
    if (one !== null) await takeBack(context, one)
  }
  return found.length
}

/** A step takes well under a second. */
const silentSeconds = 60

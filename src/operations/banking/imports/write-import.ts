import type { MerchantContext } from '../../../context.ts'
import { faultText } from '../../../contract/log-redaction.ts'
import { NeededLineCollector } from '../../../rules/banking/statements/needed-lines.ts'
import {
  type ImportPlan,
  type PlannedLine,
  planImport,
  type StoredStatement,
} from '../../../rules/banking/statements/plan-import.ts'
import type { ReadStatement } from '../../../rules/banking/statements/read-statement.ts'
import { pairingSpan } from '../../../rules/banking/statements/same-money.ts'
import { bookedAt, type StatementLine } from '../../../rules/banking/statements/statement-line.ts'
import { recordId } from '../../../rules/people/principal.ts'
import { storedProblems } from '../../../rules/views/banking/import-view.ts'
import {
  endImport,
  findImport,
  type ImportBatch,
  newestImports,
  writeImportBatch,
} from '../../../store/banking/imports/bank-imports.ts'
import { linesInside, readCoveredDays } from '../../../store/banking/imports/statement-state.ts'
import { commit } from '../../../store/database.ts'
import { lastFive } from '../../../units/account-digits.ts'
import { toSeconds } from '../../../units/clock.ts'
import { taipeiDay } from '../../../units/taipei-time.ts'
import { pause, runYielding } from '../../../units/time-limit.ts'
import { judgeNew } from '../../matcher/judge-waiting.ts'

/** An import under way. */
type Import = {
  readonly importId: number
  readonly accountId: number
  readonly actor: string
  readonly read: ReadStatement
  /** Whether the account settles automatically. */
  readonly isJudged: boolean
}

/** The stored lines of an account, and their version. */
type StatementState = StoredStatement & { readonly version: number }

type PlannedImport = { readonly plan: ImportPlan; readonly state: StatementState }

/** The most lines of one batch: half of D1's limit, so that a busy database keeps nobody waiting. */
export const batchLinesMax = 250

/** Reads the lines to compare a file with, page by page. */
export async function stateFor(
  { db }: MerchantContext,
  accountId: number,
  { lines }: ReadStatement,
): Promise<StatementState> {
  const days = lines.map(({ day }) => day)
  const fromDay = days.reduce((least, day) => Math.min(least, day), days[0] ?? 0)
  const toDay = days.reduce((most, day) => Math.max(most, day), fromDay)
  const range = pairingSpan(fromDay, toDay)
  const covered = await readCoveredDays(db, accountId, range)
  if (covered === null) throw new Error(`account ${accountId} is not there`)
  const stored = new NeededLineCollector(lines)
  for await (const page of linesInside(db, accountId, range)) {
    for (const line of page) stored.take(line)
  }
  return { ...covered, ...stored.needed }
}

/**
 * Writes an import in batches. A batch that meets a new line or another import of the account is planned again, as is
 * one whose answer was lost; nothing is added twice. An import that cannot continue is `incomplete`; one that is undone
 * meanwhile ends.
 */
export async function writeImport(
  context: MerchantContext,
  one: Import,
  first: PlannedImport,
): Promise<void> {
  let planned: PlannedImport | null = first
  // Faults in a row without a written line.
  let faults = 0
  let rest = first.plan.planned.length
  const ids = idsOf(context)
  for (let tries = 0; tries < triesMax && faults < faultsMax; tries += 1) {
    try {
      planned ??= await plannedAnew(context, one)
      if (planned === null) return
      if (planned.plan.planned.length < rest) faults = 0
      rest = planned.plan.planned.length
      if (cannotGoOn(planned, first)) break
      if (await writeBatches({ context, one, planned, ids })) {
        if (one.isJudged) await judgeNew(context)
        return
      }
    } catch (error) {
      faults += 1
      context.log({ event: 'import_fault', import_id: one.importId, fault: faultText(error) })
      await pause(faultPauseMs * faults)
    }
    planned = null
  }
  await giveUp(context, one, (planned ?? first).plan)
}

const triesMax = 200
const faultsMax = 5
const faultPauseMs = 100

// Null if the import is being undone.
async function plannedAnew(context: MerchantContext, one: Import): Promise<PlannedImport | null> {
  const stored = await findImport(context.db, one.importId)
  if (stored === null || stored.undo !== null) return null
  const state = await stateFor(context, one.accountId, one.read)
  const plan = await runYielding(planImport(one.read, state, one.importId))
  await outliveOthers(context, one)
  return { state, plan }
}

// The later of two imports of one day is the one with the later second, so this waits until the second of the other's
// last batch is over. A batch that the other writes meanwhile has this one planned again.
async function outliveOthers(
  { db, now }: MerchantContext,
  { accountId, importId }: Import,
): Promise<void> {
  const newest = { accountId, before: Number.MAX_SAFE_INTEGER, limit: besideMax }
  const others = (await newestImports(db, newest)).filter(({ id }) => id !== importId)
  const nowMs = now()
  if (others.some(({ writtenAt }) => writtenAt >= toSeconds(nowMs)))
    await pause(1_000 - (nowMs % 1_000))
}

const besideMax = 20

// Another import has written lines of these days that the file lacks, or that its balances do not join.
function cannotGoOn({ plan }: PlannedImport, first: PlannedImport): boolean {
  return plan.chain === 'broken' || plan.problems.length > first.plan.problems.length
}

async function giveUp(context: MerchantContext, one: Import, plan: ImportPlan): Promise<void> {
  const { importId } = one
  const problems = JSON.stringify(storedProblems(plan.problems))
  try {
    const now = toSeconds(context.now())
    await commit(context.db, [endImport({ importId, now, problems })])
  } catch (error) {
    context.log({ event: 'import_fault', import_id: importId, fault: faultText(error) })
  }
}

// False if a batch must be planned again.
async function writeBatches({
  context,
  one,
  planned: { plan, state },
  ids,
}: {
  readonly context: MerchantContext
  readonly one: Import
  readonly planned: PlannedImport
  readonly ids: (count: number) => readonly number[]
}): Promise<boolean> {
  let version = state.version
  const parts = partsOf(plan)
  for (const [place, part] of parts.entries()) {
    const now = toSeconds(context.now())
    const isLast = place === parts.length - 1
    const today = taipeiDay(now)
    const batch = { ...batchOf(one, { ...part, today }, ids), version, now, known: plan.known }
    const statements = writeImportBatch({ ...batch, state: isLast ? 'done' : 'running' })
    const outcome = await commit(context.db, statements)
    if (outcome !== 'committed') return false
    version += 1
    await pause(batchPauseMs)
  }
  return true
}

// A pause in which other requests use the database.
export const batchPauseMs = 5

/** The content of one batch. */
type Part = Pick<ImportPlan, 'days' | 'statedDays'> & { readonly lines: readonly PlannedLine[] }

// A day is covered with its last written line, or with the last batch if all its lines are known.
function partsOf({ planned, days, statedDays }: ImportPlan): readonly Part[] {
  const groups: { readonly lines: PlannedLine[]; readonly days: Set<number> }[] = []
  const groupOfDay = new Map<number, (typeof groups)[number]>()
  for (const line of planned) {
    const last = groups.at(-1)
    const isFull = last === undefined || last.lines.length === batchLinesMax
    const group = isFull ? { lines: [], days: new Set<number>() } : last
    if (isFull) groups.push(group)
    group.lines.push(line)
    groupOfDay.set(line.line.day, group)
  }
  const rest: number[] = []
  for (const day of new Set([...statedDays, ...days].map((one) => one.day))) {
    const group = groupOfDay.get(day)
    if (group === undefined) rest.push(day)
    else group.days.add(day)
  }
  for (let start = 0; start < rest.length || groups.length === 0; start += batchLinesMax) {
    groups.push({ lines: [], days: new Set(rest.slice(start, start + batchLinesMax)) })
  }
  return groups.map((group) => ({
    lines: group.lines,
    days: days.filter(({ day }) => group.days.has(day)),
    statedDays: statedDays.filter(({ day }) => group.days.has(day)),
  }))
}

function batchOf(
  { importId, accountId, actor }: Import,
  { lines, days, statedDays, today }: Part & { readonly today: number },
  ids: (count: number) => readonly number[],
): Omit<ImportBatch, 'version' | 'now' | 'known' | 'state'> {
  const fresh = lines.filter(({ confirms }) => confirms === null)
  const drawn = ids(fresh.length)
  const sumIn = (written: readonly PlannedLine[]) =>
    written.reduce((sum, { line }) => sum + Math.max(0, line.amount), 0)
  return {
    importId,
    accountId,
    actor,
    today,
    received: sumIn(fresh.filter(({ line }) => line.day === today)),
    newIn: sumIn(lines.filter(({ isPayerKnown }) => !isPayerKnown)),
    days,
    statedDays,
    fresh: fresh.map(({ line, key }, place) => ({
      id: drawn[place] ?? 0,
      line: line.line,
      key,
      bookedAt: bookedAt(line),
      dayOnly: line.time === null,
      amount: line.amount,
      memo: line.memo ?? '',
      ...detailsOf(line),
    })),
    confirmed: lines.flatMap(({ line, key, confirms }) => {
      return confirms === null ? [] : [{ id: confirms, line: line.line, key, ...detailsOf(line) }]
    }),
  }
}

function detailsOf({ balance, counterparty, name }: StatementLine) {
  const account = counterparty ?? ''
  return { balance, counterparty: account, last5: lastFive(account), name: name ?? '' }
}

// Ascending ids in the order of the lines; the next id of a database is 32 more.
function idsOf({ now, random, databaseNumber }: MerchantContext) {
  let last = 0
  return (count: number): readonly number[] => {
    const first = Math.max(recordId(now(), random(), databaseNumber), last + idStep)
    last = first + idStep * (count - 1)
    return Array.from({ length: count }, (_, place) => first + idStep * place)
  }
}

const idStep = 32

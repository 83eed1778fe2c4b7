import type { Chain, ImportState, UndoState } from '../../../contract/back-office/states.ts'
import type { LineProblem } from '../../../contract/refusals.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { UnconfirmedLine } from '../../banking/statements/pair-lines.ts'
import type { ImportPlan } from '../../banking/statements/plan-import.ts'
import { bookedAt, type StatementLine } from '../../banking/statements/statement-line.ts'

/** An import as it is stored; days since 1970, times in UTC seconds. */
type ImportRecord = {
  readonly id: number
  readonly bankAccountId: number
  readonly state: ImportState
  readonly lines: number
  readonly newLines: number
  readonly knownLines: number
  readonly confirmedLines: number
  readonly problems: readonly LineProblem[]
  readonly chain: Chain
  readonly brokenLine: number | null
  readonly fromDay: number | null
  readonly toDay: number | null
  readonly actor: string
  /** The operator who agreed to it; "" for nobody. */
  readonly agreedBy: string
  readonly createdAt: number
  readonly writtenAt: number
  /** Null for a standing import. */
  readonly undo: UndoState | null
}

/** The most problems of a file that are stored and shown. */
const problemsMax = 200

/** The problems that are stored with an import, without the texts of the file. */
export function storedProblems(problems: readonly LineProblem[]): readonly LineProblem[] {
  return problems.slice(0, problemsMax).map(({ line, problem }) => ({ line, problem }))
}

/**
 * The preview of an import; its first lines show how the file is parsed. Outgoing amounts are negative.
 *
 * @param looksLike the account to which its lines belong, or null
 */
export function planView(
  { lines, planned, problems, chain, broken, known, from, to, missing, unread }: ImportPlan,
  looksLike: number | null,
) {
  const confirmed = planned.filter(({ confirms }) => confirms !== null).length
  const fresh = planned.filter(({ confirms }) => confirms === null)
  const sumOf = (isCounted: (amount: number) => boolean) => {
    const amounts = fresh.map(({ line }) => line.amount).filter(isCounted)
    return toAmount(amounts.reduce((sum, amount) => sum + amount, 0))
  }
  return {
    lines: lines.length,
    new: fresh.length,
    new_in: sumOf((amount) => amount > 0),
    new_out: sumOf((amount) => amount < 0),
    known,
    confirmed,
    problems: problems.slice(0, problemsMax),
    not_covered: unread
      .slice(0, problemsMax)
      .map(({ line, day }) => ({ line, day: dayText(day) ?? '' })),
    from: dayText(from),
    to: dayText(to),
    chain,
    broken_line: broken?.line ?? null,
    broken_balance: broken && {
      expected: amountOrNull(broken.expected),
      found: amountOrNull(broken.found),
    },
    looks_like: looksLike,
    missing: { count: missing.count, first: missing.first.map(missingView) },
    first: lines.slice(0, firstLines).map(lineView),
  }
}

const firstLines = 10

/** An import as the back office sees it. */
export function importView(one: ImportRecord, now: number) {
  return { ...listedImportView(one, now), problems: one.problems }
}

/** An import in a list. One that is neither done nor being written was interrupted. */
export function listedImportView(one: ImportRecord, now: number) {
  const isCutOff = one.state === 'running' && now - one.writtenAt > silentSeconds
  return {
    id: one.id,
    bank_account: one.bankAccountId,
    state: one.undo ?? (isCutOff ? 'incomplete' : one.state),
    lines: one.lines,
    new: one.newLines,
    known: one.knownLines,
    confirmed: one.confirmedLines,
    from: dayText(one.fromDay),
    to: dayText(one.toDay),
    chain: one.chain,
    actor: one.actor,
    agreed_by: one.agreedBy,
    created_at: secondsToTaipei(one.createdAt),
  }
}

/** An import writes a batch in well under a second. */
const silentSeconds = 60

function missingView({ id, bookedAt: at, dayOnly, amount, last5, name }: UnconfirmedLine) {
  return {
    id,
    booked_at: secondsToTaipei(at).slice(0, dayOnly ? 10 : 19),
    amount: toAmount(amount),
    counterparty_last5: last5,
    counterparty_name: name,
  }
}

const amountOrNull = (amount: number | null) => (amount === null ? null : toAmount(amount))

function lineView(line: StatementLine) {
  const at = secondsToTaipei(bookedAt(line))
  return {
    line: line.line,
    booked_at: line.time === null ? at.slice(0, 10) : at,
    amount: toAmount(line.amount),
    balance_after: amountOrNull(line.balance),
    memo: line.memo ?? '',
    counterparty_account: line.counterparty ?? '',
    counterparty_name: line.name ?? '',
  }
}

function dayText(day: number | null): string | null {
  return day === null ? null : secondsToTaipei(bookedAt({ day, time: null })).slice(0, 10)
}

import type { Chain, ImportState } from '../../../contract/back-office/states.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { ImportPlan } from '../../banking/statements/plan-import.ts'
import type { LineProblem } from '../../banking/statements/read-statement.ts'
import { bookedAt, type StatementLine } from '../../banking/statements/statement-line.ts'

/** An import as it is stored; days since 1970, times in UTC seconds. */
export type ImportRecord = {
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
  /** The operator who has agreed to it; "" for nobody. */
  readonly agreedBy: string
  readonly createdAt: number
  readonly writtenAt: number
}

/** The most problems of a file that are kept, and told. */
export const problemsMax = 200

/** What an import would do; its first lines show how the file is understood. Amounts of what left are negative. */
export function planView({
  lines,
  planned,
  problems,
  chain,
  brokenLine,
  known,
  from,
  to,
}: ImportPlan) {
  const confirmed = planned.filter(({ confirms }) => confirms !== null).length
  return {
    lines: lines.length,
    new: planned.length - confirmed,
    known,
    confirmed,
    problems: problems.slice(0, problemsMax),
    from: dayText(from),
    to: dayText(to),
    chain,
    broken_line: brokenLine,
    first: lines.slice(0, firstLines).map(lineView),
  }
}

const firstLines = 10

/** An import as the back office sees it. One that is written no more, and not done, was cut off. */
export function importView(one: ImportRecord, now: number) {
  const isCutOff = one.state === 'running' && now - one.writtenAt > silentSeconds
  return {
    id: one.id,
    bank_account: one.bankAccountId,
    state: isCutOff ? 'incomplete' : one.state,
    lines: one.lines,
    new: one.newLines,
    known: one.knownLines,
    confirmed: one.confirmedLines,
    problems: one.problems,
    from: dayText(one.fromDay),
    to: dayText(one.toDay),
    chain: one.chain,
    actor: one.actor,
    agreed_by: one.agreedBy,
    created_at: secondsToTaipei(one.createdAt),
  }
}

/** An import writes a batch in well under a second, and waits for nobody. */
const silentSeconds = 60

function lineView(line: StatementLine) {
  const at = secondsToTaipei(bookedAt(line))
  return {
    line: line.line,
    booked_at: line.time === null ? at.slice(0, 10) : at,
    amount: toAmount(line.amount),
    balance_after: line.balance === null ? null : toAmount(line.balance),
    memo: line.memo ?? '',
    counterparty_account: line.counterparty ?? '',
    counterparty_name: line.name ?? '',
  }
}

function dayText(day: number | null): string | null {
  return day === null ? null : secondsToTaipei(bookedAt({ day, time: null })).slice(0, 10)
}

import type { Context } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { beginRunning, endRunning, keepRunning } from '../../store/export/running-exports.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { contextIn } from '../merchant-contexts.ts'
import { journalRow } from '../people/journal-rows.ts'

export type ExportedList = {
  /** The name of its file: `collections`. */
  readonly name: string
  readonly filters: Readonly<Record<string, unknown>>
}

export type BegunExport = {
  /** Keeps its slot while it is read; throws if another export has taken the slot. */
  keep(): Promise<void>
  /** Frees its slot. */
  end(): Promise<void>
}

/**
 * Begins an export with a row of the journal. One may run per person and three in all, as the first database decides
 * (back office §7). Refuses with `too_many_requests`.
 */
export async function beginExport(
  context: Context,
  principal: Principal,
  { name, filters }: ExportedList,
): Promise<BegunExport> {
  const first = contextIn(context, 0)
  if (first === null) throw new Error('settings: no database is bound')
  const subject = { kind: 'export', name } as const
  const after = filtersView(filters)
  const written = { action: 'export', subject, before: null, after, reason: '' }
  const row = journalRow(first, principal, written)
  const running = { actor: principal.name, id: row.id }
  if (!(await beginRunning(first.db, row, row.at + countsSeconds))) {
    throw new Refusal('too_many_requests', {
      message: say(
        '已有匯出正在進行：每人同時一份、全體同時三份，請等它完成後再試',
        'An export is running: one per person and three in all may run. Try again when it is done',
      ),
      retryAfterSeconds,
    })
  }
  let keptAt = row.at
  return {
    async keep() {
      const now = toSeconds(context.now())
      if (now < keptAt + keepEverySeconds) return
      keptAt = now
      if (await keepRunning(first.db, running, now + countsSeconds)) return
      throw new Error('the export stood still for too long, and another one has taken its place')
    },
    end: () => endRunning(first.db, running),
  }
}

/** How long an export that is no longer read keeps its slot (back office §7). */
const countsSeconds = 300
const keepEverySeconds = 60
/** Most exports are shorter. */
const retryAfterSeconds = 30

// Filters as their call takes them.
function filtersView(filters: ExportedList['filters']): ExportedList['filters'] {
  const present = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, viewOf(name, value)]))
}

function viewOf(name: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (name === 'amount') return toAmount(value)
  return name === 'from' || name === 'to' ? secondsToTaipei(value) : value
}

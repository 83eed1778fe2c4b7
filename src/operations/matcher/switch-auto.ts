import type { Context } from '../../context.ts'
import type { AutoView } from '../../contract/back-office/service/auto.ts'
import type { AutoState } from '../../contract/back-office/states.ts'
import { Refusal } from '../../contract/refusals.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import type { JournalChange } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import {
  type AutoSwitch,
  type AutoToday,
  countAutoToday,
  findAutoSwitch,
  repeatAutoSwitch,
  switchAuto,
} from '../../store/matcher/auto-switch.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { toSeconds } from '../../units/clock.ts'
import { secondsToTaipei, taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { inTime } from '../../units/time-limit.ts'
import type { Command } from '../command.ts'
import { contextsFor, withSandbox } from '../merchant-contexts.ts'
import { commitCommand } from '../people/commit-command.ts'
import { writeInEach } from '../write-in-each.ts'
import { judgeNew } from './judge-waiting.ts'

/**
 * The state of automatic matching, its last switch with the reason, and today's figures (matching §1). It is stopped if
 * any database is.
 */
export async function showAuto(context: Context): Promise<AutoView> {
  const now = toSeconds(context.now())
  const day = taipeiDay(now)
  const terms = { day, from: firstIdAt(taipeiDayStart(day)), countedMax: 500, accountsMax: 300 }
  const [switches, counts] = await Promise.all([
    Promise.all(withSandbox(context).map(({ db }) => findAutoSwitch(db))),
    Promise.all(contextsFor(context, {}).map(({ db }) => rowsOf(db, [countAutoToday(terms)]))),
  ])
  const [home] = switches
  const deciding = switches.find(({ state }) => state === 'stopped') ?? home
  if (deciding === undefined) throw new Error('there is no database')
  const { state, since, actor: by, reason } = deciding
  const sum = (name: keyof AutoToday) => counts.flat(2).reduce((total, one) => total + one[name], 0)
  return {
    state,
    since: secondsToTaipei(since),
    by,
    reason,
    today: {
      assigned: sum('assigned'),
      settled: sum('settled'),
      doubts: sum('doubts'),
      unproven: sum('unproven'),
      contradicted: sum('contradicted'),
    },
  }
}

/**
 * Stops or starts automatic matching in every database (matching §1); a start needs a second person. Writes nothing if
 * all are in that state. The first database, whose batch has the row of the journal, decides which of two switches is
 * the later one. Refuses with `unavailable` if other switches come first each time, or if a database does not answer;
 * a stop then still reaches the others.
 */
export async function switchAutoTo(call: SwitchCall, state: AutoState): Promise<AutoView> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const view = await trySwitch(call, state)
    if (view !== null) return view
  }
  throw new Refusal('unavailable')
}

const triesMax = 5

// Null if another switch has come first.
async function trySwitch(
  { context, principal, reason }: SwitchCall,
  state: AutoState,
): Promise<AutoView | null> {
  const before = await switchesOf(context)
  const [home, ...others] = withSandbox(context)
  if (home === undefined) throw new Error('there is no database')
  if (before.every((one) => one?.state === state)) return showAuto(context)
  const latest = Math.max(...before.map((one) => one?.since ?? 0))
  const since = Math.max(toSeconds(context.now()), latest + 1)
  const switched = { state, since, actor: principal.name, reason }
  const isStart = state === 'running'
  const inOthers = () => writeInEach(others, () => repeatAutoSwitch(switched))
  // A start is written elsewhere once the first database has found the approval; a stop before.
  const isStopped = isStart || (await inOthers())
  const [known] = before
  if (known === undefined || known === null) throw new Refusal('unavailable')
  const written: JournalChange = {
    action: isStart ? 'start' : 'stop',
    subject: { kind: 'auto', name: 'all' },
    before: { state: isStart ? 'stopped' : 'running' },
    after: { state },
    reason,
  }
  const outcome = await commitCommand({
    context: home,
    principal,
    call: { written, concern: isStart ? standingConcern('auto_started') : null },
    statements: [switchAuto({ ...switched, seen: known.since })],
  })
  if (outcome === 'lost_race') return null
  const isStarted = !isStart || (await inOthers())
  if (!isStopped || !isStarted) throw new Refusal('unavailable')
  if (isStart) for (const one of contextsFor(context, {})) context.later(judgeNew(one))
  return showAuto(context)
}

type SwitchCall = Command & { readonly reason: string }

const databaseTimeoutMs = 3_000

// The switch of each database; null if it does not answer.
async function switchesOf(context: Context): Promise<readonly (AutoSwitch | null)[]> {
  return Promise.all(
    withSandbox(context).map(({ db }) =>
      inTime(databaseTimeoutMs, findAutoSwitch(db)).catch(() => null),
    ),
  )
}

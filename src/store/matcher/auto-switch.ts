import type { AutoState } from '../../contract/back-office/states.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The switch of the deployment (matching §1): each database has it, so that a batch can read it.

/** Whether the service matches by itself, and who has switched it last: since when (UTC seconds), and why. */
export type AutoSwitch = {
  readonly state: AutoState
  /** Null until somebody has stopped it. */
  readonly since: number | null
  readonly actor: string
  readonly reason: string
}

/** A condition that the service may match by itself in the database, as SQL: whoever does so reads it in his batch. */
export const isRunning = "(select state from auto_switch where id = 1) = 'running'"

/** The switch as a database has it. */
export async function findAutoSwitch(db: MerchantDatabase): Promise<AutoSwitch> {
  const [[found]] = await rowsOf(db, [selectAutoSwitch({})] as const)
  if (found === undefined) throw new Error('auto_switch has no row')
  return found
}

const selectAutoSwitch = sqlText<Readonly<Record<string, never>>, AutoSwitch>(
  'select state, since, actor, reason from auto_switch where id = 1',
)

type Switched = {
  readonly state: AutoState
  readonly since: number
  readonly actor: string
  readonly reason: string
}

// What was stopped is looked at for an account once more, as far as its time is not over.
const lookAgain = "assigned_to = iif(:state = 'running', 0, assigned_to)"

/** Switches a database; where it is so already, nothing changes. */
export const switchAuto = sqlText<Switched>(`
  update auto_switch set state = :state, since = :since, actor = :actor, reason = :reason, ${lookAgain}
  where id = 1 and state <> :state
`)

/** The same, but that its batch ends as `lost_race` where the database is switched so already. */
export const switchAutoOnce = sqlText<Switched>(`
  update auto_switch set
    state = iif(state = :state, 'already_switched', :state),
    since = :since, actor = :actor, reason = :reason, ${lookAgain}
  where id = 1
`)

/** What the service did today, and what it has left to people. */
export type AutoToday = Readonly<
  Record<'assigned' | 'settled' | 'doubts' | 'unproven' | 'contradicted', number>
>

/** The day (Asia/Taipei, days since 1970), the lowest id of it, and how far lines and accounts are counted. */
export type AutoTodayTerms = Readonly<Record<'day' | 'from' | 'countedMax' | 'accountsMax', number>>

/** What the service did in a database today, by the rows of its accounts, and the lines of today that are in doubt. */
export const countAutoToday = sqlText<AutoTodayTerms, AutoToday>(`
  with accounts (counts) as materialized (
    select auto_counts from bank_accounts where use in ('in', 'both', 'out') limit :accountsMax
  )
  select
    coalesce(sum(counts ->> 'assigned'), 0) as assigned,
    coalesce(sum(counts ->> 'settled'), 0) as settled,
    (select count(*) from (
      select 1 from bank_transactions
      where doubts is not null and state = 'unclaimed' and iif(doubts = '', 0, 1) = 1
        and id >= :from and doubts <> '[]'
      limit :countedMax
    )) as doubts,
    coalesce(sum(counts ->> 'unproven'), 0) as unproven,
    coalesce(sum(counts ->> 'contradicted'), 0) as contradicted
  from accounts
  where counts ->> 'day' = :day
`)

import type { AutoState } from '../../contract/back-office/states.ts'
import { newestAccounts } from '../banking/account-figures.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The deployment's switch (matching §1): each database has a copy, so that a batch can read it.

/** The state of automatic matching, and its last switch: by whom, when, and why. */
export type AutoSwitch = {
  readonly state: AutoState
  /** UTC seconds, later than every switch before; null before the first one. */
  readonly since: number | null
  readonly actor: string
  readonly reason: string
}

/** A condition that automatic matching is running in the database, as SQL; every batch of it has this condition. */
export const isRunning = "(select state from auto_switch where id = 1) = 'running'"

export async function findAutoSwitch(db: MerchantDatabase): Promise<AutoSwitch> {
  const [[found]] = await rowsOf(db, [selectAutoSwitch({})] as const)
  if (found === undefined) throw new Error('auto_switch has no row')
  return found
}

const selectAutoSwitch = sqlText<Readonly<Record<string, never>>, AutoSwitch>(
  'select state, since, actor, reason from auto_switch where id = 1',
)

// A start checks the stopped orders once more, if their time is not over.
const lookAgain = "assigned_to = iif(:state = 'running', 0, assigned_to)"

/** Switches the first database, which decides the order of switches; `lost_race` if it was switched after the read. */
export const switchAuto = sqlText<AutoSwitch & { readonly seen: number | null }>(`
  update auto_switch set
    state = iif(since is :seen, :state, 'switched_meanwhile'),
    since = :since, actor = :actor, reason = :reason, ${lookAgain}
  where id = 1
`)

/** Repeats a switch of the first database in another; changes nothing in one that has a later switch. */
export const repeatAutoSwitch = sqlText<AutoSwitch>(`
  update auto_switch set state = :state, since = :since, actor = :actor, reason = :reason, ${lookAgain}
  where id = 1 and coalesce(since, 0) < :since
`)

/** Today's automatic work, and the part left to people. */
export type AutoToday = Readonly<
  Record<'assigned' | 'settled' | 'doubts' | 'unproven' | 'contradicted', number>
>

/** The day (Asia/Taipei, days since 1970), its lowest id, and the limits of lines and accounts. */
type AutoTodayTerms = Readonly<Record<'day' | 'from' | 'countedMax' | 'accountsMax', number>>

/** Today's automatic work in a database, by its accounts' rows, and today's lines in doubt. */
export const countAutoToday = sqlText<AutoTodayTerms, AutoToday>(`
  with accounts (counts) as materialized (
    ${newestAccounts('auto_counts')}
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

import type { Statement } from '../database.ts'
import { type Query, sqlText } from '../sql-text.ts'

/** Who carries out alone, and on which day (Asia/Taipei, in days since 1970). */
export type ActorDay = {
  readonly actor: string
  readonly day: number
}

/**
 * What somebody has carried out alone on one day, by every kind of call and in every database, in hundredths: no row
 * where it is nothing. The sum is kept in the first database. Rows of other kinds were written by earlier releases,
 * which added up each kind of call by itself.
 */
export const selectAlone: (values: ActorDay) => Query<{ readonly amount: number }> = sqlText(`
  select amount from carried_out_alone where actor = :actor and day = :day and kind = 'all'
`)

/**
 * Adds an amount to that sum. The batch breaks with `second_person_needed`, and adds nothing, when the sum reaches
 * `below` (amounts in hundredths).
 */
export const addAlone: (values: AloneAddition) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  values (
    :actor, :day, 'all', :amount,
    case when :amount >= :below then 'second_person_needed' end
  )
  on conflict (actor, day, kind) do update set
    amount = amount + excluded.amount,
    refused = case when amount + excluded.amount >= :below then 'second_person_needed' end
`)

/** What is to be carried out alone, if it may be. */
export type AloneAddition = ActorDay & { readonly amount: number; readonly below: number }

/**
 * Breaks its batch with `second_person_needed`. It is the last statement of it, so that this is what breaks only where
 * nothing else would have.
 */
export const refuseAlone: (values: ActorDay) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  values (:actor, :day, '', 0, 'second_person_needed')
`)

/** The same while the same call waits for somebody's approval; else it writes nothing. */
export const refuseWhileWaiting: (values: WaitingCall) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  select :actor, :day, '', 0, 'second_person_needed'
  where exists (
    select 1 from approvals
    where digest = :digest and state = 'waiting' and id >= :oldestWaiting
  )
`)

/** A call by its digest, and the lowest id of an approval that may still be approved. */
export type WaitingCall = ActorDay & { readonly digest: string; readonly oldestWaiting: number }

import type { Statement } from '../database.ts'
import { type Query, sqlText } from '../sql-text.ts'

/** An actor and a day (Asia/Taipei, in days since 1970). */
export type ActorDay = { readonly actor: string; readonly day: number }

/**
 * An actor's sum carried out alone on one day, over all calls and databases, in hundredths; no row for nothing. The
 * first database stores the sum. Earlier releases have written rows for each kind of call.
 */
export const selectAlone: (values: ActorDay) => Query<{ readonly amount: number }> = sqlText(`
  select amount from carried_out_alone where actor = :actor and day = :day and kind = 'all'
`)

/**
 * Adds an amount to that sum. The batch breaks with `second_person_needed`, and adds nothing, if the sum reaches
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

/** An amount to carry out alone, and its limit. */
export type AloneAddition = ActorDay & { readonly amount: number; readonly below: number }

/** Breaks its batch with `second_person_needed`. As the last statement it breaks the batch only if no other did. */
export const refuseAlone: (values: ActorDay) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  values (:actor, :day, '', 0, 'second_person_needed')
`)

/** Breaks its batch while the same call waits for approval; else writes nothing. */
export const refuseWhileWaiting: (values: SameCall) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  select :actor, :day, '', 0, 'second_person_needed'
  where exists (
    select 1 from approvals
    where digest = :digest and state = 'waiting' and id >= :oldestWaiting
  )
`)

/** A call by its digest, and the lowest id of an approval that may still be approved. */
type SameCall = ActorDay & { readonly digest: string; readonly oldestWaiting: number }

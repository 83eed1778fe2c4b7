import { and, eq } from 'drizzle-orm'
import type { CallKind } from '../../rules/people/second-person.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { type Query, sqlText } from '../sql-text.ts'
import { carriedOutAlone } from './people-schema.ts'

/** What somebody has carried out alone on one day (Asia/Taipei, in days since 1970), by one kind of call. */
export type Alone = {
  readonly actor: string
  readonly day: number
  readonly kind: CallKind
}

/** That sum in this database, in hundredths. */
export async function sumAlone(db: MerchantDatabase, { actor, day, kind }: Alone): Promise<number> {
  const { amount, ...key } = carriedOutAlone
  const isIt = and(eq(key.actor, actor), eq(key.day, day), eq(key.kind, kind))
  const row = await db.select({ amount }).from(carriedOutAlone).where(isIt).get()
  return row?.amount ?? 0
}

/** All such sums of somebody on one day. */
export const selectAlone: (
  values: Pick<Alone, 'actor' | 'day'>,
) => Query<{ readonly kind: CallKind; readonly amount: number }> = sqlText(
  'select kind, amount from carried_out_alone where actor = :actor and day = :day',
)

/**
 * Adds an amount to that sum. The batch breaks with `second_person_needed` when the sum reaches `below` (amounts in
 * hundredths), or while the same call waits for somebody's approval. It is the last statement of its batch, so that
 * this is what breaks only where nothing else would have.
 */
export const addAlone: (values: AloneAddition) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  values (
    :actor, :day, :kind, :amount,
    case
      when :amount >= :below then 'second_person_needed'
      when exists (
        select 1 from approvals
        where digest = :digest and state = 'waiting' and id >= :oldestWaiting
      ) then 'second_person_needed'
    end
  )
  on conflict (actor, day, kind) do update set
    amount = amount + excluded.amount,
    refused = case when amount + excluded.amount >= :below then 'second_person_needed' end
`)

/** What is carried out alone, if it may be. */
export type AloneAddition = Alone & {
  readonly amount: number
  readonly below: number
  /** Of the call. */
  readonly digest: string
  /** The lowest id of an approval that may still be approved. */
  readonly oldestWaiting: number
}

/** Breaks its batch with `second_person_needed`; the last statement of it, as above. */
export const refuseAlone: (values: Pick<Alone, 'actor' | 'day'>) => Statement = sqlText(`
  insert into carried_out_alone (actor, day, kind, amount, refused)
  values (:actor, :day, '', 0, 'second_person_needed')
`)

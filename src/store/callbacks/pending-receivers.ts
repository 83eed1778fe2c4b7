import { type SQL, sql } from 'drizzle-orm'

/** How far one look at the receivers goes. */
export type LookTerms = {
  /** Merchants that are looked at. Should more have callbacks waiting, another `place` gives the others their turn. */
  readonly merchants: number
  /** Receivers of one merchant. */
  readonly perMerchant: number
  /** Receivers in all. The second one of a merchant comes after the first ones of all merchants, and so on. */
  readonly receivers: number
  /** Where the look begins, in [0, 1): among the merchants, and among the callbacks of each of them. */
  readonly place: number
}

/**
 * The receivers that callbacks wait for, as the table expression `receiver (merchant, begin, name, place)`, for a
 * select to follow: every merchant's, each merchant's from one of its waiting callbacks on (decisions §6,
 * "Isolation"). The index `callbacks_due` leads from one name to the next and from one merchant to the next, so that
 * neither a long backlog nor a merchant with many receivers costs more than its share. Names begin with the merchant's
 * number and a space; `!` is the character after it. A name can come twice, where the look has gone round.
 */
export function pendingReceivers({ merchants, perMerchant, receivers, place }: LookTerms): SQL {
  const firstMerchant = String(place).slice(2)
  return sql`with recursive
    seed (name) as (
      select coalesce(
        (select min(endpoint) from callbacks where state = 'due' and endpoint > ${firstMerchant}),
        (select min(endpoint) from callbacks where state = 'due')
      )
    ),
    waiting_merchant (merchant, place) as (
      select substr(name, 1, instr(name, ' ') - 1), 1 from seed where name is not null
      union all
      select
        coalesce(
          (
            select substr(min(endpoint), 1, instr(min(endpoint), ' ') - 1) from callbacks
            where state = 'due' and endpoint > merchant || '!'
          ),
          (
            select substr(min(endpoint), 1, instr(min(endpoint), ' ') - 1) from callbacks
            where state = 'due'
          )
        ),
        place + 1
      from waiting_merchant
      where place < ${merchants}
        and (place = 1 or merchant <> (select substr(name, 1, instr(name, ' ') - 1) from seed))
    ),
    -- Ids grow with time: a callback in between leads to any of the merchant's receivers.
    span (merchant, first_id, last_id) as (
      select
        merchant,
        (select min(order_id) from callbacks where merchant_id = merchant + 0 and state = 'due'),
        (select max(order_id) from callbacks where merchant_id = merchant + 0 and state = 'due')
      from (select distinct merchant from waiting_merchant)
    ),
    receiver (merchant, begin, name, place) as (
      select merchant, endpoint, endpoint, 1 from span join callbacks on order_id = (
        select min(order_id) from callbacks
        where merchant_id = merchant + 0 and state = 'due'
          and order_id >= first_id + cast((last_id - first_id) * ${place} as integer)
      )
      union all
      select
        merchant,
        begin,
        coalesce(
          (
            select min(endpoint) from callbacks
            where state = 'due' and endpoint > receiver.name and endpoint < merchant || '!'
          ),
          (select min(endpoint) from callbacks where state = 'due' and endpoint > merchant || ' ')
        ),
        place + 1
      from receiver
      where place < ${perMerchant} and (place = 1 or name <> begin)
      limit ${receivers}
    )`
}

/** The limits of one search for receivers. */
export type ReceiverTerms = {
  /** Merchants covered; another `place` leads to the others. */
  readonly merchants: number
  /** Receivers of one merchant. */
  readonly perMerchant: number
  /** Receivers in all. The first ones of all merchants come before the second ones, and so on. */
  readonly receivers: number
  /** Where the search begins, in [0, 1): among the merchants, and among the receivers of each merchant. */
  readonly place: number
}

/**
 * The receivers with waiting callbacks, as table expressions for a `with recursive`; the last one is `receiver
 * (merchant, begin, name, place)`. The search of each merchant begins at any of its receivers (decisions §6,
 * "Isolation"), which are ordered by a hash of their servers. The index `callbacks_due` leads from name to name and
 * from merchant to merchant, so neither a long backlog nor many receivers of one merchant raise the cost. A name begins
 * with the merchant's number and a space; `!` is the character after the space. The digits of `place` begin a
 * merchant's number, then a receiver's digits. A name comes twice when the search has wrapped around.
 */
export const pendingReceivers = `
    seed (name) as (
      select coalesce(
        (select min(endpoint) from callbacks where state = 'due' and endpoint > substr(:place, 3)),
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
      where place < :merchants
        and (place = 1 or merchant <> (select substr(name, 1, instr(name, ' ') - 1) from seed))
    ),
    beginning (merchant, name) as materialized (
      select merchant, coalesce(
        (
          select min(endpoint) from callbacks
          where state = 'due' and endpoint < merchant || '!'
            and endpoint > merchant || ' ' || printf('%08x', cast(:place * 4294967296 as integer))
        ),
        (select min(endpoint) from callbacks where state = 'due' and endpoint > merchant || ' ')
      )
      from (select distinct merchant from waiting_merchant)
    ),
    receiver (merchant, begin, name, place) as (
      select merchant, name, name, 1 from beginning
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
      where place < :perMerchant and (place = 1 or name <> begin)
      limit :receivers
    )`

import type {
  ReceiverAttempt,
  ReceiverFigures,
  ReceiverState,
} from '../../rules/views/callbacks/receiver-view.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { firstAttemptField } from './attempts.ts'
import { pendingReceivers } from './pending-receivers.ts'

/** The limits of a list of receivers. */
type ReceiversTerms = {
  /** Receivers that failed lately, and receivers with callbacks due. */
  readonly receivers: number
  /** The limit of counts of due callbacks. */
  readonly countedMax: number
  /** The newest orders of the merchant that are read, and the last attempts at each callback. */
  readonly newest: number
  readonly attemptsOfEach: number
}

type ReceiverOfMerchant = ReceiverState & { readonly uid: string; readonly merchantId: number }

/**
 * The receivers that need attention: those that failed lately and those with callbacks due, taking some of each
 * merchant first. For a named merchant: its own, and those of its newest orders.
 *
 * @param now UTC seconds
 */
export async function findReceivers({
  db,
  merchantUid,
  now,
  terms: { receivers: limit, newest },
}: {
  readonly db: MerchantDatabase
  readonly merchantUid: string | undefined
  readonly now: number
  readonly terms: Pick<ReceiversTerms, 'receivers' | 'newest'>
}): Promise<readonly ReceiverOfMerchant[]> {
  const queries =
    merchantUid === undefined
      ? [findTroubled({ now, limit }), findOwed({ ...owedTerms, receivers: limit, place: 0 })]
      : [findOfMerchant({ uid: merchantUid, newest, limit })]
  const found = (await rowsOf(db, queries)).flat()
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

/** The breaker of a receiver; closed if it is not recorded. */
export async function findReceiver(db: MerchantDatabase, name: string): Promise<ReceiverState> {
  const [[found]] = await rowsOf(db, [findByName({ name })])
  return found ?? { name, state: 'closed', until: null }
}

/** The receivers' due callbacks, and their attempts at callbacks of their merchants' newest orders. */
export async function readReceiverFigures(
  db: MerchantDatabase,
  receivers: readonly ReceiverOfMerchant[],
  { countedMax, newest, attemptsOfEach }: ReceiversTerms,
): Promise<readonly ReceiverFigures[]> {
  if (receivers.length === 0) return []
  const [owed, attempts] = await Promise.all([
    rowsOf(
      db,
      receivers.map(({ name }) => countOwed({ name, countedMax })),
    ),
    rowsOf(
      db,
      receivers.map(({ name, merchantId }) =>
        newestAttempts({ name, merchantId, newest, attemptsOfEach }),
      ),
    ),
  ])
  return receivers.map((one, n) => {
    const { due, nextAt } = owed[n]?.[0] ?? { due: 0, nextAt: null }
    return { ...one, due, nextAt, attempts: attempts[n] ?? [] }
  })
}

const owedTerms = { merchants: 1_000, perMerchant: 5 } as const

const findByName = sqlText<{ name: string }, ReceiverState>(`
  select name, state, until from endpoints where name = :name
`)

// Each part reads its index in order up to the limit.
const findTroubled = sqlText<Readonly<Record<'now' | 'limit', number>>, ReceiverOfMerchant>(`
  select merchants.id as merchantId, merchants.uid, receivers.name, receivers.state, receivers.until
  from (
    select * from (select * from endpoints where state = 'open' order by until limit :limit)
    union all
    select * from (select * from endpoints where state = 'half_open' order by until limit :limit)
    union all
    select * from (
      select * from endpoints where state = 'closed' and until > :now order by until limit :limit
    )
  ) as receivers
  join merchants
    on merchants.id = cast(substr(receivers.name, 1, instr(receivers.name, ' ') - 1) as integer)
`)

type OwedValues = Readonly<Record<'merchants' | 'perMerchant' | 'receivers' | 'place', number>>

const stateOf = `coalesce(endpoints.state, 'closed') as state, endpoints.until`

const findOwed = sqlText<OwedValues, ReceiverOfMerchant>(`
  with recursive ${pendingReceivers},
    receivers (name) as (select distinct name from receiver)
  select merchants.id as merchantId, merchants.uid, receivers.name, ${stateOf}
  from receivers
  join merchants
    on merchants.id = cast(substr(receivers.name, 1, instr(receivers.name, ' ') - 1) as integer)
  left join endpoints on endpoints.name = receivers.name
`)

// A merchant's newest orders, most of which have a callback: no index has its delivered ones.
const newestOf = (merchantId: string) => `
  select id from collections where merchant_id = ${merchantId}
  union all
  select id from payouts where merchant_id = ${merchantId}
  order by 1 desc
  limit :newest`

type MerchantReceivers = { readonly uid: string; readonly newest: number; readonly limit: number }

// A name begins with the merchant's number and a space; `!` is the character after the space. Callbacks of before there
// were receivers have none.
const findOfMerchant = sqlText<MerchantReceivers, ReceiverOfMerchant>(`
  with recursive
    merchant (id) as (select id from merchants where uid = :uid),
    receiver (name) as (
      select (
        select min(endpoint) from callbacks
        where state = 'due' and endpoint > merchant.id || ' ' and endpoint < merchant.id || '!'
      )
      from merchant
      union all
      select (
        select min(endpoint) from callbacks
        where state = 'due' and endpoint > receiver.name and endpoint < merchant.id || '!'
      )
      from receiver join merchant
      where receiver.name is not null
      limit :limit
    ),
    newest (order_id) as (${newestOf('(select id from merchant)')}),
    receivers (name) as (
      select name from (
        select name from endpoints
        where name > (select id || ' ' from merchant) and name < (select id || '!' from merchant)
        limit :limit
      )
      union
      select name from receiver where name is not null
      union
      select endpoint from newest join callbacks using (order_id) where endpoint <> ''
    )
  select (select id from merchant) as merchantId, :uid as uid, receivers.name, ${stateOf}
  from receivers left join endpoints on endpoints.name = receivers.name
`)

type OwedCount = { readonly due: number; readonly nextAt: number | null }

const countOwed = sqlText<{ name: string; countedMax: number }, OwedCount>(`
  select count(*) as due, min(next_at) as nextAt
  from (
    select next_at from callbacks
    where state = 'due' and endpoint = :name
    order by next_at
    limit :countedMax
  ) as waiting
`)

type AttemptsOf = Readonly<Record<'merchantId' | 'newest' | 'attemptsOfEach', number>> & {
  readonly name: string
}

const newestAttempts = sqlText<AttemptsOf, ReceiverAttempt>(`
  with newest (order_id) as (${newestOf(':merchantId')})
  select
    trade_no as tradeNo,
    ${firstAttemptField('eventNumber')} as eventNumber,
    ${firstAttemptField('outcome')} as outcome,
    ${firstAttemptField('httpStatus')} as httpStatus,
    ${firstAttemptField('startedAt')} as startedAt
  from newest cross join callbacks on callbacks.order_id = newest.order_id
  where endpoint = :name and first_attempt is not null and attempts <= :attemptsOfEach
  union all
  select
    callbacks.trade_no,
    callback_attempts.event_number,
    outcome,
    http_status,
    started_at
  from newest
  cross join callbacks on callbacks.order_id = newest.order_id
  cross join callback_attempts
    on callback_attempts.order_id = callbacks.order_id
    and number > callbacks.attempts - :attemptsOfEach
  where endpoint = :name
`)

import type { ClosedTallies, TalliedOrder } from '../../rules/books/check-tallies.ts'
import type { BookedEvent } from '../../rules/books/order-history.ts'
import { tallyColumns } from '../accounts/ledger-columns.ts'
import { joinClosedBefore, startOf } from '../accounts/ledger-days.ts'
import type { MerchantDatabase } from '../database.ts'
import { unpaidCreation, withCreation } from '../orders/creation-events.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { countsOfTallies } from './archive-pages.ts'

/**
 * A position within the archived counts, collections, payouts and closed tallies of each merchant, by number and
 * channel.
 */
export type TallyPlace = {
  readonly merchantId: number
  readonly kind: 'archived' | 'collection' | 'payout' | 'tallies'
  readonly name: string
}

/** An order, or tallies with which orders must agree. */
export type TallyItem =
  | (PlaceOf<'collection' | 'payout'> & { readonly order: TalliedOrder })
  | (PlaceOf<'archived'> & { readonly tallies: Readonly<Record<string, number>> })
  | (PlaceOf<'tallies'> & { readonly closed: ClosedTallies })

type PlaceOf<Kind extends TallyPlace['kind']> = TallyPlace & { readonly kind: Kind }

/** The next orders and tallies after a position, in their state when `today` began (days since 1970). */
export async function readTallies(
  db: MerchantDatabase,
  { merchantId, kind, name }: TallyPlace,
  { today, limit }: { readonly today: number; readonly limit: number },
): Promise<readonly TallyItem[]> {
  const placeIn = (at: TallyPlace['kind']) => (kind === at ? name : kind < at ? '' : lastName)
  const [found] = await rowsOf(db, [
    findItems({
      merchantId,
      archived: placeIn('archived'),
      orderid: placeIn('collection'),
      serialNo: placeIn('payout'),
      channel: placeIn('tallies'),
      today,
      limit,
    }),
  ] as const)
  return found.map(itemOf)
}

/** Sorts after every merchant's names. */
const lastName = '\u{10ffff}'

type ItemRow = TallyPlace &
  Pick<TalliedOrder, 'channel' | 'status' | 'amount' | 'paid'> & {
    readonly backed: 0 | 1 | null
    readonly isOlder: 0 | 1
    readonly uid: string
    readonly day: number | null
    readonly archived: number
    /** JSON: the events of an order, or tallies by their columns. */
    readonly content: string | null
  }

function itemOf(item: ItemRow): TallyItem {
  const { merchantId, kind, name, uid, day, archived, content, ...row } = item
  const place = { merchantId, name }
  const parsed = content === null ? null : JSON.parse(content)
  const { channel, backed } = row
  if (kind === 'archived') return { ...place, kind, tallies: parsed }
  if (kind === 'tallies') {
    return { ...place, kind, closed: { uid, channel, day, archived, tallies: parsed } }
  }
  const order = {
    ...row,
    kind,
    history: historyOf({ kind, stored: parsed, ...row }),
    backed: backed === null ? null : backed === 1,
  }
  return { ...place, kind, order }
}

// The row of a collection may imply its creation.
function historyOf({
  kind,
  stored,
  isOlder,
  amount,
}: Pick<ItemRow, 'isOlder' | 'amount'> & {
  readonly kind: 'collection' | 'payout'
  readonly stored: readonly BookedEvent[] | null
}): readonly BookedEvent[] | null {
  if (stored === null || kind === 'payout' || isOlder === 0) return stored
  return withCreation<BookedEvent>(stored, unpaidCreation(amount))
}

// An order whose newest event is before today is unchanged since then.
const ordersOf = (table: 'collections' | 'payouts', columns: Record<'name' | 'paid', string>) => `
  select merchant_id as merchantId, '${table.slice(0, -1)}' as kind, ${columns.name} as name, channel,
    status, amount, ${columns.paid} as paid, backed,
    created_at < ${startOf(':today')} as isOlder, null as uid, null as day, 0 as archived,
    iif(coalesce(events.at, created_at) < ${startOf(':today')}, null, (
      select json_group_array(json_object(
        'seq', events.seq, 'from', from_state, 'to', to_state, 'fact', json(fact)
      ))
      from events where events.order_id = ${table}.id and events.at < ${startOf(':today')}
    )) as content
  from ${table}
  left join events on events.order_id = ${table}.id and events.seq = ${table}.seq`

const closedTallies = tallyColumns.map((column) => {
  const ofDay = `iif(ledger_days.day is null, 0, ledger_days.${column})`
  return `'${column}', iif(balances.day < :today, balances.${column}, ${ofDay})`
})

const archivedTallies = tallyColumns.map((column) => `'${column}', ${column}`).join(', ')

const findItems = sqlText<
  Readonly<Record<'archived' | 'orderid' | 'serialNo' | 'channel', string>> &
    Readonly<Record<'merchantId' | 'today' | 'limit', number>>,
  ItemRow
>(`
  select * from (
    select * from (
      ${ordersOf('collections', { name: 'orderid', paid: 'paid_amount' })}
      where (merchant_id, orderid) > (:merchantId, :orderid)
      order by merchant_id, orderid limit :limit
    )
    union all select * from (
      ${ordersOf('payouts', { name: 'serial_no', paid: 'actual_amount' })}
      where (merchant_id, serial_no) > (:merchantId, :serialNo)
      order by merchant_id, serial_no limit :limit
    )
    union all select * from (
      select merchant_id, 'archived', channel, channel, '', 0, 0, null, 0, null, null, 0,
        json_object(${archivedTallies})
      from archived_tallies where (merchant_id, channel) > (:merchantId, :archived)
      order by merchant_id, channel limit :limit
    )
    union all select * from (
      select balances.merchant_id, 'tallies', balances.channel, balances.channel, '', 0, 0, null, 0,
        (select uid from merchants where id = balances.merchant_id),
        iif(balances.day < :today, null, ledger_days.day), (
          select coalesce(sum(${countsOfTallies}), 0) from archived_tallies
          where merchant_id = balances.merchant_id
        ), json_object(${closedTallies.join(', ')})
      from balances ${joinClosedBefore(':today', 'balances')}
      where (balances.merchant_id, balances.channel) > (:merchantId, :channel)
      order by balances.merchant_id, balances.channel limit :limit
    )
  )
  order by merchantId, kind, name limit :limit
`)

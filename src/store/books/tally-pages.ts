import type { Sum } from '../../rules/books/check-sums.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { type BookStep, isAtStep } from './book-passes.ts'
import {
  addingUp,
  balancesBetween,
  type CarriedSum,
  carriedSums,
  sumsOfBalances,
} from './book-sums.ts'
import { endOfMerchants } from './entry-pages.ts'

/**
 * A place among the orders: up to here the collections and the payouts of a merchant were read, by its own numbers,
 * which never change. A step begins behind both.
 */
export type TallyPlace = {
  readonly lastMerchant: number
  readonly lastOrderid: string
  readonly lastSerialNo: string
}

/** Up to where a step reads: all of the merchants up to `toMerchant`, or some of the first one's orders. */
export type TallyEnd =
  | { readonly isWhole: true; readonly toMerchant: number }
  | { readonly isWhole: false; readonly toOrderid: string; readonly toSerialNo: string }

const most = endOfMerchants + 1
const collectionsFrom = '(merchant_id, orderid) > (:lastMerchant, :lastOrderid)'
const payoutsFrom = '(merchant_id, serial_no) > (:lastMerchant, :lastSerialNo)'

/** Where a step of about `count` orders of each kind ends. */
export async function endOfTallies(
  db: MerchantDatabase,
  { lastMerchant, lastOrderid, lastSerialNo }: TallyPlace,
  count: number,
): Promise<TallyEnd> {
  const place = { lastMerchant, lastOrderid, lastSerialNo }
  const [[stop], [last]] = await rowsOf(db, [
    findStop({ ...place, count, none: most }),
    findLast({ ...place, count }),
  ] as const)
  const next = stop?.merchantId ?? most
  if (next > lastMerchant) return { isWhole: true, toMerchant: next - 1 }
  return {
    isWhole: false,
    toOrderid: last?.orderid ?? lastOrderid,
    toSerialNo: last?.serialNo ?? lastSerialNo,
  }
}

type Counted = TallyPlace & { readonly count: number }

const findStop = sqlText<Counted & { readonly none: number }, { readonly merchantId: number }>(`
  select min(
    coalesce((
      select merchant_id from collections where ${collectionsFrom}
      order by merchant_id, orderid limit 1 offset :count
    ), :none),
    coalesce((
      select merchant_id from payouts where ${payoutsFrom}
      order by merchant_id, serial_no limit 1 offset :count
    ), :none),
    coalesce((
      select merchant_id from balances where merchant_id > :lastMerchant
      order by merchant_id limit 1 offset :count
    ), :none)
  ) as merchantId
`)

const findLast = sqlText<
  Counted,
  { readonly orderid: string | null; readonly serialNo: string | null }
>(`
  select (
    select max(orderid) from (
      select orderid from collections
      where merchant_id = :lastMerchant and orderid > :lastOrderid order by orderid limit :count
    )
  ) as orderid, (
    select max(serial_no) from (
      select serial_no from payouts
      where merchant_id = :lastMerchant and serial_no > :lastSerialNo order by serial_no limit :count
    )
  ) as serialNo
`)

/** What a step of whole merchants has read, in one transaction. */
export type TalliesPage = {
  readonly orders: readonly Sum[]
  readonly balances: readonly Sum[]
  readonly carried: readonly CarriedSum[]
}

/** Reads what the orders of whole merchants add up to, and what it is compared with. */
export async function readTallies(
  db: MerchantDatabase,
  place: TallyPlace,
  toMerchant: number,
  topUpChannel: string,
): Promise<TalliesPage> {
  const { lastMerchant, lastOrderid, lastSerialNo } = place
  const endMerchant = toMerchant + 1
  const [collections, payouts, balances, carried] = await rowsOf(db, [
    sumCollections({ lastMerchant, lastOrderid, endMerchant, topUpChannel }),
    sumPayouts({ lastMerchant, lastSerialNo, endMerchant, topUpChannel }),
    balancesBetween({ lastMerchant, toMerchant }),
    carriedSums({}),
  ] as const)
  const orders = [...collections, ...payouts].flatMap(({ unbacked, ...sum }) => [
    sum,
    { ...sum, name: 'unbacked', count: unbacked, amount: 0 },
  ])
  return { orders, balances: sumsOfBalances(balances), carried }
}

type Summed = Sum & { readonly unbacked: number }

const channel = `iif(channel in (:topUpChannel, '代付'), channel, 'other')`
const collectionAmount = `iif(status = 'pending', amount, paid_amount)`
const payoutAmount = `iif(status = 'processed', actual_amount, amount)`

const sumCollections = sqlText<
  Omit<TallyPlace, 'lastSerialNo'> & {
    readonly endMerchant: number
    readonly topUpChannel: string
  },
  Summed
>(`
  select merchant_id as merchantId, ${channel} as channel, 'collection_' || status as name,
    count(*) as count, sum(${collectionAmount}) as amount, sum(backed is 0) as unbacked
  from collections indexed by collections_orderid
  where ${collectionsFrom} and (merchant_id, orderid) < (:endMerchant, '')
  group by 1, 2, 3
`)

const sumPayouts = sqlText<
  Omit<TallyPlace, 'lastOrderid'> & { readonly endMerchant: number; readonly topUpChannel: string },
  Summed
>(`
  select merchant_id as merchantId, ${channel} as channel, 'payout_' || status as name,
    count(*) as count, sum(${payoutAmount}) as amount, sum(backed is 0) as unbacked
  from payouts indexed by payouts_serial_no
  where ${payoutsFrom} and (merchant_id, serial_no) < (:endMerchant, '')
  group by 1, 2, 3
`)

/** Adds some orders of one merchant to what is carried on: in the batch that moves the pass behind them. */
export function carryOrders(
  step: BookStep,
  { lastMerchant, lastOrderid, lastSerialNo }: TallyPlace,
  { toOrderid, toSerialNo }: Extract<TallyEnd, { isWhole: false }>,
  topUpChannel: string,
): readonly Statement[] {
  const common = { ...step, lastMerchant, topUpChannel }
  return [
    addCollections({ ...common, lastOrderid, toOrderid }),
    addPayouts({ ...common, lastSerialNo, toSerialNo }),
  ]
}

type Carrying = BookStep & { readonly lastMerchant: number; readonly topUpChannel: string }

function adding(kind: 'collection' | 'payout', amount: string, part: string): string {
  return `
    insert into book_sums (channel, name, count, amount)
    select channel, name, sum(count), sum(amount) from (
      select ${channel} as channel, '${kind}_' || status as name, 1 as count, ${amount} as amount
      from ${kind}s where merchant_id = :lastMerchant and ${part}
      union all
      select ${channel}, 'unbacked', backed is 0, 0
      from ${kind}s where merchant_id = :lastMerchant and ${part}
    )
    where ${isAtStep}
    group by channel, name ${addingUp}
  `
}

const addCollections = sqlText<
  Carrying & { readonly lastOrderid: string; readonly toOrderid: string }
>(adding('collection', collectionAmount, 'orderid > :lastOrderid and orderid <= :toOrderid'))

const addPayouts = sqlText<
  Carrying & { readonly lastSerialNo: string; readonly toSerialNo: string }
>(adding('payout', payoutAmount, 'serial_no > :lastSerialNo and serial_no <= :toSerialNo'))

import { vi } from 'vitest'
import { topUpChannel } from '../../../src/rules/accounts/ledger.ts'
import {
  adjustmentsOf,
  idOfCopy,
  multiplyOrders,
  othersMax,
  type Values,
} from '../../support/multiplied-orders.ts'
import { aBookScene, type SceneOrder } from '../support/book-scene.ts'
import { aContext, rows } from '../support/service.ts'

export type ManyBooks = {
  /** The names of any row: of an order of that kind, of an adjustment, and of a day of a merchant. */
  readonly aRow: (kind: SceneOrder, merchant: number) => Promise<RowNames>
}

type RowNames = Readonly<Record<'order' | 'uid', string>> &
  Readonly<
    Record<
      'id' | 'next' | 'pending' | 'transaction' | 'adjustment' | 'adjusted' | 'merchant' | 'day',
      number
    >
  >

/** The kinds of twenty orders that follow each other; half of them are settled, as it is most often. */
const kinds: readonly SceneOrder[] = [
  'settled',
  'settled',
  'pending',
  'settled',
  'paidOut',
  'settled',
  'backed',
  'settled',
  'reversed',
  'settled',
  'frozen',
  'settled',
  'declared',
  'settled',
  'paidOut',
  'settled',
  'confirmed',
  'cancelled',
  'settled',
  'created',
]

/** Writes one order of each kind through the service, and multiplies them into sound books. */
export async function fillBooks(count: number, tell: (text: string) => void): Promise<ManyBooks> {
  const quiet = vi.spyOn(console, 'log').mockReturnValue()
  const scene = await aBookScene()
  quiet.mockRestore()
  const first = await multiplyOrders({
    run,
    count,
    tell,
    adjustment: scene.adjustment,
    uid: scene.shop.uid,
    orders: kinds.map((kind) => scene.orders[kind]),
    topUp: topUpChannel(aContext().settings.exchangeCode),
  })
  const groups = Math.floor(count / kinds.length)
  const idOfKind = (kind: SceneOrder) =>
    idOfCopy(anyUpTo(groups) * kinds.length + kinds.indexOf(kind), isPayout(kind))
  const others = Math.min(othersMax, Math.floor(groups / 5) * 3)
  return {
    aRow: async (kind, place) => {
      const id = idOfKind(kind)
      const adjustment = idOfCopy(count + anyUpTo(adjustmentsOf(count)), false)
      const merchant = place === 0 ? first : first + 1 + anyUpTo(others)
      const [found] = await rows<Pick<RowNames, 'order' | 'uid' | 'adjusted' | 'day'>>(
        `select (
           select trade_no from collections where id = ?1
           union all select trade_no from payouts where id = ?1
         ) as "order", (select merchant_id from adjustments where id = ?2) as adjusted, (
           select day from ledger_days where merchant_id = ?3 and channel = 'other'
           order by random() limit 1
         ) as day, uid from merchants where id = ?3`,
        id,
        adjustment,
        merchant,
      )
      if (found === undefined) throw new Error('no merchant')
      const ids = { id, next: id + 1, transaction: id, pending: idOfKind('pending') }
      return { ...ids, ...found, adjustment, merchant }
    },
  }
}

const anyUpTo = (count: number) => Math.floor(Math.random() * count)

const isPayout = (kind: SceneOrder) => ['frozen', 'paidOut', 'cancelled', 'created'].includes(kind)

async function run(sql: string, values: Values = {}) {
  const names = Object.keys(values).filter((name) => sql.includes(`:${name}`))
  const text =
    names.length === 0 ? sql : sql.replace(/:(\w+)/g, (_, name) => `?${names.indexOf(name) + 1}`)
  return rows<Readonly<Record<string, unknown>>>(text, ...names.map((name) => values[name]))
}

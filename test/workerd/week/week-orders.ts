import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { move } from '../support/orders.ts'
import { operator, paths, post } from '../support/service.ts'
import { post as postLine } from '../support/statements.ts'
import { desk, type WeekShop, world } from './week-world.ts'

// The orders of the week. What is refused while something is bad is done again with the same number, as a merchant's
// server, a feed and people do.

type WeekOrder = {
  readonly shop: WeekShop
  readonly number: string
  readonly kind: 'collection' | 'payout'
  readonly last5: string
  /** The bank account that the member pays into; null where none is named. */
  account: number | null
  tradeNo: string
  transaction: number | null
  /** Whether its money came after its day was over, which people look at. */
  isLate: boolean
  step: 'create' | 'match' | 'pay' | 'settle' | 'done'
}

/** All orders, and those that are under way. */
export const orders: WeekOrder[] = []
const underWay = new Set<WeekOrder>()
/** What has failed, to be told where nothing was bad. */
export const failures: string[] = []

/** So many of a database take their next step at once: where it is bad the others wait. */
const atOnceMax = 3

/** Has a merchant create its next order; of eight one is a payout and three are paid into a bank account. */
export function anOrder(shop: WeekShop | undefined): void {
  if (shop === undefined) throw new Error('no merchant')
  const n = orders.length
  const account = world.accounts[shop.database]?.[n % 2] ?? null
  const order: WeekOrder = {
    shop,
    number: `W-${n}`,
    kind: n % 8 === 7 ? 'payout' : 'collection',
    tradeNo: '',
    last5: String(n % 100_000).padStart(5, '0'),
    transaction: null,
    isLate: false,
    step: 'create',
    account: n % 8 < 3 ? account : null,
  }
  orders.push(order)
  underWay.add(order)
}

/** How many orders have yet to be settled. */
export const ordersUnderWay = () => underWay.size

/** Takes the next step of what is under way, the oldest first. */
export async function goOn(): Promise<void> {
  const counts = new Map<number, number>()
  const chosen = [...underWay].filter(({ shop: { database }, account, step }) => {
    if (step === 'pay' && world.frozen.has(account ?? 0)) return false
    // Nobody works where each call takes nine seconds, but merchants' servers do not know.
    const max = world.conditions.get(database) === 'slow' ? Number(step === 'create') : atOnceMax
    const count = counts.get(database) ?? 0
    counts.set(database, count + 1)
    return count < max
  })
  await Promise.all(
    chosen.map(async (order) => {
      await take(order).catch((error: unknown) => failures.push(String(error)))
      if (order.step === 'done') underWay.delete(order)
    }),
  )
}

/** Has what waits on one account paid into another. */
export function ordersOnto(from: number, to: number): void {
  for (const order of underWay) {
    if (order.account !== from || order.step !== 'pay') continue
    order.account = to
    order.isLate = true
    order.step = 'match'
  }
}

const amount = 100

async function take(order: WeekOrder): Promise<void> {
  const { shop, number, kind, account, tradeNo, last5, transaction, isLate } = order
  const context = desk()
  const by = { context, principal: operator }
  if (order.step === 'create') {
    const payer = { counterparty_account: `001-2345-${last5}` }
    const own =
      kind === 'payout' ? { serial_no: number, payee_name: '林' } : { orderid: number, ...payer }
    const fields = { ...own, amount, notify_url: `https://${shop.host}/notify` }
    const path = kind === 'payout' ? paths.payouts : collectionCreation.path
    const { status, body } = await post(shop, path, fields, world.bindings)
    const isThere = status === 200 || /^duplicate_/.test(body.error)
    if (!isThere) throw new Error(`${status} ${body.error}`)
    order.tradeNo = body.data.trade_no
    order.step = account === null ? 'settle' : 'match'
  } else if (order.step === 'match') {
    await matchTo(account ?? 0, tradeNo, operator, { at: context })
    order.step = 'pay'
  } else if (order.step === 'pay') {
    const at = secondsToTaipei(world.clock.now)
    const line = { at, amount, last5, externalId: number, teller: world.teller }
    order.transaction = (await postLine(account ?? 0, line, context)).answer.id
    order.step = 'settle'
  } else {
    const past = isLate ? ({ override: ['evidence_differs'], reason: 'receipt' } as const) : {}
    const bankTransactions =
      transaction === null ? {} : { bankTransactions: [transaction], ...past }
    if (kind === 'payout') await move.process(tradeNo, {}, by)
    else await move.settle(tradeNo, bankTransactions, by)
    order.step = 'done'
  }
}

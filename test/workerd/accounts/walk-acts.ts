import type { PricingChange } from '../../../src/contract/back-office/settlement/pricing.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import {
  ignoreTransaction,
  reopenTransaction,
} from '../../../src/operations/banking/ignore-transaction.ts'
import { putAsideFrozenIn } from '../../../src/operations/banking/put-aside-frozen.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { liftHold, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { patch } from '../support/bank-accounts.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { adjustShop, anId, operator, paths, post } from '../support/service.ts'
import { post as postLine } from '../support/statements.ts'
import { bindings } from '../support/three-databases.ts'
import { context, type Home } from './walk-homes.ts'
import {
  accountOf,
  anOrder,
  moveOrder,
  type Place,
  paidIn,
  pending,
  unbacked,
} from './walk-moves.ts'
import type { Step } from './walk-steps.ts'

type End = 'done' | 'refused'

export async function take(homes: readonly Home[], one: Step): Promise<End> {
  const home = homes[one.home]
  const shop = home?.shops[one.shop]
  const other = homes[(one.home + 1) % homes.length]
  if (home === undefined || shop === undefined || other === undefined) throw new Error('no home')
  const place = { home, shop, named: one.isAway ? other : home }
  return (await atShop(place, one)) ?? (await atDesk(place, one)) ?? moveOrder(place, one)
}

/** What merchants and members do; null for other steps. */
async function atShop({ shop }: Place, one: Step): Promise<End | null> {
  const text = (one.amount / 100).toFixed(2)
  const create = async (path: string, fields: object) => {
    const { status } = await post(shop, path, { amount: text, ...fields }, bindings)
    return status === 200 ? 'done' : 'refused'
  }
  const notify = one.flag ? { notify_url: 'https://m.example/n' } : {}
  const channel = one.flag ? { channel: 'exchange_coin' } : {}
  switch (one.what) {
    case 'collect':
      return create(paths.create, { orderid: anId(), ...notify, ...channel })
    case 'declare':
      return create(paths.create, {
        orderid: anId(),
        status: one.flag ? 'manual' : 'succeeded',
        paid_amount: (one.other / 100).toFixed(2),
      })
    case 'pay out':
      return create(paths.payouts, { serial_no: anId().slice(0, 40), payee_name: 'x', ...notify })
    case 'paid out':
      return create(paths.payouts, {
        serial_no: anId().slice(0, 40),
        payee_name: 'x',
        status: 'processed',
      })
    case 'withdraw':
      // What a merchant waits for by then makes most of them wait, too.
      return create(paths.withdrawals, {
        serial_no: anId().slice(0, 40),
        amount: one.flag ? 'all' : String(1 + (one.other % 1_000)),
      })
    case 'link':
      return create(amountPath, { ...aNumberedLink(one), amount: 1000 })
    case 'plain link':
      return submitPlainLink(shop, one)
    default:
      return null
  }
}

/** What people, feeds and the minute's job do beside moving orders; null for other steps. */
async function atDesk(place: Place, one: Step): Promise<End | null> {
  const { home, shop } = place
  switch (one.what) {
    case 'end links':
      // Rarely, for it ends all that live.
      if (one.pick < 0.8) return 'refused'
      await inEveryDatabase({ ...context, now: () => Date.now() + 7_200_000 }, expireLinks)
      return 'done'
    case 'put aside':
      await inEveryDatabase(context, (each) => putAsideFrozenIn(each))
      return 'done'
    case 'adjust':
    case 'correct fees':
      await adjustShop(
        shop.uid,
        {
          amount: one.flag ? one.amount : -one.amount,
          bucket: one.what === 'adjust' ? 'available' : 'fees',
          reason: 'walk',
          idempotency_key: anId(),
        },
        { context },
      )
      return 'done'
    case 'price':
      await setPricing({ context, principal: operator, uid: shop.uid, change: aPrice(one) })
      return 'done'
    case 'money in':
    case 'money out':
      await postLine(accountOf(home, one), await movedMoney(home, one), home.context)
      return 'done'
    case 'hold':
      await placeHold(context, operator, {
        reason: 'walk',
        case_no: '',
        ...(await held(place, one)),
      })
      return 'done'
    case 'lift':
      await liftHold({ context, principal: operator, id: await aHold(home, one), reason: 'walk' })
      return 'done'
    case 'freeze':
    case 'thaw':
      await patch(
        accountOf(home, one),
        { state: one.what === 'freeze' ? 'frozen' : 'active' },
        context,
      )
      return 'done'
    case 'ignore':
    case 'reopen':
      return putAsideOrBack(home, one)
    default:
      return null
  }
}

function aPrice({ pick, flag, number, other }: Step): PricingChange {
  const fixed = number * 100
  const rate = { rate_ppm: Math.floor(pick * 60_000), fixed, min: 0, max: flag ? other : null }
  return {
    collection: rate,
    payout: rate,
    withdrawal: { rate_ppm: rate.rate_ppm, fixed, min: 0, max: null },
    fee_on_reversal: number % 2 ? 'keep' : 'return',
    settle_after_days: number % 5 === 0 ? 1 : 0,
  }
}

/** A hold of a merchant, of one of its members, of a payer's account or, most often, of an order. */
async function held({ home, shop }: Place, { number, pick }: Step) {
  if (number === 0) return { merchant_uid: shop.uid }
  if (number < 4) return { merchant_uid: shop.uid, user_id: aLink().member_no }
  if (number < 6) return { account_no: aLink().payer_account_no }
  return { trade_no: await anOrder(home, number % 2 ? 'collections' : 'payouts', pending, pick) }
}

/** A hold in force, the oldest first, so that none lasts for the rest of the walk. */
async function aHold({ rows }: Home, { pick }: Step): Promise<number> {
  const [found] = await rows<{ id: number }>(
    'select id from holds where lifted_at is null order by id limit 1 offset ?',
    Math.floor(pick * 3),
  )
  return found?.id ?? 0
}

/** A line of the money of an order that waits for it, or is settled without, or of some other sum. */
async function movedMoney(home: Home, { what, amount: some, pick, flag }: Step) {
  const [table, sign] =
    what === 'money in' ? (['collections', 1] as const) : (['payouts', -1] as const)
  const tradeNo = await anOrder(home, table, flag ? pending : unbacked, pick)
  const [found] = await home.rows<{ amount: number }>(
    `select iif(backed = 0, ${paidIn[table]}, amount) as amount from ${table} where trade_no = ?`,
    tradeNo,
  )
  const at = secondsToTaipei(Math.floor(Date.now() / 1000))
  return { at, amount: (sign * (found?.amount ?? some)) / 100, last5: '67890' }
}

/** Puts one of the newest transactions aside, or takes one back that was. */
async function putAsideOrBack(home: Home, { what, pick }: Step): Promise<End> {
  const [found] = await home.rows<{ id: number }>(
    `select id from bank_transactions where (state = 'ignored') = ? order by id desc
     limit 1 offset ?`,
    what === 'reopen' ? 1 : 0,
    Math.floor(pick * 12),
  )
  const id = found?.id ?? 0
  if (what === 'reopen')
    await reopenTransaction({ context, principal: operator, id, reason: 'walk' })
  else
    await ignoreTransaction({
      context,
      principal: operator,
      id,
      call: { kind: 'other', reason: 'walk' },
    })
  return 'done'
}

function aNumberedLink({ number }: Step) {
  return { ...aLink(), merchant_order_no: `L-${number}` }
}

async function submitPlainLink(shop: Place['shop'], one: Step): Promise<End> {
  const { status, body } = await post(shop, plainPath, aNumberedLink(one), bindings)
  if (status !== 200) return 'refused'
  const id = Number(new URL(body.data.url).pathname.split('/').at(-1))
  const page = await submitPurchase(
    context,
    { id, session: body.data.third_party_session },
    one.flag ? '500' : '3000',
  )
  return page.kind === 'wait' ? 'done' : 'refused'
}

export function refused(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused'
  throw error
}

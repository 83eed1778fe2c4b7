import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overrideNames } from '../../../src/contract/back-office/orders/overrides.ts'
import type { PricingChange } from '../../../src/contract/back-office/settlement/pricing.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import {
  ignoreTransaction,
  reopenTransaction,
} from '../../../src/operations/banking/ignore-transaction.ts'
import { putAsideFrozenIn } from '../../../src/operations/banking/put-aside-frozen.ts'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { liftHold, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { endOthersWork } from '../support/archive.ts'
import { expectSoundAccounts, matchTo, patch } from '../support/bank-accounts.ts'
import { checkAll, passesOf, smallSteps } from '../support/book-check.ts'
import { expectCopied, faultyBucket } from '../support/copies.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { unsoundStatements } from '../support/merchant-statements.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { move } from '../support/orders.ts'
import { adjustShop, agent, anId, operator, paths, post, setClock } from '../support/service.ts'
import { post as postLine } from '../support/statements.ts'
import { bindings, databases } from '../support/three-databases.ts'
import { context, type Home, makeHomes } from './walk-homes.ts'
import {
  balancesOf,
  creditsOfDay,
  heldAccounts,
  receivedOfDay,
  unsoundAfter,
  unsoundHolds,
  unsoundLinks,
  unsoundOrders,
} from './walk-laws.ts'

// Random operations that move money, several at once, in a deployment with three databases. Half way forty days pass, and
// final orders leave for the archive and come back beside them.

const operations = Number(env.WALK_OPERATIONS)
const operationsMax = 10 * operations
const atOnce = 8

// Copies are made beside them, in small steps and into a bucket that fails, and now and then are compared.
const faulty = { ...context, archive: faultyBucket(env.ARCHIVE) }
const few = { units: 3, changes: 4, scan: 4, timeoutMs: 40_000 }
const comparedEach = 40 * atOnce

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 10, 20, 30, 999_999_999_999),
)
const step = fc.record({
  home: fc.nat({ max: 2 }),
  shop: fc.nat({ max: 3 }),
  what: fc.constantFrom(
    'collect',
    'collect',
    'collect',
    'declare',
    'declare',
    'pay out',
    'pay out',
    'paid out',
    'match',
    'exception',
    'settle',
    'settle',
    'settle',
    'confirm',
    'confirm',
    'confirm',
    'reject',
    'reject',
    'process',
    'process',
    'cancel',
    'adjust',
    'take',
    'take a payout',
    'link',
    'link',
    'link',
    'plain link',
    'end links',
    'reverse',
    'reverse',
    'return',
    'money in',
    'money in',
    'money in',
    'money in',
    'money out',
    'money out',
    'put on an account',
    'put on an account',
    'claim',
    'claim',
    'claim',
    'claim',
    'claim a debit',
    'claim a debit',
    'claim a debit',
    'confirm by a claim',
    'back',
    'back',
    'back a payout',
    'exchange',
    'money back',
    'debit back',
    'hold',
    'lift',
    'lift',
    'freeze',
    'thaw',
    'thaw',
    'put aside',
    'ignore',
    'reopen',
    'price',
    'price',
    'correct fees',
    'withdraw',
    'withdraw',
    'withdraw',
  ),
  // What is named is of another database.
  isAway: fc.nat({ max: 31 }).map((n) => n === 0),
  override: fc.oneof(fc.boolean(), fc.subarray(overrideNames.slice())),
  // Few, so that one order number has many links.
  number: fc.nat({ max: 15 }),
  amount,
  other: amount,
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

// Where the walk only goes on for what it lacks: the steps that bring it about, without the many others.
const wanted = fc.constantFrom(
  'collect',
  'declare',
  'pay out',
  'withdraw',
  'withdraw',
  'adjust',
  'money in',
  'settle',
  'confirm',
  'reject',
  'process',
  'process',
  'reverse',
  'return',
  'back',
  'hold',
  'lift',
  'correct fees',
  'put on an account',
  'claim',
  'claim',
)
const wantedStep = fc.tuple(step, wanted).map(([one, what]): Step => ({ ...one, what }))

test(`the books are sound after ${operations} operations (§4.9 data.summary.payout, data.summary.frozen)`, {
  timeout: 1_800_000,
}, async () => {
  const homes = await makeHomes()
  for (const { rows } of homes) await endOthersWork(rows)
  let done = 0
  let isLater = false
  // By chance a short walk may not come to every event, to a hold or to the archive: it goes on until it has.
  const goesOn = async (start: number) =>
    start < operations || (start < operationsMax && (await missingOf(homes)).length > 0)
  for (let start = 0; await goesOn(start); start += atOnce) {
    if (start >= operations / 2) {
      // By chance no order of the months before is final: then months pass again.
      const isAgain = start >= operations && start % leapEach === 0 && archived.back === 0
      await later(homes, isAgain || !isLater ? monthsMs : 1_000)
      isLater = true
    }
    const before = await Promise.all(homes.map(balancesOf))
    const since = Math.floor(Date.now() / 1000)
    const copied = start % (4 * atOnce) === 0 ? copyDatabases(faulty, few) : undefined
    const [taken] = await Promise.all([
      Promise.all(
        fc
          .sample(start < operations ? step : wantedStep, atOnce)
          .map((one) => take(homes, one).catch(refused)),
      ),
      checkOn(homes[(start / atOnce) % homes.length]),
      ...(isLater ? homes.map(archiveSome) : []),
    ])
    done += taken.filter((outcome) => outcome === 'done').length
    for (const [place, home] of homes.entries()) {
      expect(await unsoundAfter(home, before[place] ?? new Map(), since)).toEqual([])
    }
    await copied
    if (start % comparedEach === 0) await expectCopied(context, databases)
  }
  await expectCopied(context, databases)
  for (const home of homes) {
    expect(await checkAll(home.context)).toEqual([])
    await unarchive(home.context, await archivedIn(home))
  }
  expect(done).toBeGreaterThan(operations / 4)
  expect(differences).toEqual([])
  for (const home of homes) {
    expect(await checkAll(home.context)).toEqual([])
    const checked = await passesOf(home.database)
    expect(checked.finished).toBeGreaterThan(0)
    await expectSoundAccounts(home.database)
    expect(await unsoundLinks(home)).toEqual([])
    expect(await unsoundOrders(home)).toEqual([])
    expect(await unsoundHolds(home)).toEqual([])
    expect(await unsoundStatements(home.context.db, home.rows)).toEqual([])
    expect(await receivedOfDay(home)).toEqual(await creditsOfDay(home))
  }
  expect(new Set(await Promise.all(homes.map(heldAccounts))).size).toBe(1)
  expect(await missingOf(homes)).toEqual([])
})

const monthsMs = 40 * 86_400_000
const leapEach = 20 * atOnce

// What is final leaves from here on. A pass compares with the day on which it began: none goes on over such a leap.
async function later(homes: readonly Home[], ms: number): Promise<void> {
  if (ms === monthsMs) {
    for (const home of homes) await checkIn(home.context, Number.POSITIVE_INFINITY, smallSteps)
  }
  setClock(Date.now() + ms)
}

const archived = { left: 0, back: 0 }

const archivedIn = async ({ rows }: Home) =>
  (await rows<{ id: number }>('select id from archived_orders')).map(({ id }) => id)

// Into the bucket that fails, and back again.
async function archiveSome(home: Home): Promise<void> {
  const settings = { ...home.context.settings, archiveAfterDays: 35 }
  const archiving = { ...home.context, settings, archive: faulty.archive }
  await home.rows('update archive_position set after_id = 0, ended_at = null')
  const limits = { looked: 1 + Math.floor(Math.random() * 40), steps: 2 }
  const run = await archiveOrders(archiving, limits).catch(() => null)
  archived.left += run?.orders ?? 0
  const ids = await archivedIn(home)
  const one = ids[Math.floor(Math.random() * 2 * ids.length)]
  if (one === undefined) return
  await unarchive(home.context, [one])
  archived.back += 1
}

/** What a walk has to come to and has not yet: events, claims, a hold, corrected fees, a withdrawal, the archive. */
async function missingOf(homes: readonly Home[]): Promise<string[]> {
  const made = await inAll<{ name: string }>(homes, 'select distinct name from events')
  const held = await inAll<{ name: string }>(homes, `select 'a hold' as name from holds limit 1`)
  const ofFees = await inAll<{ name: string }>(
    homes,
    `select kind as name from ledger_entries where kind = 'fee_correction' limit 1`,
  )
  const withdrawn = await inAll<{ name: string }>(
    homes,
    `select 'a withdrawal' as name from payouts where kind = 'withdrawal' and status = 'processed' limit 1`,
  )
  const claims = await inAll<{ n: number }>(
    homes,
    'select count(*) as n from bank_transactions where order_id is not null',
  )
  for (const { name } of [...made, ...held, ...ofFees, ...withdrawn]) names.add(name)
  if (claims.reduce((sum, { n }) => sum + n, 0) > operations / 100) names.add('claims')
  if (archived.left > 0 && archived.back > 0) names.add('the archive and back')
  return [
    'reversed',
    'returned',
    'rejected',
    'confirmed',
    'backed',
    'a hold',
    'fee_correction',
    'a withdrawal',
    'claims',
    'the archive and back',
  ].filter((name) => !names.has(name))
}

// An event that is archived was there.
const names = new Set<string>()

async function inAll<Row>(homes: readonly Home[], query: string): Promise<Row[]> {
  const found = await Promise.all(homes.map(({ rows }) => rows<Row>(query)))
  return found.flat()
}

// Passes begin and go on in the middle of everything, a few rows at a time. No difference is ever seen.
async function checkOn(home: Home | undefined): Promise<void> {
  if (home === undefined) throw new Error('no home')
  const context = { ...home.context, log: (entry: object) => differences.push(entry) }
  await beginPass(context)
  await checkIn(context, 2, smallSteps)
}

const differences: object[] = []

type End = 'done' | 'refused'

async function take(homes: readonly Home[], one: Step): Promise<End> {
  const home = homes[one.home]
  const shop = home?.shops[one.shop]
  const other = homes[(one.home + 1) % homes.length]
  if (home === undefined || shop === undefined || other === undefined) throw new Error('no home')
  const place = { home, shop, named: one.isAway ? other : home }
  return (await atShop(place, one)) ?? (await atDesk(place, one)) ?? moveOrder(place, one)
}

/** Where a step is taken, and where the bank accounts and transactions are that it names. */
type Place = { readonly home: Home; readonly shop: Home['shops'][number]; readonly named: Home }

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

const accountOf = ({ bank }: Home, { flag }: Step) => bank[flag ? 0 : 1] ?? 0

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

const paidIn = { collections: 'paid_amount', payouts: 'actual_amount' } as const

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

/** One or two of the newest transactions in that direction, most often unclaimed ones. */
async function someTransactions(
  { rows }: Home,
  { pick, flag }: Step,
  sign: 1 | -1,
): Promise<number[]> {
  const chosen = pick < 0.85 ? `and state = 'unclaimed'` : ''
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where sign(amount) = ? ${chosen}
     order by id desc limit ? offset ?`,
    sign,
    flag ? 1 : 2,
    Math.floor(pick * 6),
  )
  return found.map(({ id }) => id)
}

/** A transaction that pays an order. */
async function claimedOf({ rows }: Home, tradeNo: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from bank_transactions where order_id in (
       select id from collections where trade_no = ?1
       union all select id from payouts where trade_no = ?1
     ) order by id desc limit 1`,
    tradeNo,
  )
  return found.map(({ id }) => id)
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

const pending = `status = 'pending'`
const settled = `status <> 'pending'`
const [backed, unbacked] = ['backed = 1', 'backed = 0']
const awaiting = `confirmation = 'awaiting'`

/** The orders that a move is for, where those are not the pending ones. */
const ordersFor: Partial<Record<Step['what'], string>> = {
  reverse: settled,
  return: settled,
  exchange: backed,
  'money back': backed,
  back: unbacked,
  'back a payout': unbacked,
  'debit back': backed,
  confirm: awaiting,
  reject: awaiting,
  'confirm by a claim': awaiting,
}
const ofPayouts: readonly Step['what'][] = [
  'process',
  'cancel',
  'take a payout',
  'return',
  'claim a debit',
  'back a payout',
  'debit back',
]

async function moveOrder(place: Place, one: Step): Promise<'done'> {
  const table = ofPayouts.includes(one.what) ? 'payouts' : 'collections'
  const tradeNo = await anOrder(place.home, table, ordersFor[one.what] ?? pending, one.pick)
  const who = one.number % 4 === 0 ? agent : operator
  await moves[one.what as keyof typeof moves](tradeNo, who, one, place)
  return 'done'
}

type Who = typeof agent | typeof operator

const account = { collectionAccountName: 'a', collectionAccountNo: '1', collectionBankName: 'b' }
const mistake = { reason: 'walk', because: 'wrong_match' } as const
const sentBack = { reason: 'walk', because: 'money_returned' } as const
const pastEvidence = {
  override: ['evidence_differs', 'amount', 'balance'],
  reason: 'walk',
} as const

const by = (principal: Who) => ({ context, principal })

const moves = {
  take: (tradeNo: string, who: Who) => move.take(tradeNo, by(who)),
  'take a payout': (tradeNo: string, who: Who) => move.take(tradeNo, by(who)),
  match: (tradeNo: string, who: Who) => move.match(tradeNo, account, by(who)),
  exception: (tradeNo: string, who: Who) => move.putAside(tradeNo, 'walk', by(who)),
  settle: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const paidAmount = flag ? null : other
    return move.settle(
      tradeNo,
      { paidAmount, paidAt: null, manual: other % 2 === 0, override },
      by(who),
    )
  },
  confirm: (tradeNo: string, _who: Who, { override }: Step) =>
    move.confirm(tradeNo, { accept: true, reason: '', override }, { context }),
  reject: (tradeNo: string) =>
    move.confirm(tradeNo, { accept: false, reason: 'walk', override: false }, { context }),
  reverse: (tradeNo: string) => move.reverse(tradeNo, mistake, { context }),
  process: (tradeNo: string, who: Who, { flag, other, override }: Step) => {
    const actualAmount = flag ? null : other
    return move.process(
      tradeNo,
      { actualAmount, voucherNo: null, processedAt: null, override },
      by(who),
    )
  },
  cancel: (tradeNo: string, who: Who) => move.cancel(tradeNo, 'walk', by(who)),
  return: (tradeNo: string) => move.reversePayout(tradeNo, mistake, { context }),
  'put on an account': (tradeNo: string, who: Who, one: Step, { named }: Place) =>
    matchTo(accountOf(named, one), tradeNo, who, { at: context }),
  claim: async (tradeNo: string, who: Who, one: Step, { named }: Place) =>
    move.settle(
      tradeNo,
      {
        paidAmount: null,
        paidAt: null,
        manual: true,
        ...(who === operator ? pastEvidence : plain),
        bankTransactions: await someTransactions(named, one, 1),
      },
      by(who),
    ),
  'claim a debit': async (tradeNo: string, who: Who, one: Step, { named }: Place) => {
    const bankTransactions = await someTransactions(named, { ...one, flag: true }, -1)
    const [debit] = await named.rows<{ amount: number }>(
      'select amount from bank_transactions where id = ?',
      bankTransactions[0] ?? 0,
    )
    const fee = one.number % 3
    const actualAmount = Math.max(1, -(debit?.amount ?? 0) - fee)
    const call = { actualAmount, fee, voucherNo: null, processedAt: null, bankTransactions }
    return move.process(
      tradeNo,
      { ...call, ...(who === operator ? pastEvidence : plain), bankAccount: named.bank[0] },
      by(who),
    )
  },
  'confirm by a claim': async (tradeNo: string, _who: Who, one: Step, { named }: Place) =>
    move.confirm(
      tradeNo,
      { accept: true, ...pastEvidence, bankTransactions: await someTransactions(named, one, 1) },
      { context },
    ),
  back: async (tradeNo: string, _who: Who, one: Step, { named }: Place) =>
    back(named, tradeNo, one, null),
  exchange: async (tradeNo: string, _who: Who, one: Step, { home, named }: Place) =>
    back(named, tradeNo, one, await claimedOf(home, tradeNo)),
  'back a payout': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = await moneyOf(named, 'payouts', tradeNo, one)
    const call = { bankTransactions, insteadOf: null, reason: 'walk' }
    return move.back(tradeNo, call, { context })
  },
  'money back': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = one.flag ? [] : await someTransactions(named, one, -1)
    return move.reverse(tradeNo, { ...sentBack, bankTransactions }, { context })
  },
  'debit back': async (tradeNo: string, _who: Who, one: Step, { named }: Place) => {
    const bankTransactions = one.flag ? [] : await someTransactions(named, one, 1)
    return move.reversePayout(tradeNo, { ...sentBack, bankTransactions }, { context })
  },
}

const plain = { override: false } as const

async function back(
  named: Home,
  tradeNo: string,
  one: Step,
  insteadOf: number[] | null,
): Promise<unknown> {
  const bankTransactions = await moneyOf(named, 'collections', tradeNo, one)
  return move.back(tradeNo, { bankTransactions, insteadOf, reason: 'walk' }, { context })
}

/** An unclaimed transaction of the sum of a settled order, if there is one, or other money. */
async function moneyOf(
  named: Home,
  table: 'collections' | 'payouts',
  tradeNo: string,
  one: Step,
): Promise<number[]> {
  const sign = table === 'collections' ? 1 : -1
  const [fitting] = await named.rows<{ id: number }>(
    `select id from bank_transactions where state = 'unclaimed' and amount = ? * (
       select ${paidIn[table]} from ${table} where trade_no = ?
     ) limit 1`,
    sign,
    tradeNo,
  )
  return fitting ? [fitting.id] : someTransactions(named, { ...one, flag: true }, sign)
}

// Now and then one that is in another state, most often one that the move is for.
async function anOrder(
  { rows }: Home,
  table: 'collections' | 'payouts',
  wanted: string,
  pick: number,
): Promise<string> {
  const chosen = pick < 0.85 ? `where ${wanted}` : ''
  const [found] = await rows<{ trade_no: string }>(
    `select trade_no from ${table} ${chosen} order by id desc limit 1 offset ?`,
    Math.floor(pick * 20),
  )
  return found?.trade_no ?? 'none'
}

function refused(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused'
  throw error
}

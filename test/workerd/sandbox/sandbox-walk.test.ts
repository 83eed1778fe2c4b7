import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { exportCollections } from '../../../src/operations/export/export-lists.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { liftHold, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import {
  listCollections,
  listPayouts,
  showCollection,
} from '../../../src/operations/orders/list-orders.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { checkAll } from '../support/book-check.ts'
import { expectSoundBooks } from '../support/books.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { account, move } from '../support/orders.ts'
import {
  adjustShop,
  anId,
  asOrdered,
  operator,
  patchShop,
  paths,
  rotateShop,
  rowsIn,
  setClock,
} from '../support/service.ts'
import { post as postLine } from '../support/statements.ts'
import { bindings, databases } from '../support/three-databases.ts'
import { type Snapshot, snapshotOf } from './walk-snapshot.ts'
import { anOrder, aShop, makeWorld, type Side, type WalkedShop, type World } from './walk-world.ts'

// Random operations of real and of test merchants, mixed. Whenever test merchants have done some, all that is told and
// kept of the real ones is as it was before.

const operations = Number(env.SANDBOX_OPERATIONS)
const operationsMax = 10 * operations

// The second walk goes on where the first has ended: a clock that was put back would have its rows in the future.
let nowMs = Date.UTC(2026, 10, 22, 3)

const step = fc.record({
  what: fc.constantFrom(
    'collect',
    'collect',
    'collect',
    'declare',
    'pay out',
    'pay out',
    'paid out',
    'link',
    'link',
    'plain link',
    'page',
    'pages end',
    'deliver',
    'resend',
    'take',
    'match',
    'match',
    'exception',
    'settle',
    'settle',
    'settle',
    'less',
    'confirm',
    'reject',
    'reverse',
    'process',
    'process',
    'cancel',
    'return',
    'adjust',
    'hold',
    'lift',
    'patch',
    'secret',
    'ask',
    'export',
    'onto an account',
    'by bank money',
    'from an account',
    'new merchant',
  ),
  amount: fc.integer({ min: 1, max: 500_000 }),
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const run = fc.record({
  real: fc.array(step, { maxLength: 12 }),
  test: fc.array(step, { minLength: 4, maxLength: 40 }),
  seconds: fc.constantFrom(1, 7, 60, 3_700),
})

const essential = ['collect', 'declare', 'pay out', 'link', 'settle', 'process', 'deliver'] as const
const eachEssential = fc.tuple(...essential.map((what) => step.map((one) => ({ ...one, what }))))

test.each([
  ['one database', env, [env.DB], 2 / 3],
  ['three databases', bindings, databases, 1 / 3],
] as const)(
  'beside real merchants in %s nothing of theirs moves',
  async (_name, bound, all, share) => {
    setClock(nowMs)
    const world = await makeWorld(bound, all)
    const done = new Set<string>()
    // By chance a short walk may not come to what orders live by: it goes on until it has.
    const missing = () => essential.filter((what) => !done.has(what))
    const goesOn = (count: number) =>
      count < operations * share || (count < operationsMax && missing().length > 0)
    for (let count = 0; goesOn(count); ) {
      const [drawn] = fc.sample(run, 1)
      if (drawn === undefined) throw new Error('nothing was drawn')
      // What a walk has to come to is tried first: by chance alone a short one goes on ten times as long.
      if (count === 0) drawn.test.unshift(...fc.sample(eachEssential, 1).flat())
      nowMs = Math.ceil(nowMs / 1000) * 1000 + drawn.seconds * 1000
      vi.setSystemTime(nowMs)
      for (const one of drawn.real) {
        nowMs += 1
        vi.setSystemTime(nowMs)
        await take(world, sideOf(world, one), one)
      }
      await runJobs(world)
      const texts = ['67890', (drawn.test[0]?.amount ?? 100) / 100, world.test.shops[0]?.uid].map(
        String,
      )
      const before = await snapshotOf(world, texts)
      for (const one of drawn.test) {
        nowMs += 1
        vi.setSystemTime(nowMs)
        if ((await take(world, world.test, one)) === 'done') done.add(one.what)
      }
      await runJobs(world)
      expectSame(before, await snapshotOf(world, texts))
      await expectTestsAlone(world)
      count += drawn.real.length + drawn.test.length
    }
    expect(missing()).toEqual([])
    const ofAccounts = ['onto an account', 'by bank money', 'from an account']
    expect(ofAccounts.filter((what) => done.has(what))).toEqual([])
    await expectSoundBooks(world.test.database)
    expect(await checkAll(world.test.context)).toEqual([])
  },
  3_600_000,
)

function sideOf({ real }: World, { amount }: Step): Side {
  const side = real[amount % real.length]
  if (side === undefined) throw new Error('there is no real merchant')
  return side
}

// What the minute brings: at the same second nothing is left for it to do at the real merchants'.
async function runJobs({ context }: World): Promise<void> {
  const deliver = async (ids: readonly number[]) => {
    for (const id of ids) await deliverCallback(context, id)
    return []
  }
  await inEveryDatabase(context, expireLinks)
  await inEveryDatabase(context, (one) => sweepCallbacks(one, deliver))
}

function expectSame(before: Snapshot, after: Snapshot): void {
  for (const [name, answer] of Object.entries(before)) {
    expect({ name, answer: after[name] }).toEqual({ name, answer })
  }
}

// What is asked for by `test=only` is of test merchants, and all of them.
async function expectTestsAlone({ context, test: { database } }: World): Promise<void> {
  const asked = { limit: 200, test: 'only' } as const
  const [collections, payouts, callbacks] = await Promise.all([
    listCollections(context, operator, asked),
    listPayouts(context, operator, asked),
    listCallbacks(context, asked),
  ])
  const known = new Set(
    (await rowsIn<{ uid: string }>(database, 'select uid from merchants')).map(({ uid }) => uid),
  )
  const told = [
    ...[...collections.items, ...payouts.items].map(({ uid }) => uid),
    ...callbacks.items.map(({ merchant_uid: uid }) => uid),
  ]
  expect(told.filter((uid) => !known.has(uid))).toEqual([])
  const [{ n = 0 } = {}] = await rowsIn<{ n: number }>(
    database,
    'select count(*) as n from collections',
  )
  expect(collections.items).toHaveLength(Math.min(200, n))
}

type End = 'done' | 'refused'

async function take(world: World, side: Side, one: Step): Promise<End> {
  const shop = side.shops[one.flag ? 0 : 1]
  if (shop === undefined) throw new Error('there is no merchant')
  try {
    return (await atShop(world, side, shop, one)) ?? (await atDesk(world, side, shop, one))
  } catch (error) {
    if (error instanceof Refusal) return refusedWith(error, side, world, one)
    throw error
  }
}

// A test order is told why no account of the platform takes part.
function refusedWith({ code }: Refusal, side: Side, { test }: World, { what }: Step): 'refused' {
  const isOfAccounts = ['onto an account', 'by bank money', 'from an account'].includes(what)
  if (side === test && isOfAccounts) expect(['test_order', 'not_found']).toContain(code)
  return 'refused'
}

/** What merchants and members do; null for other steps. */
async function atShop(
  world: World,
  side: Side,
  { call }: WalkedShop,
  { what, amount, flag }: Step,
): Promise<End | null> {
  const host = side === world.test ? 'test' : 'real'
  const notify = flag ? { notify_url: `https://${host}.example/n` } : {}
  const create = async (path: string, fields: object) => {
    const { status } = await call(path, { amount: (amount / 100).toFixed(2), ...notify, ...fields })
    return status === 200 ? 'done' : 'refused'
  }
  switch (what) {
    case 'collect':
      return create(paths.create, { orderid: anId() })
    case 'declare':
      return create(paths.create, { orderid: anId(), status: flag ? 'manual' : 'succeeded' })
    case 'pay out':
      return create(paths.payouts, { serial_no: anId().slice(0, 40), payee_name: 'x' })
    case 'paid out':
      return create(paths.payouts, {
        serial_no: anId().slice(0, 40),
        payee_name: 'x',
        status: 'processed',
      })
    case 'link':
      return create(amountPath, {
        ...aLink({ notify_url: `https://${host}.example/n` }),
        amount: 1000,
      })
    case 'plain link': {
      const { body } = await call(plainPath, aLink())
      const id = Number(new URL(body.url).pathname.split('/').at(-1))
      const session = body.data.third_party_session
      const page = await submitPurchase(world.context, { id, session }, '500')
      return page.kind === 'wait' ? 'done' : 'refused'
    }
    default:
      return null
  }
}

const pending = `status = 'pending'`
const settled = `status <> 'pending'`
const mistake = { reason: 'walk', because: 'wrong_match' } as const

/** What people of the back office and the minute's jobs do. */
async function atDesk(
  world: World,
  side: Side,
  { uid, call }: WalkedShop,
  one: Step,
): Promise<End> {
  const { context } = world
  const { what, amount, pick, flag } = one
  const collection = (condition: string) => anOrder(side, 'collections', condition, pick)
  const payout = (condition: string) => anOrder(side, 'payouts', condition, pick)
  switch (what) {
    case 'page': {
      const { body } = await call(amountPath, { ...aLink(), amount: 1000 })
      await showWaitPage(context, String(body.data?.wait_url).split('/').at(-1) ?? '')
      return 'done'
    }
    case 'pages end':
      // Of its side alone: the clock of the others stands.
      await inEveryDatabase(
        { ...alone(world, side), now: () => Date.now() + 7_200_000 },
        expireLinks,
      )
      return 'done'
    case 'deliver':
      await runJobs(world)
      return 'done'
    case 'resend':
      await resendCallbacks(context, operator, {
        merchant_uid: uid,
        limit: 100,
        include_delivered: true,
      })
      return 'done'
    case 'take':
      await move.take(await collection(pending), { context })
      return 'done'
    case 'match':
      await move.match(await collection(pending), account, { context })
      return 'done'
    case 'exception':
      await move.putAside(await collection(pending), 'walk', { context })
      return 'done'
    case 'settle':
    case 'less':
      await move.settle(
        await collection(pending),
        { ...asOrdered, override: true, paidAmount: what === 'less' ? amount : null },
        { context },
      )
      return 'done'
    case 'confirm':
    case 'reject':
      await move.confirm(
        await collection(`confirmation = 'awaiting'`),
        { accept: what === 'confirm', reason: 'walk', override: false },
        { context },
      )
      return 'done'
    case 'reverse':
      await move.reverse(await collection(settled), mistake, { context })
      return 'done'
    case 'process':
      await move.process(await payout(pending), processed, { context })
      return 'done'
    case 'cancel':
      await move.cancel(await payout(pending), 'walk', { context })
      return 'done'
    case 'return':
      await move.reversePayout(await payout(`status = 'processed'`), mistake, { context })
      return 'done'
    case 'adjust':
      await adjustShop(
        uid,
        {
          amount: flag ? amount : -amount,
          bucket: 'available',
          reason: 'walk',
          idempotency_key: anId(),
        },
        { context },
      )
      return 'done'
    case 'hold':
      await placeHold(context, operator, {
        trade_no: await collection(pending),
        reason: 'walk',
        case_no: '',
      })
      return 'done'
    case 'lift':
      await liftHold({ context, principal: operator, id: await aHold(side), reason: 'walk' })
      return 'done'
    case 'patch':
      await patchShop(
        uid,
        { settings: { trusted: flag, collection_events: pick < 0.5 ? 'all' : 'completed' } },
        { context },
      )
      return 'done'
    case 'secret':
      // Its calls go on with the one before.
      await rotateShop(uid, 604_800, { context })
      return 'done'
    case 'ask':
      await showCollection(context, operator, await collection('true'))
      return 'done'
    case 'export':
      for await (const _part of exportCollections(context, { merchant_uid: uid }, 'zh'));
      return 'done'
    case 'new merchant':
      if (side !== world.test || pick > 0.2) return 'refused'
      await aShop(context, world.bound, { test: true })
      return 'done'
    default:
      return withAccount(world, side, one)
  }
}

const processed = {
  actualAmount: null,
  voucherNo: null,
  processedAt: null,
  override: true,
} as const

// With an account of the platform: it moves for a real order, and is refused to a test order.
async function withAccount(
  { context, real }: World,
  side: Side,
  { what, pick, amount }: Step,
): Promise<End> {
  const home = real.includes(side) ? side : (real[0] ?? side)
  if (what === 'onto an account') {
    await matchTo(side.account, await anOrder(side, 'collections', pending, pick), operator, {
      at: context,
    })
  } else if (what === 'by bank money') {
    const tradeNo = await anOrder(side, 'collections', pending, pick)
    const bankTransactions = [await someMoney(home, side === home ? amount : null)]
    const because = { reason: 'walk', override: ['evidence_differs', 'amount'] as const }
    await move.settle(
      tradeNo,
      {
        ...asOrdered,
        manual: true,
        ...because,
        override: [...because.override],
        bankTransactions,
      },
      { context },
    )
  } else {
    const tradeNo = await anOrder(side, 'payouts', pending, pick)
    await move.process(tradeNo, { ...processed, bankAccount: side.account }, { context })
  }
  return 'done'
}

// A real side's own line of money; for a test order one that is there.
async function someMoney({ context, database, account: id }: Side, amount: number | null) {
  if (amount !== null) {
    const at = secondsToTaipei(Math.floor(Date.now() / 1000))
    await postLine(id, { at, amount: amount / 100, last5: '67890' }, context)
  }
  const [found] = await rowsIn<{ id: number }>(
    database,
    `select id from bank_transactions order by id desc limit 1`,
  )
  return found?.id ?? 1
}

async function aHold({ database }: Side): Promise<number> {
  const [found] = await rowsIn<{ id: number }>(
    database,
    'select id from holds where lifted_at is null order by id limit 1',
  )
  return found?.id ?? 0
}

// The deployment as if that side were all of it.
function alone({ context, test }: World, side: Side): World['context'] {
  return side === test ? { ...context, databases: [] } : { ...context, sandbox: null }
}

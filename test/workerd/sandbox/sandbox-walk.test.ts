import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { exportCollections } from '../../../src/operations/export/export-lists.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import {
  listCollections,
  listPayouts,
  showCollection,
} from '../../../src/operations/orders/list-orders.ts'
import { checkAll } from '../support/book-check.ts'
import { expectSoundBooks } from '../support/books.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { operator, patchShop, post, rotateShop } from '../support/service.ts'
import { bindings, databases } from '../support/three-databases.ts'
import {
  aShop,
  type Deployment,
  deploymentOf,
  type Home,
  makeHomes,
  makeSandbox,
} from '../support/walk/homes.ts'
import {
  isMoneyStep,
  type MoneyStep,
  type Place,
  refused,
  type Step,
  stepOf,
  takeMoneyStep,
} from '../support/walk/money-steps.ts'
import { Clock, seedOf, Walk } from '../support/walk/walk.ts'
import { type Snapshot, snapshotOf, type World } from './walk-snapshot.ts'

// Random operations of real and of test merchants, mixed. Whenever test merchants have done some, all that is notified and
// kept of the real ones is as it was before.

const operations = Number(env.SANDBOX_OPERATIONS)
const operationsMax = 10 * operations

// The second walk goes on where the first has ended: a clock that was put back would have its rows in the future.
let beginMs = Date.UTC(2026, 10, 22, 3)

/** The steps that move no money. */
const otherSteps = {
  page: async ({ home: { deployment }, shop }: At) => {
    const { bindings, context } = deployment
    const { body } = await post(shop, amountPath, { ...aLink(), amount: 1000 }, bindings)
    await showWaitPage(context, String(body.data?.wait_url).split('/').at(-1) ?? '')
  },
  // Of its side alone: the clock of the others stands.
  'pages end': ({ home: { deployment }, isTest }: At) => {
    const alone = isTest ? { databases: [] } : { sandbox: null }
    const later = { ...deployment.context, ...alone, now: () => Date.now() + 7_200_000 }
    return inEveryDatabase(later, expireLinks)
  },
  deliver: ({ home }: At) => runJobs(home.deployment.context),
  resend: ({ home, shop }: At) =>
    resendCallbacks(home.deployment.context, operator, {
      merchant_uid: shop.uid,
      limit: 100,
      include_delivered: true,
    }),
  patch: ({ home, shop, number, flag }: At) => {
    const events = number % 2 === 0 ? 'all' : 'completed'
    const settings = { trusted: flag, collection_events: events } as const
    return patchShop(shop.uid, { settings }, { context: home.deployment.context })
  },
  // Its calls go on with the one before.
  secret: ({ home, shop }: At) =>
    rotateShop(shop.uid, 604_800, { context: home.deployment.context }),
  show: async ({ home, pick }: At) => {
    const query = 'select trade_no from collections order by id desc limit 1 offset ?'
    const [found] = await home.rows<{ trade_no: string }>(query, Math.floor(pick * 20))
    return showCollection(home.deployment.context, operator, found?.trade_no ?? 'none')
  },
  export: async ({ home, shop }: At) => {
    const { context } = home.deployment
    for await (const _part of exportCollections(context, { merchant_uid: shop.uid }, 'zh'));
  },
  'new merchant': ({ home, pick, isTest }: At) =>
    isTest && pick < 0.05 ? aShop(home.deployment, { test: true }) : 'refused',
}
type At = Place & Step<string> & { readonly isTest: boolean }

const ofAccounts = ['put on an account', 'claim', 'claim a debit'] as const
const list = `
  3 collect, 1 declare, 2 pay out, 1 paid out, 2 link, 1 plain link, 1 page, 1 pages end, 1 deliver, 1 resend,
  1 take, 2 match, 1 exception, 4 settle, 1 confirm, 1 reject, 1 reverse, 2 process, 1 cancel, 1 return, 1 adjust,
  1 hold, 1 lift, 1 patch, 1 secret, 1 show, 1 export, 1 put on an account, 1 claim, 1 claim a debit, 1 new merchant
`
type Name = MoneyStep | keyof typeof otherSteps
const isName = (name: string): name is Name => isMoneyStep(name) || name in otherSteps

// By operators, about the newest orders, and holds are of orders alone: what is held in all databases is no test merchant's.
const fields = {
  number: fc.constantFrom(6, 7, 9, 10, 11),
  pick: fc.double({ min: 0, max: 0.25, maxExcluded: true, noNaN: true }),
}
const testStep = stepOf(list, isName, fields)
const realStep = stepOf(`${list}, 1 money in, 1 money out`, isName, fields)
const run = fc.record({
  real: fc.array(realStep, { maxLength: 12 }),
  test: fc.array(testStep, { minLength: 4, maxLength: 40 }),
  seconds: fc.constantFrom(1, 7, 60, 3_700),
})

const essential = ['collect', 'declare', 'pay out', 'link', 'settle', 'process', 'deliver'] as const
const eachEssential = fc.tuple(
  ...essential.map((what) => testStep.map((one) => ({ ...one, what, override: true }))),
)

test.each([
  ['one database', env, [env.DB], 2 / 3],
  ['three databases', bindings, databases, 1 / 3],
] as const)(
  'test merchants move nothing of the real merchants in %s',
  async (_name, bound, all, share) => {
    const walk = new Walk(seedOf(env.WALK_SEED), all.length)
    await walk.reporting(() => walkOn(walk, deploymentFor(bound, all), operations * share))
  },
  3_600_000,
)

function deploymentFor(bound: Env, all: readonly D1Database[]): Deployment {
  // The walk delivers callbacks itself. The consumer of a queue would do so beside it, at a moment of its own.
  const sendBatch = async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } })
  const withoutQueue = { ...bound, CALLBACK_QUEUE: { ...bound.CALLBACK_QUEUE, sendBatch } }
  // A test merchant's receiver fails, a real one's answers.
  const fetch = async (url: string) =>
    url.startsWith('https://test.') ? new Response('no', { status: 500 }) : new Response('success')
  return deploymentOf(withoutQueue, all, { archive: null, fetch })
}

async function walkOn(walk: Walk, deployment: Deployment, least: number): Promise<void> {
  const clock = new Clock(beginMs)
  const { context } = deployment
  const world: World = {
    ...deployment,
    real: await makeHomes(deployment, [{}, {}]),
    test: await makeSandbox(deployment, env.DB_SANDBOX),
  }
  const done = new Set<string>()
  const take = async (home: Home, one: Step<Name>) => {
    clock.to(clock.nowMs + 1)
    const end = await takeIn(world, home, one)
    walk.note(`${home === world.test ? 'test' : 'real'} ${end} ${JSON.stringify(one)}`)
    if (home === world.test && end === 'done') done.add(one.what)
  }
  // By chance a short walk may not come to what orders live by: it goes on until it has.
  const missing = () => essential.filter((what) => !done.has(what))
  const goesOn = (count: number) => count < least || (count < operationsMax && missing().length > 0)
  for (let count = 0; goesOn(count); ) {
    const [drawn] = walk.sample(run, 1)
    if (drawn === undefined) throw new Error('nothing was drawn')
    // What a walk has to come to is tried first: by chance alone a short one goes on ten times as long.
    if (count === 0) drawn.test.unshift(...walk.sample(eachEssential, 1).flat())
    clock.to((Math.ceil(clock.nowMs / 1000) + drawn.seconds) * 1000)
    for (const one of drawn.real) await take(at(world.real, one.homeAt), one)
    await runJobs(context)
    const texts = ['67890', (drawn.test[0]?.amount ?? 100) / 100, world.test.shops[0]?.uid].map(
      String,
    )
    const before = await snapshotOf(world, texts)
    for (const one of drawn.test) await take(world.test, one)
    await runJobs(context)
    expectSame(before, await snapshotOf(world, texts))
    await expectTestsAlone(world)
    count += drawn.real.length + drawn.test.length
  }
  beginMs = clock.nowMs
  expect(missing()).toEqual([])
  expect(ofAccounts.filter((what) => done.has(what))).toEqual([])
  await expectSoundBooks(world.test.database)
  expect(await checkAll(world.test.context)).toEqual([])
}

function at<Item>(items: readonly Item[], place: number): Item {
  const found = items[place % items.length]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

// What the minute brings: at the same second nothing is left for it to do at the real merchants'.
async function runJobs(context: Context): Promise<void> {
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
async function expectTestsAlone({ context, test: { rows } }: World): Promise<void> {
  const asked = { limit: 200, test: 'only' } as const
  const [collections, payouts, callbacks] = await Promise.all([
    listCollections(context, operator, asked),
    listPayouts(context, operator, asked),
    listCallbacks(context, asked),
  ])
  const merchants = await rows<{ uid: string }>('select uid from merchants')
  const known = new Set(merchants.map(({ uid }) => uid))
  const listed = [
    ...[...collections.items, ...payouts.items].map(({ uid }) => uid),
    ...callbacks.items.map(({ merchant_uid: uid }) => uid),
  ]
  expect(listed.filter((uid) => !known.has(uid))).toEqual([])
  const [{ n = 0 } = {}] = await rows<{ n: number }>('select count(*) as n from collections')
  expect(collections.items).toHaveLength(Math.min(200, n))
}

async function takeIn(world: World, home: Home, one: Step<Name>): Promise<'done' | 'refused'> {
  const isTest = home === world.test
  // Bank accounts that the calls of test merchants name, wrongly, are real merchants'.
  const named = isTest ? at(world.real, 0) : home
  const place = { home, named, shop: at(home.shops, one.shopAt) }
  const { what } = one
  try {
    if (isMoneyStep(what)) return await takeMoneyStep(place, { ...one, what })
    const end = await otherSteps[what]({ ...place, ...one, isTest })
    return end === 'refused' ? end : 'done'
  } catch (error) {
    return refusedWith(error, isTest, one)
  }
}

// A test order is told why no account of the platform takes part.
function refusedWith(error: unknown, isTest: boolean, { what }: Step<Name>): 'refused' {
  const isOfAccounts = ofAccounts.some((name) => name === what)
  if (isTest && isOfAccounts && error instanceof Refusal) {
    expect(['test_order', 'not_found']).toContain(error.code)
  }
  return refused(error)
}

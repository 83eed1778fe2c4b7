import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { contextFrom, type MerchantContext } from '../../../src/context.ts'
import { allContexts, sandboxContext } from '../../../src/operations/merchant-contexts.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { type Answer, operator, postJson, rowsIn } from '../support/service.ts'
import { feed } from '../support/statements.ts'

// Real merchants and test merchants of one deployment, side by side.

/** The merchants of one database, and the bank account that theirs and, wrongly, others' calls name. */
export type Side = {
  readonly context: MerchantContext
  readonly database: D1Database
  readonly shops: readonly WalkedShop[]
  readonly account: number
}

export type WalkedShop = {
  readonly uid: string
  readonly call: (path: string, fields?: Fields) => Promise<Answer>
}

export type World = {
  readonly context: ReturnType<typeof contextOf>
  readonly bound: Env
  /** One for each database of real merchants. */
  readonly real: readonly Side[]
  readonly test: Side
}

function contextOf(bound: Env) {
  const quiet = { wake: async () => undefined, log: () => undefined, archive: null }
  // A test merchant's receiver fails, a real one's answers.
  const fetch = async (url: string) =>
    url.startsWith('https://test.') ? new Response('no', { status: 500 }) : new Response('success')
  return { ...contextFrom(bound), ...quiet, fetch }
}

// The walk delivers callbacks itself. The consumer of a queue would do so beside it, at a moment of its own.
function withoutQueue(bound: Env): Env {
  const sendBatch = async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } })
  return { ...bound, CALLBACK_QUEUE: { ...bound.CALLBACK_QUEUE, sendBatch } }
}

/** A world with two real merchants in each database, and two test merchants. */
export async function makeWorld(given: Env, databases: readonly D1Database[]): Promise<World> {
  const bound = withoutQueue(given)
  const context = contextOf(bound)
  const real: Side[] = []
  for (const one of allContexts(context)) {
    const { databaseNumber: database } = one
    const shops = [
      await aShop(context, bound, { database }),
      await aShop(context, bound, { database }),
    ]
    const terms = { database, feeds: [feed.name], backing: 'later' }
    const { id: account } = await anAccount(terms, context)
    real.push({ context: one, database: databases[database] ?? bound.DB, shops, account })
  }
  const sandbox = sandboxContext(context)
  if (sandbox === null) throw new Error('DB_SANDBOX is not bound')
  const test = {
    context: sandbox,
    database: bound.DB_SANDBOX,
    account: real[0]?.account ?? 0,
    shops: [
      await aShop(context, bound, { test: true }),
      await aShop(context, bound, { test: true }),
    ],
  }
  return { context, bound, real, test }
}

/** A merchant, and its signed calls. */
export async function aShop(
  context: World['context'],
  bound: Env,
  kind: { readonly database: number } | { readonly test: true },
): Promise<WalkedShop> {
  const uid = `W${crypto.randomUUID().slice(0, 12)}`
  const { api_secret: secret } = await createMerchant(context, operator, {
    uid,
    name: 'Walk',
    ...kind,
  })
  const call: WalkedShop['call'] = (path, fields = {}) =>
    postJson(path, signedJson(uid, secret, fields), undefined, bound)
  return { uid, call }
}

/** The number of an order of that side in a state, most often a new one; a number of nothing where there is none. */
export async function anOrder(
  { database }: Side,
  table: 'collections' | 'payouts',
  condition: string,
  pick: number,
): Promise<string> {
  const [found] = await rowsIn<{ trade_no: string }>(
    database,
    `select trade_no from ${table} where ${condition} order by id desc limit 1 offset ?`,
    Math.floor(pick * 5),
  )
  return found?.trade_no ?? 'none'
}

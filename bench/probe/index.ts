import { type Fields, signedJson } from '../../scripts/client/merchant-client.ts'
import { contextFrom } from '../../src/context.ts'
import { newBankAccount } from '../../src/contract/back-office/banking/accounts.ts'
import { postedTransaction } from '../../src/contract/back-office/banking/transactions.ts'
import worker from '../../src/index.ts'
import { createBankAccount } from '../../src/operations/banking/manage-bank-account.ts'
import { postTransaction } from '../../src/operations/banking/post-line.ts'
import { takeCallbacks } from '../../src/operations/callbacks/take-callbacks.ts'
import { createMerchant } from '../../src/operations/merchants/manage-merchant.ts'
import { linkIdOf } from '../../src/rules/links/link-identity.ts'
import { openMerchantDatabase, openReplica, openSession } from '../../src/store/database.ts'
import { findWaitingLink } from '../../src/store/links/payment-links.ts'
import { bankingOperations } from '../counted/banking-operations.ts'

// A Worker beside the service that makes payments in a database of its own by the service's code, and times each call to
// the database where the service makes it: at the binding. `npm run long -- probe` deploys it, asks it, and removes it.

/** A call to the database, in milliseconds. */
export type TimedCall = { readonly step: string; readonly ms: number }

/** What payments are made with: made once in the database of the probe. */
export type Shop = {
  readonly uid: string
  readonly secret: string
  readonly account: number
  readonly token: string
}

/** What the probe asks for, and is answered. */
export type ProbeRequest = { readonly shop: Shop | null; readonly payments: number }
export type ProbeAnswer = {
  readonly shop: Shop
  readonly calls: readonly TimedCall[]
  /** How many of the refreshes that a replica may answer one did answer. */
  readonly byReplica: number
}

type ProbeEnv = Env & { readonly PROBE_TOKEN: string }
type Context = ReturnType<typeof contextFrom>

const operator = { name: 'probe', role: 'operator', requestId: 'probe', approval: null } as const
const feed = { ...operator, name: 'service:probe', role: 'feed' } as const
const refreshes = 5

export default {
  async fetch(request, env) {
    if (request.headers.get('authorization') !== `Bearer ${env.PROBE_TOKEN}`) {
      return new Response(null, { status: 404 })
    }
    const payload = (await request.json()) as ProbeRequest
    const calls: TimedCall[] = []
    let step = ''
    const note = (kind: string, ms: number) => void calls.push({ step: `${step}, ${kind}`, ms })
    const bindings = { ...env, DB: timedDatabase(env.DB, note) }
    const context = Object.assign(contextFrom(bindings), {
      wake: async () => undefined,
      later: () => undefined,
      log: () => undefined,
      fetch: async () => new Response('success'),
    })
    Object.assign(context.caches.waitPages, { put: async () => undefined })
    Object.assign(context.caches.places, { put: async () => undefined })
    const merchantAsks = (shop: Pick<Shop, 'uid' | 'secret'>, path: string, fields: Fields) =>
      merchantAnswer(bindings, path, signedJson(shop.uid, shop.secret, fields))
    const shop = payload.shop ?? (await makeShop(context, merchantAsks))
    calls.length = 0
    let byReplica = 0
    for (let n = 0; n < payload.payments; n += 1) {
      const amount = 100 + Math.floor(Math.random() * 1_000_000)
      step = 'creation'
      const orderid = crypto.randomUUID()
      const notify_url = 'https://merchant.example/notify'
      const { trade_no } = (
        await merchantAsks(shop, '/api/v1/merchant/collections', { orderid, amount, notify_url })
      ).data
      const call = { trade_no, bank_account: shop.account, bank_transaction: 0 }
      step = 'match'
      await bankingOperations.match?.(context, call)
      step = 'line'
      const { answer: line } = await postTransaction(
        context,
        feed,
        postedTransaction.parse({
          bank_account: shop.account,
          amount,
          external_id: orderid,
          booked_at: new Date().toISOString(),
        }),
      )
      step = 'settlement'
      await bankingOperations.settle?.(context, { ...call, bank_transaction: line.id })
      step = 'delivery'
      await deliver(context, trade_no)
      for (let refresh = 0; refresh < refreshes; refresh += 1) {
        const db = openMerchantDatabase(bindings.DB)
        const id = linkIdOf(shop.token) ?? 0
        step = 'refresh by the primary'
        await findWaitingLink(openSession(db, null).db, id, shop.token)
        step = 'refresh by a replica'
        const replica = openReplica(db)
        await findWaitingLink(replica, id, shop.token)
        step = ''
        const { meta } = await replica.$client.prepare('select 1').all()
        if (meta.served_by_primary === false) byReplica += 1
      }
    }
    const answer: ProbeAnswer = {
      shop,
      calls: calls.filter(({ step }) => /^\w/.test(step)),
      byReplica,
    }
    return Response.json(answer)
  },
} satisfies ExportedHandler<ProbeEnv>

type MerchantCall = (
  shop: Pick<Shop, 'uid' | 'secret'>,
  path: string,
  fields: Fields,
) => Promise<{ readonly data: { readonly trade_no: string }; readonly url: string }>

async function makeShop(context: Context, merchantAsks: MerchantCall): Promise<Shop> {
  const uid = `P${crypto.randomUUID().slice(0, 12)}`
  const settings = { rate_limit: 'off' } as const
  const merchant = { uid, name: 'Probe', settings }
  const { api_secret: secret } = await createMerchant(context, operator, merchant)
  const registered = newBankAccount.parse({
    bank_code: '013',
    account_no: `7${Date.now()}`,
    holder_name: 'Probe',
    merchants: [uid],
    feeds: ['service:probe'],
  })
  const { id: account } = await createBankAccount(context, operator, registered)
  const { url } = await merchantAsks({ uid, secret }, '/api/v1/merchant/payment-links/amount', {
    merchant_order_no: 'probe',
    member_no: 'probe',
    member_name: 'Probe',
    amount: 100,
    payer_bank_name: '臺灣銀行',
    payer_account_no: '0012345678901',
    notify_url: 'https://merchant.example/notify',
  })
  return { uid, secret, account, token: url.split('/').at(-1) ?? '' }
}

async function merchantAnswer(env: Env, path: string, body: string) {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`${env.BASE_URL}${path}`, { method: 'POST', headers, body })
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

async function deliver(context: Context, tradeNo: string): Promise<void> {
  const client = context.platformDb.$client
  const order = await client
    .prepare('select id from collections where trade_no = ?')
    .bind(tradeNo)
    .first<{ id: number }>()
  const { attempts } = await takeCallbacks(context, [order?.id ?? 0])
  for (const { make } of attempts) await make()
}

type Note = (kind: 'batch that writes' | 'read', ms: number) => void

// Clocks of the platform stand still but for waiting, and these calls are waited for.
function timedDatabase(d1: D1Database, note: Note): D1Database {
  const timed = async <T>(sqls: readonly string[], run: () => Promise<T>): Promise<T> => {
    const started = Date.now()
    const result = await run()
    const writes = sqls.some((sql) => /\b(?:insert|update|delete)\b/i.test(sql))
    note(writes ? 'batch that writes' : 'read', Date.now() - started)
    return result
  }
  const real = new WeakMap<object, { readonly sql: string; readonly of: D1PreparedStatement }>()
  const statement = (sql: string, of: D1PreparedStatement): D1PreparedStatement => {
    const made = {
      bind: (...values: unknown[]) => statement(sql, of.bind(...values)),
      all: () => timed([sql], () => of.all()),
      run: () => timed([sql], () => of.run()),
      raw: () => timed([sql], () => of.raw()),
      first: () => of.first(),
    } as unknown as D1PreparedStatement
    real.set(made, { sql, of })
    return made
  }
  const over = (client: Pick<D1Database, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => statement(sql, client.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.flatMap((statement) => real.get(statement) ?? [])
      return timed(
        all.map(({ sql }) => sql),
        () => client.batch(all.map(({ of }) => of)),
      )
    },
  })
  const withSession = (opened?: string) => over(d1.withSession(opened) as unknown as D1Database)
  return { ...over(d1), withSession } as unknown as D1Database
}

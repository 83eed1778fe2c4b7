import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import {
  type Caches,
  contextFrom,
  type MerchantContext,
  newIsolateState,
} from '../../../src/context.ts'
import type { MerchantPatch } from '../../../src/contract/back-office/merchants/merchants.ts'
import { describedEndpoints } from '../../../src/documentation/described-endpoints.ts'
import worker from '../../../src/index.ts'
import { adjustBalance } from '../../../src/operations/accounts/adjust-balance.ts'
import {
  createMerchant,
  patchMerchant,
  rotateSecret,
  setPaymentAmounts,
} from '../../../src/operations/merchants/manage-merchant.ts'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { nameCache } from '../../../src/store/callbacks/name-cache.ts'
import {
  type MerchantDatabase,
  openMerchantDatabase,
  openPlatformDatabase,
  type PlatformDatabase,
} from '../../../src/store/database.ts'
import { merchantCache } from '../../../src/store/merchants/merchant-cache.ts'
import { toSeconds } from '../../../src/units/clock.ts'
import { watchedD1 } from '../../support/watched.ts'

export const paths = {
  create: '/api/v1/merchant/collections',
  status: '/api/v1/merchant/collections/status',
  payouts: '/api/v1/merchant/payouts',
  payoutStatus: '/api/v1/merchant/payouts/status',
  balance: '/api/v1/merchant/balance',
  ledger: '/api/v1/merchant/ledger',
  pricing: '/api/v1/merchant/pricing',
  withdrawals: '/api/v1/merchant/withdrawals',
  statements: '/api/v1/merchant/statements',
  resend: '/api/v1/merchant/callbacks/retry',
} as const

export const json = { 'content-type': 'application/json' }
export const form = { 'content-type': 'application/x-www-form-urlencoded' }

const alone = { requestId: 'a-request', approval: null }

export const operator = { name: 'someone@platform.example', role: 'operator', ...alone } as const
export const agent = { name: 'agent@platform.example', role: 'agent', ...alone } as const

/** A settlement as the collection was ordered. */
export const asOrdered = { paidAmount: null, paidAt: null, manual: false, override: false } as const

/** An answer of the merchant API. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and asserts on it
export type Answer = { status: number; headers: Headers; body: any }

/** A context of the first database with caches of its own and the replaced parts; a `db` replaces all databases. */
export function aContext(parts: Partial<MerchantContext> = {}): MerchantContext {
  const memory = {
    caches: newCaches(),
    isolate: newIsolateState(),
    deployedAt: toSeconds(Date.now()),
  }
  const real = { ...contextFrom(env), databaseNumber: 0 }
  const db = parts.db ?? parts.databases?.[0] ?? real.databases[0] ?? openMerchantDatabase(env.DB)
  const one = { databases: [db], sandbox: null, platformDb: onPlatform(db) }
  const replaced = parts.db === undefined ? {} : one
  return { ...real, db, ...replaced, ...memory, log: () => undefined, ...parts }
}

/** Caches that know no merchant and no receiver, and the deployment's KV, with the replaced ones. */
export function newCaches(parts: Partial<Caches> = {}): Caches {
  const { caches } = contextFrom(env)
  return { ...caches, merchants: merchantCache(), receiverNames: nameCache(), ...parts }
}

/** The same context with one other database in place of all. */
export function withDatabase(context: MerchantContext, db: MerchantDatabase): MerchantContext {
  return { ...context, db, databases: [db], sandbox: null, platformDb: onPlatform(db) }
}

/** The platform's records of a database: one D1 holds both kinds. */
function onPlatform(db: MerchantDatabase): PlatformDatabase {
  return openPlatformDatabase(db.$client)
}

/** A new merchant, and its signed calls. */
export async function aMerchant(patch: MerchantPatch = {}) {
  const context = aContext()
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const { api_secret: secret } = await createMerchant(context, operator, {
    uid,
    name: 'Test Merchant',
  })
  if (Object.keys(patch).length > 0) await patchShop(uid, patch)
  return {
    uid,
    secret,
    call: (path: string, fields: Fields = {}) => postJson(path, signedJson(uid, secret, fields)),
    create: (fields: Fields = {}) =>
      postJson(paths.create, signedJson(uid, secret, { orderid: anId(), amount: 100, ...fields })),
    status: (fields: Fields) => postJson(paths.status, signedJson(uid, secret, fields)),
    balance: () => postJson(paths.balance, signedJson(uid, secret)),
  }
}

/** Changes a merchant, as an operator does; `by` replaces where. */
export function patchShop(uid: string, patch: MerchantPatch, by: Partial<Maker> = {}) {
  return patchMerchant({ context: aContext(), principal: operator, ...by, uid, patch })
}

/** Gives a merchant a new secret beside the one it has, for so many seconds. */
export function rotateShop(uid: string, graceSeconds: number, by: Partial<Maker> = {}) {
  return rotateSecret({ context: aContext(), principal: operator, ...by, uid, graceSeconds })
}

type Adjustment = Parameters<typeof adjustBalance>[0]['call']

/** Corrects a merchant's balance. */
export function adjustShop(uid: string, call: Adjustment, by: Partial<Maker> = {}) {
  return adjustBalance({ context: aContext(), principal: operator, ...by, uid, call })
}

type Amounts = Parameters<typeof setPaymentAmounts>[0]['call']

/** Sets the amounts of a merchant's links. */
export function setAmounts(uid: string, call: Amounts) {
  return setPaymentAmounts({ context: aContext(), principal: operator, uid, call })
}

type Maker = Pick<Parameters<typeof patchMerchant>[0], 'context' | 'principal'>

export type Shop = Awaited<ReturnType<typeof aMerchant>>

/** A number that no other test uses. */
export function anId(): string {
  return `T-${crypto.randomUUID()}`
}

/** A source address that no other test uses: failed requests are counted by address. */
export function anAddress(): string {
  addresses += 1
  return `198.18.${Math.floor(addresses / 256)}.${addresses % 256}`
}

let addresses = 0

/** Creates a collection with `shop.create`; its numbers. */
export async function aCollection(shop: Shop, fields: Fields = {}) {
  const orderid = anId()
  const { status, body } = await shop.create({ orderid, ...fields })
  expect(status).toBe(200)
  const { id, trade_no: tradeNo, merchant_order_no } = body.data
  return { orderid, tradeNo, merchant_order_no, id } as Numbers
}

type Numbers = { orderid: string; tradeNo: string; merchant_order_no: string; id: number }

/** A settled collection of a new merchant; its callback is due. */
export async function aSettledCollection(context: MerchantContext, fields: Fields = {}) {
  const shop = await aMerchant()
  const order = await aCollection(shop, { notify_url: 'https://m.example/n', ...fields })
  await settleCollection({ context, principal: operator, tradeNo: order.tradeNo, input: asOrdered })
  return { shop, ...order }
}

/** Stops the clock at UTC milliseconds. */
export function setClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: milliseconds })
}

/**
 * Hands a request to the Worker's handler, without `exports`: in this version of the test pool each call through `exports`
 * takes longer than the one before, half a second after some hundred files.
 */
export async function sendRequest(
  path: string,
  init: RequestInit,
  bindings: Env = env,
): Promise<Answer> {
  const request = new Request(`https://pay.example${path}`, init) as IncomingRequest
  return documented(path, await answerOf(await worker.fetch(request, bindings)))
}

/** POSTs a body to the merchant host. */
export async function postJson(
  path: string,
  body: BodyInit,
  headers: Record<string, string> = json,
  bindings: Env = env,
): Promise<Answer> {
  return sendRequest(path, { method: 'POST', headers, body }, bindings)
}

/** POSTs fields, signed as JSON. */
export function post(
  { uid, secret }: Pick<Shop, 'uid' | 'secret'>,
  path: string,
  fields: Fields = {},
  bindings: Env = env,
): Promise<Answer> {
  return postJson(path, signedJson(uid, secret, fields), json, bindings)
}

// An endpoint answers with no refusal that its documentation does not list. A HEAD has no body, and nobody reads a 499.
function documented(path: string, answer: Answer): Answer {
  const refusals = documentedRefusals.get(path)
  const { status, body } = answer
  if (refusals !== undefined && status >= 400 && status !== 499 && body !== null) {
    expect(refusals, `${path} answers ${body.error}: add it to the endpoint's refusals`).toContain(
      body.error,
    )
  }
  return answer
}

const documentedRefusals: ReadonlyMap<string, readonly string[]> = new Map(
  describedEndpoints().map(({ path, refusals }) => [path, refusals]),
)

type IncomingRequest = Parameters<typeof worker.fetch>[0]

/** A response with its body; null where it is empty. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, body: text === '' ? null : JSON.parse(text) }
}

/**
 * Expects a refusal with exactly the body of decisions §3. `fields`: all that a validation error names. A duplicate may
 * name the order that there is.
 */
export function expectRefused(
  answer: Answer,
  status: number,
  error: string,
  fields: readonly string[] = [],
): void {
  const { body, headers } = answer
  const { errors, data, ignored_fields: _, ...rest } = body
  expect({
    status: answer.status,
    error: body.error,
    fields: Object.keys(errors ?? {}).sort(),
  }).toEqual({ status, error, fields: [...fields].sort() })
  expect(rest).toEqual({
    ok: 0,
    code: 1,
    text: rest.message,
    message: chinese,
    error,
    request_id: headers.get('x-request-id'),
    doc_url: `https://pay.example/docs#${error === 'signature_error' ? 'doctor' : `error-${error}`}`,
  })
  expect(rest.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(errors === undefined).toBe(error !== 'validation_error')
  if (data !== undefined) {
    expect(error).toMatch(/^duplicate_/)
    expect(data).toEqual({ trade_no: expect.stringMatching(/^[CP][0-9A-Z]{26}$/) })
  }
  for (const problems of Object.values(errors ?? {})) {
    expect(problems).toEqual(expect.arrayContaining([chinese]))
  }
}

/** Expects that a request passed the checks of every signed endpoint, whatever its own fields. */
export function expectAccepted(answer: Answer): void {
  if (answer.status === 200) return
  expect(answer).toMatchObject({ status: 422, body: { error: 'validation_error' } })
  for (const name of ['body', 'uid', 'timestamp', 'sign']) {
    expect(answer.body.errors).not.toHaveProperty(name)
  }
}

const chinese = expect.stringMatching(/\p{Script=Han}/u)

/** The numbers of rows of each table that a request can write. */
export async function rowCounts(): Promise<Record<string, number>> {
  const tables = [
    'collections',
    'payouts',
    'payment_links',
    'events',
    'ledger_entries',
    'callbacks',
    'callback_attempts',
  ]
  const counts = tables.map((table) => env.DB.prepare(`select count(*) as n from ${table}`))
  const results = await env.DB.batch<{ n: number }>(counts)
  return Object.fromEntries(results.map(({ results: [row] }, n) => [tables[n], row?.n ?? 0]))
}

export function rows<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
  return rowsIn(env.DB, query, ...values)
}

/** The same in another database. */
export async function rowsIn<Row>(
  database: D1Database,
  query: string,
  ...values: unknown[]
): Promise<Row[]> {
  const { results } = await database
    .prepare(query)
    .bind(...values)
    .all<Row>()
  return results
}

/** A merchant's rows of a table, in the order of their keys. */
export function rowsOf<Row>(table: string, { uid }: Pick<Shop, 'uid'>): Promise<Row[]> {
  const merchantId = '(select id from merchants where uid = ?)'
  return rows(`select * from ${table} where merchant_id = ${merchantId} order by 1, 2`, uid)
}

/** Silences the log; the function gives the lines logged since. */
export function spyOnLog() {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  return () => log.mock.calls.map(([line]) => JSON.parse(line))
}

/** A database that takes statements and fails when they are run. */
export function failingDatabase(): D1Database {
  return watchedD1(env.DB, async () => {
    throw new Error('the database is down')
  })
}

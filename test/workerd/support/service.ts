import { env, exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { contextFrom, type MerchantContext } from '../../../src/context.ts'
import type { MerchantPatch } from '../../../src/contract/back-office-calls.ts'
import worker from '../../../src/index.ts'
import { createMerchant, patchMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { alarms } from '../../../src/platform/alarms.ts'
import { attemptLimits } from '../../../src/store/callbacks/attempt-limits.ts'
import { nameCache } from '../../../src/store/callbacks/name-cache.ts'
import {
  type MerchantDatabase,
  openMerchantDatabase,
  openPlatformDatabase,
  type PlatformDatabase,
} from '../../../src/store/database.ts'
import { failedRequests } from '../../../src/store/merchants/failed-requests.ts'
import { merchantCache } from '../../../src/store/merchants/merchant-cache.ts'
import { type Fields, signedJson } from '../../support/merchant-client.ts'

export const paths = {
  create: '/api/v1/merchant/collections',
  status: '/api/v1/merchant/collections/status',
  balance: '/api/v1/merchant/balance',
} as const

export const operator = { name: 'someone@platform.example', role: 'operator' } as const
export const agent = { name: 'agent@platform.example', role: 'agent' } as const

/** An answer as a merchant's backend has it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and asserts on it
export type Answer = { status: number; headers: Headers; body: any }

/**
 * The real context, that of the merchants in the first database, with the parts that a test replaces; a memory of its
 * own unless the test shares one. A `db` takes the place of all databases.
 */
export function aContext(parts: Partial<MerchantContext> = {}): MerchantContext {
  const memory = {
    ...{ merchants: merchantCache(), attemptLimits: attemptLimits(), nameCache: nameCache() },
    ...{ alarms: alarms(), failures: failedRequests() },
  }
  const real = { ...contextFrom(env), databaseNumber: 0 }
  const db = parts.db ?? parts.databases?.[0] ?? real.databases[0] ?? openMerchantDatabase(env.DB)
  const replaced = parts.db === undefined ? {} : { databases: [db], platformDb: onPlatform(db) }
  return { ...real, db, ...replaced, ...memory, log: () => undefined, ...parts }
}

/** The same context at work with another database, in the place of all. */
export function withDatabase(context: MerchantContext, db: MerchantDatabase): MerchantContext {
  return { ...context, db, databases: [db], platformDb: onPlatform(db) }
}

/** The first database as the platform has it: one D1 holds both kinds of records. */
export function onPlatform(db: MerchantDatabase): PlatformDatabase {
  return openPlatformDatabase(db.$client)
}

/** A merchant of one test's own, with its backend. */
export async function aMerchant(patch: MerchantPatch = {}) {
  const context = aContext()
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const { api_secret: secret } = await createMerchant(context, { uid, name: 'Test Merchant' })
  if (Object.keys(patch).length > 0) await patchMerchant(context, uid, patch)
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

export type Shop = Awaited<ReturnType<typeof aMerchant>>

/** A number no other test uses. */
export function anId(): string {
  return `T-${crypto.randomUUID()}`
}

/** A source address that no other test uses, for what fails is counted by address. */
export function anAddress(): string {
  addresses += 1
  return `198.18.${Math.floor(addresses / 256)}.${addresses % 256}`
}

let addresses = 0

/** POSTs a body to the merchant host, as it is. */
export async function postJson(
  path: string,
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Answer> {
  const request = { method: 'POST', headers, body }
  return answerOf(await exports.default.fetch(`https://pay.example${path}`, request))
}

/**
 * Hands a request to the Worker without the way through `exports`: in this version of the test pool each call on that
 * way takes longer than the one before, and a file of many hundred requests would take minutes.
 */
export async function sendDirectly(
  path: string,
  init: RequestInit,
  bindings: Env = env,
): Promise<Answer> {
  const request = new Request(`https://pay.example${path}`, init) as IncomingRequest
  return answerOf(await worker.fetch(request, bindings))
}

/** POSTs a body to the Worker itself, see `sendDirectly`. */
export async function postDirectly(
  path: string,
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  bindings: Env = env,
): Promise<Answer> {
  return sendDirectly(path, { method: 'POST', headers, body }, bindings)
}

type IncomingRequest = Parameters<typeof worker.fetch>[0]

/** A response read to its end; the body of an answer to HEAD is null. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return { status, headers, body: text === '' ? null : JSON.parse(text) }
}

/**
 * Expects a refusal with exactly the body that every refusal has (decisions §3). `fields` are those that a validation
 * error blames, all of them and no others.
 */
export function expectRefused(
  answer: Answer,
  status: number,
  error: string,
  fields: readonly string[] = [],
): void {
  const { body, headers } = answer
  const { errors, ...rest } = body
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
  })
  expect(rest.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(errors === undefined).toBe(error !== 'validation_error')
  for (const problems of Object.values(errors ?? {})) {
    expect(problems).toEqual(expect.arrayContaining([chinese]))
  }
}

/** Expects that a request got past the checks of every signed route, whatever its endpoint made of its own fields. */
export function expectAccepted(answer: Answer): void {
  if (answer.status === 200) return
  expect(answer).toMatchObject({ status: 422, body: { error: 'validation_error' } })
  for (const name of ['body', 'uid', 'timestamp', 'sign']) {
    expect(answer.body.errors).not.toHaveProperty(name)
  }
}

const chinese = expect.stringMatching(/\p{Script=Han}/u)

/** How many rows there are, by table, of everything that a request could have written. */
export async function rowCounts(): Promise<Record<string, number>> {
  const tables = [
    ...['collections', 'payouts', 'payment_links', 'events', 'ledger_entries'],
    ...['callbacks', 'callback_attempts'],
  ]
  const counts = tables.map((table) => env.DB.prepare(`select count(*) as n from ${table}`))
  const results = await env.DB.batch<{ n: number }>(counts)
  return Object.fromEntries(results.map(({ results: [row] }, n) => [tables[n], row?.n ?? 0]))
}

/** Rows of a query, for tests that look at what was stored. */
export async function rows<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(query)
    .bind(...values)
    .all<Row>()
  return results
}

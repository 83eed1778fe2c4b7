import { type Context, contextFrom, type MerchantContext } from '../../../../src/context.ts'
import type { MerchantPatch } from '../../../../src/contract/back-office/merchants/merchants.ts'
import { allContexts, sandboxContext } from '../../../../src/operations/merchant-contexts.ts'
import { createMerchant } from '../../../../src/operations/merchants/manage-merchant.ts'
import { addSettlementAccount } from '../../../../src/operations/settlement/manage-settlement-accounts.ts'
import { anAccount } from '../bank-accounts.ts'
import { operator, patchShop, rowsIn, type Shop } from '../service.ts'
import { feed } from '../statements.ts'
import { anAccountOf } from '../withdrawals.ts'

/** A deployment that walks are taken in. Its context wakes nobody and has the caches of requests, so that both see a hold. */
export type Deployment = {
  readonly bindings: Env
  readonly context: Context
  readonly databases: readonly D1Database[]
}

export function deploymentOf(
  bindings: Env,
  databases: readonly D1Database[],
  parts: Partial<Context> = {},
): Deployment {
  const quiet = { wake: async () => undefined, log: () => undefined }
  return { bindings, databases, context: { ...contextFrom(bindings), ...quiet, ...parts } }
}

export type WalkShop = Pick<Shop, 'uid' | 'secret'>

/** One of a deployment's databases, with merchants and bank accounts of its own. */
export type Home = {
  readonly deployment: Deployment
  readonly context: MerchantContext
  readonly database: D1Database
  readonly shops: readonly WalkShop[]
  /** The ids of its bank accounts: one whose settlements need their money, and one whose may be backed later. */
  readonly bank: readonly number[]
  /** Where its merchants are called back. */
  readonly receiver: string
  readonly rows: <Row>(query: string, ...values: unknown[]) => Promise<Row[]>
}

/** Puts a merchant for each of these settings and two bank accounts into each database of real merchants. */
export async function makeHomes(
  deployment: Deployment,
  patches: readonly MerchantPatch[],
): Promise<readonly Home[]> {
  const homes: Home[] = []
  for (const context of allContexts(deployment.context)) {
    const { databaseNumber: number } = context
    const database = deployment.databases[number]
    if (database === undefined) throw new Error(`no database ${number}`)
    const shops: WalkShop[] = []
    for (const patch of patches) shops.push(await aShop(deployment, { database: number }, patch))
    const bank: number[] = []
    for (const backing of ['required', 'later'] as const) {
      const terms = { backing, database: number, feeds: [feed.name] }
      bank.push((await anAccount(terms, deployment.context)).id)
    }
    homes.push(homeOf({ deployment, context, database, shops, bank }))
  }
  return homes
}

/** The database of test merchants, with two of them; they have no bank accounts. */
export async function makeSandbox(deployment: Deployment, database: D1Database): Promise<Home> {
  const context = sandboxContext(deployment.context)
  if (context === null) throw new Error('DB_SANDBOX is not bound')
  const shops = [await aShop(deployment, { test: true }), await aShop(deployment, { test: true })]
  return homeOf({ deployment, context, database, shops, bank: [] }, 'https://test.example/n')
}

function homeOf(parts: Omit<Home, 'receiver' | 'rows'>, receiver = 'https://m.example/n'): Home {
  return {
    ...parts,
    receiver,
    rows: (query, ...values) => rowsIn(parts.database, query, ...values),
  }
}

/** A new merchant in that database, or a test merchant. */
export async function aShop(
  { context }: Deployment,
  kind: { readonly database: number } | { readonly test: true },
  patch: MerchantPatch = {},
): Promise<WalkShop> {
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const call = { uid, name: 'Test Merchant', ...kind }
  const { api_secret: secret } = await createMerchant(context, operator, call)
  if (!('test' in kind)) {
    await addSettlementAccount({ context, principal: operator, uid, request: anAccountOf() })
  }
  if (Object.keys(patch).length > 0) await patchShop(uid, patch, { context })
  return { uid, secret }
}

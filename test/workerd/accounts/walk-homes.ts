import { contextFrom, type MerchantContext } from '../../../src/context.ts'
import type { MerchantPatch } from '../../../src/contract/back-office/merchants/merchants.ts'
import { allContexts } from '../../../src/operations/merchant-contexts.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { addSettlementAccount } from '../../../src/operations/settlement/manage-settlement-accounts.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { operator, patchShop, rowsIn } from '../support/service.ts'
import { feed } from '../support/statements.ts'
import { bindings, databases } from '../support/three-databases.ts'
import { anAccountOf } from '../support/withdrawals.ts'

// The databases of the random walk over money, each with merchants and bank accounts of its own.

type WalkedShop = { readonly uid: string; readonly secret: string }

/** One of the databases. */
export type Home = {
  readonly context: MerchantContext
  readonly database: D1Database
  readonly shops: readonly WalkedShop[]
  /** The ids of its bank accounts: one whose settlements need their money, and one whose may be backed later. */
  readonly bank: readonly number[]
  readonly rows: <Row>(query: string, ...values: unknown[]) => Promise<Row[]>
}

/** The deployment's context. Its cache of merchants is the one of requests, so that both see a hold. */
export const context = {
  ...contextFrom(bindings),
  wake: async () => undefined,
  log: () => undefined,
}

const settingsOfShops: readonly MerchantPatch[] = [
  {},
  { settings: { trusted: true } },
  { settings: { payout_requires_balance: true } },
  { settings: { callback_vocabulary: 'legacy', collection_events: 'all' } },
]

/** Puts four merchants and two bank accounts into each database. */
export async function makeHomes(): Promise<readonly Home[]> {
  const homes: Home[] = []
  for (const one of allContexts(context)) {
    const { databaseNumber: number } = one
    const database = databases[number]
    if (database === undefined) throw new Error(`no database ${number}`)
    const shops: WalkedShop[] = []
    for (const patch of settingsOfShops) shops.push(await aShopIn(number, patch))
    const bank: number[] = []
    for (const backing of ['required', 'later'] as const) {
      const terms = { backing, database: number, feeds: [feed.name] }
      bank.push((await anAccount(terms, context)).id)
    }
    const rows: Home['rows'] = (query, ...values) => rowsIn(database, query, ...values)
    homes.push({ context: one, database, shops, bank, rows })
  }
  return homes
}

async function aShopIn(database: number, patch: MerchantPatch): Promise<WalkedShop> {
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const call = { uid, name: 'Test Merchant', database }
  const { api_secret: secret } = await createMerchant(context, operator, call)
  await addSettlementAccount({ context, principal: operator, uid, request: anAccountOf() })
  if (Object.keys(patch).length > 0) await patchShop(uid, patch, { context })
  return { uid, secret }
}

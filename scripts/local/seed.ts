// A separate process: `node scripts/local/seed.ts <state directory> [accounts]`.
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { extraBytesMax } from '../../src/contract/limits.ts'
import { noAutoWork } from '../../src/rules/banking/bank-account.ts'
import { defaultSettings } from '../../src/rules/merchants/merchant.ts'
import { sandboxNumber } from '../../src/rules/orders/order-identity.ts'
import { recordId } from '../../src/rules/people/principal.ts'
import {
  findRegistered,
  insertBankAccount,
  register,
} from '../../src/store/banking/bank-accounts.ts'
import { commit, openMerchantDatabase, openPlatformDatabase } from '../../src/store/database.ts'
import { addToDirectory } from '../../src/store/merchants/directory.ts'
import { findMerchant, insertMerchant, replaceSecret } from '../../src/store/merchants/merchants.ts'
import { decryptSecret, encryptSecret } from '../../src/store/merchants/secret-encryption.ts'
import { bankToken, demoAccounts } from './demo-accounts.ts'
import { demoMerchant, demoTestMerchant } from './demo-merchant.ts'
import { root } from './environment.ts'
import { localKeys } from './keys.ts'
import { migrate } from './migrate.ts'

type LocalDatabases = { readonly DB: D1Database; readonly DB_SANDBOX: D1Database }

/**
 * Adds the demo merchant to the local database. An existing one is kept, unless its secret was encrypted with a lost key:
 * then its secret is reset. A deployed database cannot be reached: only files of the state directory are opened, with
 * remote bindings off and without an account in the environment.
 */
export async function seedDemoMerchant(d1: D1Database, secretsKey: string): Promise<void> {
  await seedMerchant({ platform: d1, d1, number: 0, secretsKey }, demoMerchant)
}

async function seedTestMerchant(d1s: LocalDatabases, secretsKey: string): Promise<void> {
  const place = { platform: d1s.DB, d1: d1s.DB_SANDBOX, number: sandboxNumber, secretsKey }
  await seedMerchant(place, demoTestMerchant)
}

type MerchantPlace = {
  readonly platform: D1Database
  readonly d1: D1Database
  readonly number: number
  readonly secretsKey: string
}

async function seedMerchant(
  { platform, d1, number, secretsKey }: MerchantPlace,
  { uid, name, secret }: typeof demoMerchant | typeof demoTestMerchant,
): Promise<void> {
  const platformDb = openPlatformDatabase(platform)
  const db = openMerchantDatabase(d1)
  const now = Math.floor(Date.now() / 1000)
  const encrypted = await encryptSecret(secretsKey, uid, secret)
  const found = await findMerchant(db, uid)
  if (found === null) {
    const merchant = {
      uid,
      name,
      enabled: true,
      ipWhitelist: [],
      ...defaultSettings,
      createdAt: now,
      extraBytesMax,
    }
    await commit(platformDb, [addToDirectory(platformDb, uid, number)])
    await commit(db, [insertMerchant(db, merchant, encrypted)])
    return
  }
  if ('secret' in (await decryptSecret([secretsKey], uid, found.encrypted.newest))) return
  await commit(db, [replaceSecret({ db, uid, encryptedSecret: encrypted, now, graceEnds: now })])
}

async function seedDemoAccounts(d1: D1Database): Promise<void> {
  const db = openMerchantDatabase(d1)
  const platformDb = openPlatformDatabase(d1)
  for (const demo of demoAccounts) {
    if ((await findRegistered(platformDb, demo)) !== null) continue
    const nowMs = Date.now()
    const id = recordId(nowMs, Math.random(), 0)
    const account = {
      ...demo,
      id,
      agents: [],
      merchants: [],
      feeds: [bankToken],
      use: 'both',
      dailyCap: null,
      feeMax: 3000,
      backing: 'required',
      note: '',
      state: 'active',
      version: 1,
      waitingCount: 0,
      waitingAmount: 0,
      lastTransactionAt: null,
      day: 0,
      handedOut: 0,
      received: 0,
      auto: 'off',
      autoMax: 2_000_000,
      autoAwaitingMax: 30_000_000,
      autoSources: ['statement'],
      ...noAutoWork,
      createdAt: Math.floor(nowMs / 1000),
    } as const
    await commit(platformDb, [register(platformDb, { ...demo, id })])
    await commit(db, [insertBankAccount(db, account)])
  }
}

async function prepare(stateDir: string, withAccounts: boolean): Promise<void> {
  const keys = await localKeys(stateDir)
  const proxy = await getPlatformProxy<LocalDatabases>({
    configPath: join(root, 'wrangler.toml'),
    persist: { path: join(stateDir, 'v3') },
    envFiles: [keys.file],
    remoteBindings: false,
  })
  try {
    await migrate(proxy.env.DB)
    await migrate(proxy.env.DB_SANDBOX)
    await seedDemoMerchant(proxy.env.DB, keys.SECRETS_KEY)
    await seedTestMerchant(proxy.env, keys.SECRETS_KEY)
    if (withAccounts) await seedDemoAccounts(proxy.env.DB)
  } finally {
    await proxy.dispose()
  }
}

const [, script, stateDir, accounts] = process.argv
if (script === import.meta.filename && stateDir) await prepare(stateDir, accounts === 'accounts')

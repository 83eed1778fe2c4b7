import { Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import type { KnownMerchant } from '../store/merchant-cache.ts'
import { findMerchant, type StoredMerchant } from '../store/merchants.ts'
import { inDatabaseOfMerchant } from './databases.ts'
import { keyIsWrong, openedSecrets } from './open-secrets.ts'

/**
 * Reads a merchant from the database and remembers it in this isolate. Null when there is none with that uid; refuses
 * with `unavailable` while SECRETS_KEY is not the key that its secrets were sealed under.
 */
export async function readMerchant(context: Context, uid: string): Promise<KnownMerchant | null> {
  const readAt = context.now()
  const home = await inDatabaseOfMerchant(context, uid)
  const stored = home && (await findMerchant(home.db, uid))
  if (home === null || stored === null) {
    context.merchants.forget(uid)
    return null
  }
  const secrets = await openedSecrets(home, stored)
  if (secrets === 'other_key') throw keyIsWrong()
  const { merchant, sealed } = stored
  const { databaseNumber } = home
  const known = { merchant, secrets, sealedNewest: sealed.newest, databaseNumber, readAt }
  context.merchants.put(known)
  return known
}

/** A merchant, and the world at work in its database; refuses with `not_found`. */
export async function findMerchantAtHome(context: Context, uid: string): Promise<MerchantAtHome> {
  const home = await inDatabaseOfMerchant(context, uid)
  const stored = home && (await findMerchant(home.db, uid))
  if (home === null || stored === null) {
    throw new Refusal('not_found', { message: '查無此商戶,請確認 uid' })
  }
  return { ...stored, home }
}

/** A merchant with its sealed secrets, and where its records are. */
export type MerchantAtHome = StoredMerchant & { readonly home: Context }

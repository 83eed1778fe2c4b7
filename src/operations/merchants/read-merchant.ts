import type { Context, MerchantContext } from '../../context.ts'
import { notFound } from '../../contract/refusals.ts'
import type { KnownMerchant } from '../../store/merchants/merchant-cache.ts'
import { findMerchant, type StoredMerchant } from '../../store/merchants/merchants.ts'
import { say } from '../../units/language.ts'
import { answerInTime } from '../answer-in-time.ts'
import { contextOfMerchant, sandboxContext } from '../merchant-contexts.ts'
import { decryptSecrets, wrongKeyRefusal } from './decrypt-secrets.ts'

/**
 * Reads a merchant into the cache; null if the uid is unknown. Refuses with `unavailable` while SECRETS_KEY is not the
 * key of its secrets.
 */
export async function readMerchant(context: Context, uid: string): Promise<KnownMerchant | null> {
  const readAt = context.now()
  const found = await answerInTime(context, locateMerchant(context, uid))
  if (found === null) {
    context.caches.merchants.forget(uid)
    return null
  }
  const { merchantContext, ...stored } = found
  const secrets = await decryptSecrets(merchantContext, stored)
  if (secrets === 'other_key') throw wrongKeyRefusal()
  const { merchant, encrypted } = stored
  const { databaseNumber } = merchantContext
  const known = { merchant, secrets, encryptedNewest: encrypted.newest, databaseNumber, readAt }
  context.caches.merchants.put(known)
  return known
}

/** Finds a merchant with its context; refuses with `not_found`. */
export async function requireMerchant(context: Context, uid: string): Promise<LocatedMerchant> {
  const found = await locateMerchant(context, uid)
  if (found === null)
    throw notFound(say('查無此商戶，請確認商戶代號', 'There is no such merchant; check the uid'))
  return found
}

/** Finds a real or test merchant with its context. Test merchants are searched only for an otherwise unknown uid. */
export async function locateMerchant(
  context: Context,
  uid: string,
): Promise<LocatedMerchant | null> {
  const merchantContext = await contextOfMerchant(context, uid)
  const found = merchantContext && (await findIn(merchantContext, uid))
  const sandbox = sandboxContext(context)
  if (found !== null || sandbox === null || sandbox === merchantContext) return found
  return findIn(sandbox, uid)
}

async function findIn(
  merchantContext: MerchantContext,
  uid: string,
): Promise<LocatedMerchant | null> {
  const stored = await findMerchant(merchantContext.db, uid)
  return stored && { ...stored, merchantContext }
}

/** A merchant with its encrypted secrets and its context. */
export type LocatedMerchant = StoredMerchant & { readonly merchantContext: MerchantContext }

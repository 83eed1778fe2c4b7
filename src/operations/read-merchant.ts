import type { Context } from '../env.ts'
import type { MerchantSecrets } from '../rules/merchant.ts'
import type { KnownMerchant } from '../store/merchant-cache.ts'
import { findMerchant, type StoredMerchant } from '../store/merchants.ts'
import { openSecret } from '../store/secret-box.ts'

/** Reads a merchant from the database and remembers it in this isolate. Null when there is none with that uid. */
export async function readMerchant(context: Context, uid: string): Promise<KnownMerchant | null> {
  const readAt = context.now()
  const stored = await findMerchant(context.db, uid)
  if (stored === null) {
    context.merchants.forget(uid)
    return null
  }
  const secrets = await openedSecrets(context, stored)
  const { merchant, sealed } = stored
  const known = { merchant, secrets, sealedNewest: sealed.newest, readAt }
  context.merchants.put(known)
  return known
}

/** Opens the secrets of a merchant; throws when SECRETS_KEY is not the one they were sealed under. */
export async function openedSecrets(
  context: Context,
  { merchant, sealed }: StoredMerchant,
): Promise<MerchantSecrets> {
  const open = (text: string) => openSecret(context.settings.secretsKey, merchant.uid, text)
  const { newest, newestInUse, previous } = sealed
  return {
    newest: await open(newest),
    newestInUse,
    previous: previous && { secret: await open(previous.secret), until: previous.until },
  }
}

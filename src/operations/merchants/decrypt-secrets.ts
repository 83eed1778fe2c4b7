import type { MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { MerchantSecrets } from '../../rules/merchants/merchant.ts'
import { merchantsAfter, type StoredMerchant } from '../../store/merchants/merchants.ts'
import { decryptSecret, markIn } from '../../store/merchants/secret-encryption.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * Decrypts the secrets of a merchant. `other_key` if neither SECRETS_KEY nor one of SECRETS_KEY_OTHERS encrypted them:
 * a fault of the deployment, logged once a minute. Throws if a secret is damaged.
 */
export async function decryptSecrets(
  context: MerchantContext,
  stored: StoredMerchant,
): Promise<MerchantSecrets | 'other_key'> {
  const { newest, newestInUse, previous } = stored.encrypted
  const now = toSeconds(context.now())
  // The older secret is needed until the end of its grace.
  const older = previous !== null && now < previous.until ? previous : null
  const newestPlain = await decryptOrLog(context, stored, newest)
  const olderPlain = older && (await decryptOrLog(context, stored, older.secret))
  if (newestPlain === null || (older !== null && olderPlain === null)) return 'other_key'
  return {
    newest: newestPlain,
    newestInUse,
    previous: older && olderPlain !== null ? { secret: olderPlain, until: older.until } : null,
  }
}

/** The keys of sealed secrets; the first one seals. */
export function secretsKeys({ settings }: Pick<MerchantContext, 'settings'>): readonly string[] {
  return [settings.secretsKey, ...settings.otherSecretsKeys]
}

/** The refusal while SECRETS_KEY is wrong: a fault of ours, soon mended. */
export function wrongKeyRefusal(): Refusal {
  return new Refusal('unavailable', { retryAfterSeconds: 60 })
}

// Null when the key is wrong.
async function decryptOrLog(
  context: MerchantContext,
  stored: StoredMerchant,
  encrypted: string,
): Promise<string | null> {
  const { uid } = stored.merchant
  const decrypted = await decryptSecret(secretsKeys(context), uid, encrypted)
  if (decrypted.kind === 'decrypted') return decrypted.secret
  const isKeyWrong =
    decrypted.fault === 'other_key' ||
    (decrypted.fault === 'unmarked' && (await decryptsNoOther(context, stored)))
  if (!isKeyWrong) throw new Error(`the API secret of ${uid} is damaged: SECRETS_KEY is right`)
  if (context.isolate.logLimits.isDue('wrong_secrets_key', context.now())) {
    const setting = 'SECRETS_KEY'
    context.log({ event: 'wrong_secrets_key', setting, merchant: uid, consequence })
  }
  return null
}

const consequence =
  'not the key that its API secrets were sealed under: its requests are answered 503, its callbacks wait'

// An unmarked secret does not name its key, but other unmarked ones were encrypted under the same one.
async function decryptsNoOther(
  context: MerchantContext,
  { merchant }: StoredMerchant,
): Promise<boolean> {
  const oldest = await merchantsAfter(context.db, {
    after: 0,
    limit: othersMax + 1,
    newestFirst: false,
  })
  const others = oldest
    .filter((other) => other.merchant.id !== merchant.id)
    .slice(0, othersMax)
    .map((other) => ({ uid: other.merchant.uid, secret: other.encrypted.newest }))
  const unmarked = others.filter(({ secret }) => markIn(secret) === '')
  const telling = unmarked.length > 0 ? unmarked : others
  const decrypted = await Promise.all(
    telling.map(({ uid, secret }) => decryptSecret(secretsKeys(context), uid, secret)),
  )
  return decrypted.every((one) => one.kind === 'unreadable' && one.fault !== 'damaged')
}

const othersMax = 8

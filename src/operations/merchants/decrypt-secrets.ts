import type { MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { MerchantSecrets } from '../../rules/merchants/merchant.ts'
import { type StoredMerchant, someSealedSecrets } from '../../store/merchants/merchants.ts'
import { isMarked, openSecret } from '../../store/merchants/secret-box.ts'

/**
 * Opens the secrets of a merchant, at work in its database. `other_key` when SECRETS_KEY is not the key that they were
 * sealed under: an error of the deployment, said in the log once a minute, and no fault of whatever needed the secret.
 * Throws when the key is right and a secret is damaged.
 */
export async function openedSecrets(
  context: MerchantContext,
  stored: StoredMerchant,
): Promise<MerchantSecrets | 'other_key'> {
  const { newest, newestInUse, previous } = stored.sealed
  const now = Math.floor(context.now() / 1000)
  // Once its grace is over, the older one is nobody's concern any more.
  const older = previous !== null && now < previous.until ? previous : null
  const opened = await opensOrSays(context, stored, newest)
  const olderOpened = older && (await opensOrSays(context, stored, older.secret))
  if (opened === null || (older !== null && olderOpened === null)) return 'other_key'
  return {
    newest: opened.secret,
    newestInUse,
    previous: older && olderOpened && { secret: olderOpened.secret, until: older.until },
  }
}

/** What is answered while SECRETS_KEY is wrong: our fault, and soon over. */
export function keyIsWrong(): Refusal {
  return new Refusal('unavailable', { retryAfterSeconds: 60 })
}

async function opensOrSays(
  context: MerchantContext,
  stored: StoredMerchant,
  sealed: string,
): Promise<{ readonly secret: string } | null> {
  const { uid } = stored.merchant
  const opened = await openSecret(context.settings.secretsKey, uid, sealed)
  if ('secret' in opened) return opened
  const isKeyWrong =
    opened.fault === 'other_key' ||
    (opened.fault === 'unmarked' && (await opensNoOther(context, stored)))
  if (!isKeyWrong) throw new Error(`the API secret of ${uid} is damaged: SECRETS_KEY is right`)
  if (context.alarms.isDue(event, context.now())) {
    context.log({ event, setting: 'SECRETS_KEY', merchant: uid, consequence })
  }
  return null
}

const event = 'wrong_secrets_key'
const consequence =
  'not the key that its API secrets were sealed under: its requests are answered 503, its callbacks wait'

// An unmarked secret does not say which key it was sealed under, but others of its time were sealed under the same one.
async function opensNoOther(
  context: MerchantContext,
  { merchant }: StoredMerchant,
): Promise<boolean> {
  const others = await someSealedSecrets(context.db, merchant, othersMax)
  const unmarked = others.filter(({ sealed }) => !isMarked(sealed))
  const telling = unmarked.length > 0 ? unmarked : others
  const opened = await Promise.all(
    telling.map(({ uid, sealed }) => openSecret(context.settings.secretsKey, uid, sealed)),
  )
  return opened.every((one) => 'fault' in one && one.fault !== 'damaged')
}

const othersMax = 8

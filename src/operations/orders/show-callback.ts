import type { Context, MerchantContext } from '../../context.ts'
import { validSecrets } from '../../rules/merchants/merchant.ts'
import {
  callbackHistoryView,
  type SignerOf,
} from '../../rules/views/callbacks/callback-history-view.ts'
import { attemptsOf } from '../../store/callbacks/attempts.ts'
import { findReceiver } from '../../store/callbacks/receiver-figures.ts'
import { findMerchant } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { requireCallback } from '../callbacks/resend-callback.ts'
import { isSignedWith } from '../callbacks/sign-callback.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'

/**
 * A callback of any merchant: its order's reports, each attempt as sent, and its receiver's state. Refuses with
 * `not_found`.
 */
export async function showCallback(
  context: Context,
  id: string,
): Promise<ReturnType<typeof callbackHistoryView>> {
  const { merchantContext, ...owned } = await requireCallback(context, id)
  const { orderId, receiver: name } = owned.callback
  const [attempts, receiver, signerOf] = await Promise.all([
    attemptsOf(merchantContext.db, orderId),
    findReceiver(merchantContext.db, name),
    signerFor(merchantContext, owned.uid),
  ])
  return callbackHistoryView({ owned, attempts, receiver, signerOf })
}

async function signerFor(context: MerchantContext, uid: string): Promise<SignerOf> {
  const owner = await findMerchant(context.db, uid)
  const decrypted = owner === null ? 'other_key' : await decryptSecrets(context, owner)
  if (decrypted === 'other_key') return () => 'unreadable'
  const secrets = validSecrets(decrypted, toSeconds(context.now()))
  return (callback, seal) =>
    secrets.some((secret) => isSignedWith(secret, callback, seal)) ? 'current' : 'changed'
}

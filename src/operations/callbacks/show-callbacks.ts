import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { CallbackFilterCall } from '../../contract/back-office/callbacks.ts'
import { validSecrets } from '../../rules/merchants/merchant.ts'
import {
  callbackHistoryView,
  type SignerOf,
} from '../../rules/views/callbacks/callback-history-view.ts'
import { callbackView } from '../../rules/views/callbacks/callback-view.ts'
import { attemptsOf } from '../../store/callbacks/attempts.ts'
import { newestCallbacks, type OwnedCallback } from '../../store/callbacks/callbacks.ts'
import { findReceiver } from '../../store/callbacks/receiver-figures.ts'
import { findMerchant } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { archivedCallbacks } from '../archive/archived-page.ts'
import { type List, listPage } from '../list.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'
import { requireCallback } from './resend-callback.ts'
import { isSignedWith } from './sign-callback.ts'

/** The list of callbacks, those of the newest orders first. */
const callbackList: List<CallbackFilterCall, OwnedCallback, ReturnType<typeof callbackView>> = {
  read({ db }, { merchant_uid: merchantUid, state, outcome: lastOutcome, failing }, span) {
    return newestCallbacks(db, { merchantUid, state, lastOutcome, failing }, span)
  },
  idOf: ({ callback }) => callback.orderId,
  viewOf: callbackView,
  archived: ({ merchant_uid: merchantUid, state, failing }) =>
    archivedCallbacks({ merchantUid, states: state && [state], failing }),
}

/** Callbacks of all merchants or one, those of the newest orders first. */
export function listCallbacks(
  context: Context,
  filter: CallbackFilterCall,
): Promise<ItemPage<ReturnType<typeof callbackView>>> {
  return listPage(context, callbackList, filter)
}

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

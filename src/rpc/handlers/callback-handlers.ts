import type { callbackCalls } from '../../contract/back-office/callbacks.ts'
import { listReceivers } from '../../operations/callbacks/list-receivers.ts'
import { resendCallbackById } from '../../operations/callbacks/resend-callback.ts'
import { resendCallbacks } from '../../operations/callbacks/resend-callbacks.ts'
import { reviveCallback, reviveCallbacks } from '../../operations/callbacks/revive-callbacks.ts'
import { listCallbacks, showCallback } from '../../operations/callbacks/show-callbacks.ts'
import { testCallback } from '../../operations/callbacks/test-callback.ts'
import type { Handlers } from './handlers.ts'

export const callbackHandlers: Handlers<keyof typeof callbackCalls> = {
  listCallbacks: ({ context, query }) => listCallbacks(context, query),
  showCallback: ({ context, path }) => showCallback(context, path.id),
  listReceivers: ({ context, query }) => listReceivers(context, query),
  resendCallbacks: ({ context, principal, body }) => resendCallbacks(context, principal, body),
  reviveCallbacks: ({ context, principal, body }) => reviveCallbacks(context, principal, body),
  testCallback: ({ context, body }) => testCallback(context, body),
  resendCallback: ({ context, principal, path }) => resendCallbackById(context, principal, path.id),
  reviveCallback: ({ context, principal, path }) => reviveCallback(context, principal, path.id),
}

import * as z from 'zod'
import { outcomes } from '../../callbacks/callback-states.ts'
import type { callbackCalls } from '../calls/callback-calls.ts'
import { type DocumentedCalls, listOf, meaning, named, nextCursor } from './answer.ts'
import { callback } from './shapes/callbacks.ts'

// The result of a bulk call for one page of callbacks.
const page = {
  matched: meaning(z.int(), '此頁符合條件的通知數', 'Callbacks of this page that the filter names'),
  skipped: meaning(z.int(), '略過的通知數', 'Those that another call or attempt came before'),
  next_cursor: nextCursor,
}

export const callbackAnswers = {
  listCallbacks: {
    says: { zh: '通知清單,由新到舊', en: 'Lists callbacks, those of the newest orders first' },
    answer: listOf('CallbackList', callback),
  },
  resendCallbacks: {
    says: {
      zh: '重送符合條件的通知,一次一頁',
      en: 'Requests one more attempt of all callbacks that a filter names, a page a call',
    },
    notes: {
      zh: '至少須指定 merchant_uid、state、outcome、from、to 其中一項',
      en: 'At least one of merchant_uid, state, outcome, from and to must be given',
    },
    answer: named('BulkResent', z.strictObject({ ...page, requested: z.int() })),
  },
  reviveCallbacks: {
    says: {
      zh: '恢復符合條件的擱置通知,一次一頁',
      en: 'Makes all parked callbacks due that a filter names, a page a call',
    },
    notes: {
      zh: '至少須指定 merchant_uid、outcome、from、to 其中一項',
      en: 'At least one of merchant_uid, outcome, from and to must be given',
    },
    answer: named('BulkRevived', z.strictObject({ ...page, revived: z.int() })),
  },
  testCallback: {
    says: {
      zh: '送出一則簽名的範例通知;不留存',
      en: 'Sends a signed sample to an address; nothing is stored',
    },
    answer: named(
      'CallbackTried',
      z.strictObject({
        outcome: z.enum(outcomes),
        http_status: z.int().nullable(),
        duration_ms: z.number(),
        answer: z.string(),
      }),
    ),
  },
  resendCallback: {
    says: { zh: '重送一則通知', en: 'Requests one more attempt of a callback' },
    answer: callback,
  },
  reviveCallback: {
    says: { zh: '恢復一則擱置的通知', en: 'Makes a parked callback due again' },
    answer: callback,
  },
} satisfies DocumentedCalls<typeof callbackCalls>

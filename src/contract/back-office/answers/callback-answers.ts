import * as z from 'zod'
import { outcomes } from '../../callbacks/callback-states.ts'
import type { callbackCalls } from '../calls/callback-calls.ts'
import { type DocumentedCalls, listOf, meaning, named, nextCursor } from './answer.ts'
import { callback, receiver, shownCallback } from './shapes/callbacks.ts'

const counted = meaning(
  z.int(),
  'due 的計數上限；等於此數表示至少這麼多',
  'The most that `due` counts: a figure of so many means so many or more',
)

// The result of a bulk call for one page of callbacks.
const page = {
  matched: meaning(z.int(), '此頁符合條件的通知數', 'Callbacks of this page that the filter names'),
  skipped: meaning(z.int(), '略過的通知數', 'Those that another call or attempt came before'),
  next_cursor: nextCursor,
}

export const callbackAnswers = {
  listCallbacks: {
    says: { zh: '通知清單，由新到舊', en: 'Lists callbacks, those of the newest orders first' },
    notes: {
      zh: '沒有索引的條件會使一頁較短；請依 next_cursor 續查。failing：已試過而仍未送達者',
      en: 'A page may be short while next_cursor stands. failing: tried by the schedule, and not delivered',
    },
    answer: listOf('CallbackList', callback),
  },
  showCallback: {
    says: {
      zh: '一則通知：告知的內容、每次嘗試、接收端狀況',
      en: 'Shows a callback: what it tells, its attempts, and how its receiver fares',
    },
    answer: shownCallback,
  },
  listReceivers: {
    says: {
      zh: '需要留意的接收端，暫停嘗試者在前',
      en: 'Lists receivers that need a look, those whose attempts pause first',
    },
    notes: {
      zh: '近期失敗或有待送通知者；指定 merchant_uid 時另含其最新通知的接收端。比例依最新的通知計算',
      en: 'Those that failed lately or are owed callbacks; of a merchant, those of its newest callbacks too',
    },
    answer: named(
      'ReceiverList',
      z.strictObject({ counted_up_to: counted, items: z.array(receiver) }),
    ),
  },
  resendCallbacks: {
    says: {
      zh: '重送符合條件的通知，一次一頁',
      en: 'Requests one more attempt of all callbacks that a filter names, a page a call',
    },
    notes: {
      zh: '至少須指定 merchant_uid、state、outcome、failing、from、to 其中一項',
      en: 'At least one of merchant_uid, state, outcome, failing, from and to must be given',
    },
    answer: named('BulkResent', z.strictObject({ ...page, requested: z.int() })),
  },
  reviveCallbacks: {
    says: {
      zh: '恢復符合條件的擱置通知，一次一頁',
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
      zh: '送出一則簽名的範例通知；不留存',
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

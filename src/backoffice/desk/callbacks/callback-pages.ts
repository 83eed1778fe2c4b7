import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { progressPath, progressQuery } from './bulk-fields.ts'
import { drawProgress } from './bulk-progress-page.tsx'
import { callbackList } from './callback-list.tsx'
import { drawCallback } from './callback-page.tsx'
import { receiverList } from './receivers-page.tsx'
import { drawTest } from './test-page.tsx'

/** Callbacks, and the servers that receive them. */
export const callbackPages: readonly DeskPage[] = [
  callbackList,
  {
    path: '/callbacks/test',
    reads: 'testCallback',
    picks: ['merchants'],
    conditions: anyOf('merchant_uid', 'url'),
    draw: drawTest,
  },
  { path: progressPath, reads: 'resendCallbacks', conditions: progressQuery, draw: drawProgress },
  {
    path: '/callbacks/:id',
    reads: 'showCallback',
    conditions: anyOf('attempt'),
    draw: drawCallback,
  },
  receiverList,
]

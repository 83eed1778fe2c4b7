import { anyOf } from '../conditions.ts'
import type { Page } from '../page.ts'
import { listConditions } from '../parts/filters.tsx'
import { progressConditions, progressPath } from './bulk-fields.ts'
import { callbackFilters, drawCallbacks } from './callback-list.tsx'
import { drawCallback } from './callback-page.tsx'
import { drawProgress } from './progress-page.tsx'
import { drawReceivers, receiverFilters } from './receivers-page.tsx'
import { drawTest } from './test-page.tsx'

/** Callbacks, and the servers that receive them. */
export const callbackPages: readonly Page[] = [
  {
    path: '/callbacks',
    reads: 'listCallbacks',
    takes: listConditions(callbackFilters),
    draw: drawCallbacks,
  },
  {
    path: '/callbacks/test',
    reads: 'testCallback',
    takes: anyOf('merchant_uid', 'url'),
    draw: drawTest,
  },
  { path: progressPath, reads: 'resendCallbacks', takes: progressConditions, draw: drawProgress },
  {
    path: '/callbacks/:id',
    reads: 'showCallback',
    takes: anyOf('attempt'),
    draw: drawCallback,
  },
  {
    path: '/receivers',
    reads: 'listReceivers',
    takes: listConditions(receiverFilters),
    draw: drawReceivers,
  },
]

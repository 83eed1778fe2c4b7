import type { Page } from '../page.ts'
import { progressPath } from './bulk-fields.ts'
import { drawCallbacks } from './callback-list.tsx'
import { drawCallback } from './callback-page.tsx'
import { drawProgress } from './progress-page.tsx'
import { drawReceivers } from './receivers-page.tsx'
import { drawTest } from './test-page.tsx'

/** Callbacks, and the servers that receive them. */
export const callbackPages: readonly Page[] = [
  { path: '/callbacks', reads: 'listCallbacks', draw: drawCallbacks },
  { path: '/callbacks/test', reads: 'testCallback', draw: drawTest },
  { path: progressPath, reads: 'resendCallbacks', draw: drawProgress },
  { path: '/callbacks/:id', reads: 'showCallback', draw: drawCallback },
  { path: '/receivers', reads: 'listReceivers', draw: drawReceivers },
]

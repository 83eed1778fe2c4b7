import type { Places, Results } from '../acts.ts'
import { progressAddress } from './bulk-fields.ts'
import { drawTested } from './test-page.tsx'

/** What is shown once: how a test went. */
export const callbackResults: Results = { testCallback: drawTested }

/** Where the reader goes on to: how far a bulk call is. */
export const callbackPlaces: Places = {
  resendCallbacks: progressAddress,
  reviveCallbacks: progressAddress,
}

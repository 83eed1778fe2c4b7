import type { Places, Results } from '../acts.ts'
import { progressAddress } from './bulk-fields.ts'
import { drawTested } from './test-page.tsx'

/** Results shown only once: the result of a test callback. */
export const callbackResults: Results = { testCallback: drawTested }

/** Where the reader goes on to: how far a bulk call is. */
export const callbackPlaces: Places = {
  resendCallbacks: progressAddress,
  reviveCallbacks: progressAddress,
}

import type { Outcome } from '../contract/callbacks.ts'
import { secondsToTaipei } from '../contract/taipei-time.ts'

/** What waits and how delivery goes; times are UTC seconds. */
export type OverviewFigures = {
  readonly waiting: {
    readonly due: number
    readonly oldestDueAt: number | null
    readonly parked: number
    readonly givenUp: number
    readonly openEndpoints: number
    readonly collections: number
    readonly exceptions: number
    readonly unconfirmed: number
    readonly payouts: number
  }
  readonly open: readonly { readonly uid: string; readonly name: string; readonly until: number }[]
  readonly attempts: readonly { readonly outcome: Outcome; readonly n: number }[]
}

/** The overview as the back office sees it. A figure of `countedUpTo` means so many or more. */
export function overviewReport({ waiting, open, attempts }: OverviewFigures, countedUpTo: number) {
  return {
    counted_up_to: countedUpTo,
    collections: {
      waiting: waiting.collections,
      exceptions: waiting.exceptions,
      unconfirmed: waiting.unconfirmed,
    },
    payouts: { waiting: waiting.payouts },
    callbacks: {
      due: waiting.due,
      oldest_due_at: secondsToTaipei(waiting.oldestDueAt),
      parked: waiting.parked,
      given_up: waiting.givenUp,
      attempts_last_hour: Object.fromEntries(attempts.map(({ outcome, n }) => [outcome, n])),
    },
    endpoints: {
      open: waiting.openEndpoints,
      // The name of an endpoint is its merchant's internal number and the server.
      named: open.map(({ uid, name, until }) => {
        const server = name.slice(name.indexOf(' ') + 1)
        return { merchant_uid: uid, server, until: secondsToTaipei(until) }
      }),
    },
  }
}

import type { Outcome } from '../../contract/callbacks/callback-states.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** The overview's figures of one database; times are UTC seconds. */
export type OverviewFigures = {
  readonly waiting: {
    readonly parked: number
    readonly givenUp: number
    readonly openReceivers: number
    readonly collections: number
    readonly exceptions: number
    readonly unconfirmed: number
    readonly payouts: number
    readonly unbackedOrders: number
  }
  /** Callbacks that are due. */
  readonly due: {
    readonly count: number
    readonly oldestAt: number | null
    /** 1 when every receiver was read; 0 when there are more than the limits of the query. */
    readonly lookedAtAll: number
  }
  readonly open: readonly { readonly uid: string; readonly name: string; readonly until: number }[]
  readonly attempts: readonly { readonly outcome: Outcome; readonly n: number }[]
}

/**
 * The overview as the back office sees it, of all databases together. A figure of `countedUpTo` means so many or more.
 */
export function overviewView(figures: readonly OverviewFigures[], countedUpTo: number) {
  const sum = (of: keyof OverviewFigures['waiting']) =>
    figures.reduce((total, { waiting }) => total + waiting[of], 0)
  const dueTimes = figures.flatMap(({ due }) => due.oldestAt ?? [])
  const oldestDueAt = dueTimes.length === 0 ? null : Math.min(...dueTimes)
  const attempts: Record<string, number> = {}
  for (const { outcome, n } of figures.flatMap((one) => one.attempts)) {
    attempts[outcome] = (attempts[outcome] ?? 0) + n
  }
  return {
    counted_up_to: countedUpTo,
    collections: {
      waiting: sum('collections'),
      exceptions: sum('exceptions'),
      unconfirmed: sum('unconfirmed'),
    },
    payouts: { waiting: sum('payouts') },
    unbacked_orders: sum('unbackedOrders'),
    callbacks: {
      due: figures.reduce((total, { due }) => total + due.count, 0),
      // False when more may be due at receivers beyond the limits of the query.
      due_is_complete: figures.every(({ due }) => due.lookedAtAll === 1),
      oldest_due_at: secondsToTaipei(oldestDueAt),
      parked: sum('parked'),
      given_up: sum('givenUp'),
      attempts_last_hour: attempts,
    },
    endpoints: {
      open: sum('openReceivers'),
      // A receiver's name is its merchant's internal number and the server.
      named: figures
        .flatMap(({ open }) => open)
        .map(({ uid, name, until }) => {
          const server = name.slice(name.indexOf(' ') + 1)
          return { merchant_uid: uid, server, until: secondsToTaipei(until) }
        }),
    },
  }
}

/**
 * What the overview says of approvals (back office §5).
 *
 * @param waiting how many wait in each database
 * @param operators the people who can approve; null locally, where anybody may come
 */
export function approvalsOverview(waiting: readonly number[], operators: number | null) {
  return {
    approvals_waiting: waiting.reduce((total, count) => total + count, 0),
    operators,
    // With fewer than two nothing can be approved: nobody approves what they asked for.
    can_approve: operators === null || operators >= 2,
  }
}

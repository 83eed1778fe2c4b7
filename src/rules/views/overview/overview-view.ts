import type { Outcome } from '../../../contract/callbacks/callback-states.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { serverOfReceiver } from '../../callbacks/receiver-breaker.ts'

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
    /** Today's links that ran out without ever having an account. */
    readonly withoutAccount: number
    /** The last count of the minute's job. */
    readonly unbackedOrders: number
  }
  /** The creation of the oldest waiting one of each kind, or null. */
  readonly oldest: Readonly<
    Record<'collection' | 'exception' | 'unconfirmed' | 'payout' | 'approval', number | null>
  >
  readonly due: {
    readonly count: number
    readonly oldestAt: number | null
    /** Attempted callbacks that are due again later. */
    readonly failing: number
    /** 1 if every receiver was read; 0 beyond the limits of the query. */
    readonly lookedAtAll: number
  }
  readonly open: readonly { readonly uid: string; readonly name: string; readonly until: number }[]
  readonly attempts: readonly { readonly outcome: Outcome; readonly n: number }[]
}

/** The overview for the back office, over all databases. A figure of `countedUpTo` means this many or more. */
export function overviewView(figures: readonly OverviewFigures[], countedUpTo: number) {
  const sum = (name: keyof OverviewFigures['waiting']) =>
    figures.reduce((total, { waiting }) => total + waiting[name], 0)
  const oldest = (name: keyof OverviewFigures['oldest']) =>
    earliest(figures.map((one) => one.oldest[name]))
  const attempts: Record<string, number> = {}
  for (const { outcome, n } of figures.flatMap((one) => one.attempts)) {
    attempts[outcome] = (attempts[outcome] ?? 0) + n
  }
  return {
    counted_up_to: countedUpTo,
    oldest_approval_at: oldest('approval'),
    collections: {
      waiting: sum('collections'),
      exceptions: sum('exceptions'),
      unconfirmed: sum('unconfirmed'),
      oldest_waiting_at: oldest('collection'),
      oldest_exception_at: oldest('exception'),
      oldest_unconfirmed_at: oldest('unconfirmed'),
      ended_without_account: sum('withoutAccount'),
    },
    payouts: { waiting: sum('payouts'), oldest_waiting_at: oldest('payout') },
    unbacked_orders: sum('unbackedOrders'),
    callbacks: {
      due: figures.reduce((total, { due }) => total + due.count, 0),
      // False if more may be due at receivers beyond the limits of the query.
      due_is_complete: figures.every(({ due }) => due.lookedAtAll === 1),
      failing: figures.reduce((total, { due }) => total + due.failing, 0),
      oldest_due_at: earliest(figures.map(({ due }) => due.oldestAt)),
      parked: sum('parked'),
      given_up: sum('givenUp'),
      attempts_last_hour: attempts,
    },
    endpoints: {
      open: sum('openReceivers'),
      named: figures
        .flatMap(({ open }) => open)
        .map(({ uid, name, until }) => {
          const server = serverOfReceiver(name)
          return { merchant_uid: uid, server, until: secondsToTaipei(until) }
        }),
    },
  }
}

/**
 * The overview of approvals (back office §5).
 *
 * @param waiting the number of waiting ones in each database
 * @param operators the people who can approve; null locally, where anybody can
 */
export function approvalsOverview(waiting: readonly number[], operators: number | null) {
  return {
    approvals_waiting: waiting.reduce((total, count) => total + count, 0),
    operators,
    // Approving needs two operators: nobody approves their own request.
    can_approve: operators === null || operators >= 2,
  }
}

function earliest(times: readonly (number | null)[]): string | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : secondsToTaipei(Math.min(...known))
}

import type { MerchantContext } from '../../context.ts'
import { roundRobin } from '../../rules/callbacks/fair-order.ts'
import { breaker } from '../../rules/callbacks/receiver-breaker.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import { dueCallbacks } from '../../store/callbacks/due-callbacks.ts'
import { parkFaulted } from '../../store/callbacks/lease-callbacks.ts'
import { forgetReceivers } from '../../store/callbacks/receivers.ts'
import { noteSweep } from '../../store/callbacks/sweeps.ts'
import { commit } from '../../store/database.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

type SweepCounts = { readonly due: number; readonly parked: number }

/**
 * Finds callbacks of a database that wait for an attempt: after a lost wake-up message, after a wait too long for the
 * queue, or after their receiver's trouble (decisions §6, "Truth"). Merchants take turns, so that none waits behind
 * another's backlog. The first callbacks go to `deliver` directly, because the queue itself may be broken, those of
 * receivers that failed lately last: each may take a place for ten seconds. The rest, and those that `deliver` returns,
 * go through the queue.
 */
export async function sweepCallbacks(
  context: MerchantContext,
  deliver: (orderIds: readonly number[]) => Promise<readonly number[]>,
): Promise<SweepCounts> {
  const now = toSeconds(context.now())
  const parked = await parkFaulty(context)
  const due = await dueCallbacks({ db: context.db, now, place: context.random(), terms })
  await forgetReceivers(context.db, now - rememberedSeconds, forgottenMax)
  await commit(context.db, [noteSweep(context.db, now)])
  const inTurn = roundRobin(due, ({ merchantId }) => merchantId).slice(0, sweptMax)
  const orderIds = inTurn
    .toSorted((one, other) => one.hasFailed - other.hasFailed)
    .map(({ orderId }) => orderId)
  const undelivered = await deliver(orderIds.slice(0, deliveredMax))
  const rest = [...undelivered, ...orderIds.slice(deliveredMax)]
  if (rest.length > 0) await wakeCallbacks(context, rest)
  return { due: due.length, parked }
}

/**
 * Parks callbacks that our own faults kept from an attempt too often, until somebody revives them (decisions §6). An
 * outage of the database counts no fault and so parks nothing.
 *
 * @returns the number of parked callbacks
 */
export async function parkFaulty(context: MerchantContext): Promise<number> {
  const now = toSeconds(context.now())
  const parked = await parkFaulted(context.db, now, parkedMax)
  for (const { tradeNo, eventNumber } of parked) {
    const id = callbackId(tradeNo, eventNumber)
    context.log({ event: 'callback_parked', callback_id: id, trade_no: tradeNo })
  }
  return parked.length
}

/** The most callbacks of one sweep; the next sweep takes the rest. */
const sweptMax = 10_000

/**
 * Callbacks of one sweep that need no queue: 400 a minute are 576,000 a day. Each takes some two calls to the database,
 * of which an invocation may make 1,000.
 */
const deliveredMax = 400

const parkedMax = 500

/** How long a failed receiver is remembered without further news. */
const rememberedSeconds = daySeconds
const forgottenMax = 1_000

// The broad search covers every merchant before the deep one, so that no backlog of one merchant hides the callbacks of
// the others (decisions §6, "Turns in a sweep").
const terms = {
  broad: {
    merchants: 10_000,
    perMerchant: 20,
    receivers: 20_000,
    perReceiver: 10,
    callbacks: sweptMax,
  },
  // Few enough not to delay the wake-up messages of callbacks that have just become due.
  deep: {
    merchants: 1_000,
    perMerchant: 1_000,
    receivers: 1_000,
    perReceiver: 200,
    callbacks: 1_000,
  },
  resendsPerMerchant: 200,
  callbacks: sweptMax,
  breakerWaitSecondsMax: breaker.breakerWaitSecondsMax,
} as const

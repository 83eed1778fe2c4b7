import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { takingTurns } from '../../rules/callbacks/fair-order.ts'
import { breaker } from '../../rules/callbacks/receiver-breaker.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import { dueCallbacks } from '../../store/callbacks/due-callbacks.ts'
import { parkWornOut } from '../../store/callbacks/lease-callbacks.ts'
import { forgetReceivers } from '../../store/callbacks/receivers.ts'
import { noteSweep } from '../../store/callbacks/sweeps.ts'
import { commit } from '../../store/database.ts'
import { toSeconds } from '../../units/clock.ts'
import { isSandbox, withSandbox } from '../merchant-contexts.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Finds callbacks that wait for an attempt: after a lost wake-up message, after a wait too long for the queue, or after
 * their receiver's trouble (decisions §6, "Truth"). Merchants take turns, so that none waits behind another's backlog.
 * The first callbacks go to `deliver` directly, because the queue itself may be broken; the rest goes through it.
 *
 * @returns how many were found
 */
export async function sweepCallbacks(
  context: Context,
  deliver: (orderIds: readonly number[]) => Promise<unknown>,
): Promise<number> {
  const rounds = await Promise.allSettled(withSandbox(context).map(lookThrough))
  const found = rounds.flatMap((round) => (round.status === 'fulfilled' ? [round.value] : []))
  const failed = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason] : []))
  for (const fault of failed) context.log({ event: 'sweep_failed', fault: faultText(fault) })
  if (found.every((one) => one.isTest)) throw failed[0]
  const waiting = found.flatMap((one) => one.waiting)
  // Real merchants' callbacks go before those of tests.
  const turnsOf = (isTest: boolean) => {
    const some = found.flatMap((one) => (one.isTest === isTest ? one.waiting : []))
    return takingTurns(some, ({ merchant }) => merchant)
  }
  const inTurn = [...turnsOf(false), ...turnsOf(true)].slice(0, sweptMax)
  const orderIds = inTurn.map(({ orderId }) => orderId)
  await deliver(orderIds.slice(0, deliveredMax))
  const rest = orderIds.slice(deliveredMax)
  if (rest.length > 0) await wakeCallbacks(context, rest)
  const parked = found.reduce((sum, one) => sum + one.parked, 0)
  const [databases, due] = [found.length, waiting.length]
  context.log({ event: 'sweep', due, parked, databases, failed: failed.length })
  return waiting.length
}

// An outage of one database must not delay the callbacks of the others.
async function lookThrough(context: MerchantContext) {
  const now = toSeconds(context.now())
  const parked = await parkIn(context)
  const due = await dueCallbacks({ db: context.db, now, place: context.random(), sweepTerms })
  await forgetReceivers(context.db, now - rememberedSeconds, forgottenMax)
  await commit(context.db, [noteSweep(context.db, now)])
  const merchantOf = (id: number) => `${context.databaseNumber}/${id}`
  const waiting = due.map(({ orderId, merchantId }) => {
    return { orderId, merchant: merchantOf(merchantId) }
  })
  return { parked, waiting, isTest: isSandbox(context) }
}

/**
 * Parks callbacks that were leased too often without an attempt, by faults of our own, until somebody revives them
 * (decisions §6). An outage of the database counts no fault and so parks nothing.
 *
 * @returns how many were parked
 */
export async function parkFaulty(context: Context): Promise<number> {
  const parked = await Promise.all(withSandbox(context).map(parkIn))
  return parked.reduce((sum, count) => sum + count, 0)
}

async function parkIn(context: MerchantContext): Promise<number> {
  const now = toSeconds(context.now())
  const parked = await parkWornOut(context.db, now, parkedMax)
  for (const { tradeNo, eventNumber } of parked) {
    const id = callbackId(tradeNo, eventNumber)
    context.log({ event: 'callback_parked', callback_id: id, trade_no: tradeNo })
  }
  return parked.length
}

/** Callbacks that one sweep hands over; the rest waits for the next sweep. */
const sweptMax = 10_000

/** Callbacks that one sweep delivers without the queue: an invocation may call 32 others, each for five callbacks. */
const deliveredMax = 120

const parkedMax = 500

/** How long a receiver that failed is remembered without further news. */
const rememberedSeconds = 86_400
const forgottenMax = 1_000

// The broad search covers every merchant before the deep one, so that no backlog of one merchant hides the callbacks of
// the others (decisions §6, "Isolation").
const sweepTerms = {
  broad: {
    merchants: 10_000,
    perMerchant: 20,
    receivers: 20_000,
    perReceiver: 10,
    callbacks: sweptMax,
  },
  // Few enough that their wake-up messages do not hold up those of callbacks that have just become due.
  deep: {
    merchants: 1_000,
    perMerchant: 1_000,
    receivers: 1_000,
    perReceiver: 200,
    callbacks: 1_000,
  },
  resendsPerMerchant: 200,
  callbacks: sweptMax,
  heldSecondsMax: breaker.heldSecondsMax,
} as const

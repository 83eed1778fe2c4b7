import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { takingTurns } from '../../rules/callbacks/fair-order.ts'
import { breaker } from '../../rules/callbacks/receiver-breaker.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import { parkWornOut } from '../../store/callbacks/claim-callbacks.ts'
import { dueCallbacks } from '../../store/callbacks/due-callbacks.ts'
import { forgetReceivers } from '../../store/callbacks/receivers.ts'
import { allContexts } from '../merchant-contexts.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Finds what waits for an attempt: what a lost wake has left behind, what was too far off for the queue, and what
 * was kept from a server in trouble (decisions §6, "Truth"). Merchants take turns, so that nobody waits behind
 * another's thousands. The first of them are handed to `deliver` without the queue, which may be the very thing that
 * is broken; the rest goes through it.
 *
 * @returns how many were found
 */
export async function sweepCallbacks(
  context: Context,
  deliver: (orderIds: readonly number[]) => Promise<unknown>,
): Promise<number> {
  const rounds = await Promise.allSettled(allContexts(context).map(lookThrough))
  const found = rounds.flatMap((round) => (round.status === 'fulfilled' ? [round.value] : []))
  const failed = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason] : []))
  for (const fault of failed) context.log({ event: 'sweep_failed', fault: faultText(fault) })
  if (found.length === 0) throw failed[0]
  const waiting = found.flatMap((one) => one.waiting)
  const inTurn = takingTurns(waiting, ({ merchant }) => merchant).slice(0, sweptMax)
  const orderIds = inTurn.map(({ orderId }) => orderId)
  await deliver(orderIds.slice(0, deliveredMax))
  const rest = orderIds.slice(deliveredMax)
  if (rest.length > 0) await wakeCallbacks(context, rest)
  const parked = found.reduce((sum, one) => sum + one.parked, 0)
  if (waiting.length + parked > 0) context.log({ event: 'sweep', due: waiting.length, parked })
  return waiting.length
}

// An outage of one database is no reason to leave the others' callbacks waiting.
async function lookThrough(context: MerchantContext) {
  const now = Math.floor(context.now() / 1000)
  const parked = await parkIn(context)
  const due = await dueCallbacks(context.db, now, context.random(), sweepTerms)
  await forgetReceivers(context.db, now - rememberedSeconds, forgottenMax)
  const merchantOf = (id: number) => `${context.databaseNumber}/${id}`
  const waiting = due.map(({ orderId, merchantId }) => {
    return { orderId, merchant: merchantOf(merchantId) }
  })
  return { parked, waiting }
}

/**
 * Parks callbacks that faults of our own keep from being attempted, until somebody revives them (decisions §6). An
 * outage of the database counts nothing and so parks nothing.
 *
 * @returns how many were parked
 */
export async function parkFaulty(context: Context): Promise<number> {
  const parked = await Promise.all(allContexts(context).map(parkIn))
  return parked.reduce((sum, count) => sum + count, 0)
}

async function parkIn(context: MerchantContext): Promise<number> {
  const now = Math.floor(context.now() / 1000)
  const parked = await parkWornOut(context.db, now, parkedMax)
  for (const tradeNo of parked) {
    context.log({ event: 'callback_parked', callback_id: callbackId(tradeNo), trade_no: tradeNo })
  }
  return parked.length
}

/** Callbacks that one sweep hands over; what is beyond waits for the next. */
const sweptMax = 10_000

/** Callbacks that one sweep hands over itself: an invocation may call others 32 times, five callbacks a call. */
const deliveredMax = 120

const parkedMax = 500

/** How long a receiver in trouble that nobody hears of any more stays known. */
const rememberedSeconds = 86_400
const forgottenMax = 1_000

// Every merchant is looked at before any of them is looked at further: what one has waiting, however much, hides
// nothing of the others' (decisions §6, "Isolation").
const sweepTerms = {
  broad: {
    ...{ merchants: 10_000, perMerchant: 20, receivers: 20_000, perReceiver: 10 },
    callbacks: sweptMax,
  },
  // Few enough that their wake-up messages do not hold up those of callbacks that have just become due.
  deep: {
    ...{ merchants: 1_000, perMerchant: 1_000, receivers: 1_000, perReceiver: 200 },
    callbacks: 1_000,
  },
  resendsPerMerchant: 200,
  callbacks: sweptMax,
  heldSecondsMax: breaker.heldSecondsMax,
} as const

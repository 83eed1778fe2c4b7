import type { Context, MerchantContext } from '../../context.ts'
import type { ReceiverFilterCall } from '../../contract/back-office/callbacks.ts'
import { receiverView, worstFirst } from '../../rules/views/callbacks/receiver-view.ts'
import { findReceivers, readReceiverFigures } from '../../store/callbacks/receiver-figures.ts'
import { toSeconds } from '../../units/clock.ts'
import { contextsFor, isSandbox } from '../merchant-contexts.ts'

/** Receivers, and the limit to which their due callbacks were counted. */
type ReceiverList = {
  readonly counted_up_to: number
  readonly items: readonly ReturnType<typeof receiverView>[]
}

/**
 * The receivers that need attention, paused ones first; for one merchant all that were called lately. Attempts are read
 * from the newest orders only, so that a call reads a bounded number of rows.
 */
export async function listReceivers(
  context: Context,
  call: ReceiverFilterCall,
): Promise<ReceiverList> {
  const { merchant_uid: merchantUid, limit } = call
  const now = toSeconds(context.now())
  const terms = { receivers: limit, countedMax, newest: 60, attemptsOfEach: 5 }
  const read = async (one: MerchantContext) => {
    const { db } = one
    const known = await findReceivers({ db, merchantUid, now, terms })
    const figures = await readReceiverFigures(db, worstFirst(known).slice(0, limit), terms)
    return figures.map((receiver) => ({ ...receiver, test: isSandbox(one) }))
  }
  const found = (await Promise.all(contextsFor(context, call).map(read))).flat()
  return {
    counted_up_to: countedMax,
    items: worstFirst(found)
      .slice(0, limit)
      .map((one) => receiverView(one, now)),
  }
}

const countedMax = 200

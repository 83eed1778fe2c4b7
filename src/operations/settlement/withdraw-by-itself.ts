import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import { randomSample } from '../../rules/callbacks/fair-order.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { autoRequest, withdrawalsActor } from '../../rules/settlement/auto-withdrawal.ts'
import { commit } from '../../store/database.ts'
import { dueForWithdrawal, noteAutoDay } from '../../store/settlement/withdrawals.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { withdraw } from './withdraw.ts'

/** The placed withdrawals of a run, and those refused until the next day. */
type WithdrawalCounts = { readonly placed: number; readonly refused: number }

/**
 * Places the automatic withdrawals of merchants, once a day after midnight (fees §3). The batch of a withdrawal records
 * the day, so that an interrupted run places nothing twice. A run is bounded.
 */
export async function withdrawByItself(
  context: MerchantContext,
  limit = merchantsMax,
): Promise<WithdrawalCounts> {
  const day = taipeiDay(toSeconds(context.now()))
  // The end is random, so that merchants that always fail, however many, do not block the others.
  const from = context.random() < 0.5 ? 'longest' : 'shortest'
  const found = await dueForWithdrawal(context.db, { day, limit, from })
  const due = randomSample(found, found.length, context.random)
  const outcomes: Outcome[] = []
  for (let at = 0; at < due.length && context.mayGoOn(); at += atOnce) {
    const part = due.slice(at, at + atOnce)
    outcomes.push(...(await Promise.all(part.map((one) => tryOne(context, one, day)))))
  }
  const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length
  return { placed: count('placed'), refused: count('refused') }
}

/** Per minute and database. */
const merchantsMax = 200
const atOnce = 4

type Outcome = 'placed' | 'refused' | 'left'

// A fault is retried in the next minute, a refusal on the next day.
async function tryOne(context: MerchantContext, merchant: Merchant, day: number): Promise<Outcome> {
  const note = noteAutoDay({ merchantId: merchant.id, day })
  try {
    if (!merchant.enabled) throw new Refusal('merchant_not_enabled')
    const request = autoRequest(merchant, day)
    await withdraw({ context, merchant, actor: withdrawalsActor, request, also: [note] })
    return 'placed'
  } catch (error) {
    if (error instanceof MerchantChanged) return 'left'
    if (!(error instanceof Refusal)) {
      context.log({ event: 'auto_withdrawal_failed', uid: merchant.uid, fault: faultText(error) })
      return 'left'
    }
    await commit(context.db, [note])
    return 'refused'
  }
}

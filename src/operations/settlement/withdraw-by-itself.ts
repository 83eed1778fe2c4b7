import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { autoRequest, withdrawalsActor } from '../../rules/settlement/auto-withdrawal.ts'
import { commit } from '../../store/database.ts'
import { dueForWithdrawal, noteAutoDay } from '../../store/settlement/withdrawals.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { withdraw } from './withdraw.ts'

/** What a run has placed, and what was refused until the next day. */
type Withdrawn = { readonly placed: number; readonly refused: number }

/**
 * Pays the merchants that are paid by themselves, each once a day after midnight (fees §3). The day is noted in the
 * batch that places the withdrawal, so that whatever is cut off places nothing twice. A run is bounded, the next one
 * does the rest.
 */
export async function withdrawByItself(context: MerchantContext): Promise<Withdrawn> {
  const startedMs = context.now()
  const day = taipeiDay(toSeconds(startedMs))
  const due = await dueForWithdrawal(context.db, { day, limit: merchantsMax })
  const outcomes: Outcome[] = []
  for (let at = 0; at < due.length && context.now() - startedMs < beginsMs; at += atOnce) {
    const some = due.slice(at, at + atOnce)
    outcomes.push(...(await Promise.all(some.map((one) => tryOne(context, one, day)))))
  }
  const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length
  return { placed: count('placed'), refused: count('refused') }
}

/** In a minute, in one database. */
const merchantsMax = 200
const atOnce = 4
const beginsMs = 10_000

type Outcome = 'placed' | 'refused' | 'left'

// What fails is left for the next minute; what is refused, for the next day.
async function tryOne(context: MerchantContext, merchant: Merchant, day: number): Promise<Outcome> {
  const note = noteAutoDay({ merchantId: merchant.id, day })
  try {
    if (!merchant.enabled) throw new Refusal('merchant_not_enabled')
    const request = autoRequest(merchant, day)
    await withdraw({ context, merchant, actor: withdrawalsActor, request, also: [note] })
    return 'placed'
  } catch (thrown) {
    if (thrown instanceof MerchantChanged) return 'left'
    if (!(thrown instanceof Refusal)) {
      context.log({ event: 'auto_withdrawal_failed', uid: merchant.uid, fault: faultText(thrown) })
      return 'left'
    }
    await commit(context.db, [note])
    return 'refused'
  }
}

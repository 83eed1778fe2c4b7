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

/** The placed withdrawals of a run, and those refused until the next day. */
type Withdrawn = { readonly placed: number; readonly refused: number }

/**
 * Places the automatic withdrawals of merchants, once a day after midnight (fees §3). The batch of a withdrawal records
 * the day, so that an interrupted run places nothing twice. A run is bounded.
 */
export async function withdrawByItself(context: MerchantContext): Promise<Withdrawn> {
  const startedMs = context.now()
  const day = taipeiDay(toSeconds(startedMs))
  const due = await dueForWithdrawal(context.db, { day, limit: merchantsMax })
  const outcomes: Outcome[] = []
  let statements = 0
  const goesOn = () => context.now() - startedMs < beginsMs && statements < statementsMax
  for (let at = 0; at < due.length && goesOn(); at += atOnce) {
    const some = due.slice(at, at + atOnce)
    const tried = await Promise.all(some.map((one) => tryOne(context, one, day)))
    for (const outcome of tried) statements += statementsOf[outcome]
    outcomes.push(...tried)
  }
  const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length
  return { placed: count('placed'), refused: count('refused') }
}

/** Per minute and database. */
const merchantsMax = 200
const atOnce = 4
const beginsMs = 10_000

// An invocation may run a thousand, most of them for the jobs after this one.
const statementsMax = 320
const statementsOf = { placed: 8, refused: 4, left: 8 } as const

type Outcome = keyof typeof statementsOf

// A fault is retried in the next minute, a refusal on the next day.
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

import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { commit } from '../../store/database.ts'
import { doubtfulOf, neverJudged, nextInDoubt, noteRound } from '../../store/matcher/due-lines.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { type SettleCounts, settleLines } from './settle-lines.ts'

const linesMax = 200

/** The age up to which a transaction in doubt is judged again, in seconds (matching §4). */
export const dueSeconds = daySeconds

/** Judges unjudged transactions, for example after an import. Never throws: the minute's job does the rest. */
export async function judgeNew(context: MerchantContext): Promise<void> {
  await judgeOrLog(context, () => neverJudged(context.db, linesMax))
}

/** Judges an account's transactions in doubt of the last 24 hours again, for example after an agreement. */
export async function judgeAccount(context: MerchantContext, accountId: number): Promise<void> {
  const query = { accountId, from: dueFrom(context), limit: linesMax }
  await judgeOrLog(context, () => doubtfulOf(context.db, query))
}

async function judgeOrLog(
  context: MerchantContext,
  find: () => Promise<readonly number[]>,
): Promise<void> {
  try {
    await settleLines(context, await find())
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'line_not_judged', database, fault: faultText(error) })
  }
}

/** The minute's job: judges transactions left unjudged and, in turns, those in doubt of the last 24 hours. */
export async function judgeWaiting(
  context: MerchantContext,
): Promise<Pick<SettleCounts, 'settled' | 'doubtful'>> {
  const { db } = context
  const never = await neverJudged(db, linesMax)
  const limit = linesMax - never.length
  const { judgedTo, ids } =
    limit === 0
      ? { judgedTo: 0, ids: [] }
      : await nextInDoubt(db, { from: dueFrom(context), limit })
  const { judged, ...counts } = await settleLines(context, [...never, ...ids])
  if (limit > 0) {
    const last = judged > never.length ? ids[judged - never.length - 1] : judgedTo
    const isOver = judged === never.length + ids.length && ids.length < limit
    const next = isOver ? 0 : (last ?? 0)
    if (next !== judgedTo) await commit(db, [noteRound({ judgedTo: next })])
  }
  return counts
}

function dueFrom({ now }: MerchantContext): number {
  return firstIdAt(toSeconds(now()) - dueSeconds)
}

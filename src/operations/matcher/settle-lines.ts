import type { MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { accountChanges } from '../../rules/banking/account-changes.ts'
import { settlingCount } from '../../rules/banking/bank-account.ts'
import { autoActor } from '../../rules/matcher/auto-actor.ts'
import { settleCertain } from '../../rules/matcher/settle-certain.ts'
import { requireStored } from '../../store/banking/claims.ts'
import type { LineToStore } from '../../store/banking/posted-lines.ts'
import { commit } from '../../store/database.ts'
import {
  claimCertain,
  insertCertain,
  noteDoubts,
  settleOnAccount,
  settlePostedOnAccount,
} from '../../store/matcher/settle-line.ts'
import { requireOrderNotHeld } from '../../store/merchants/holds.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { wakeCallbacks } from '../callbacks/wake-callbacks.ts'
import { countedContext } from '../merchant-contexts.ts'
import { writeCollection } from '../orders/move-collection.ts'
import { consequencesOf } from '../orders/step-statements.ts'
import { holdsOfPair, type JudgementRecord, judgeLine } from './judge-line.ts'

/** The outcomes of a run; `judged` counts the first transactions of the list. */
export type SettleCounts = Readonly<Record<'judged' | 'settled' | 'doubtful', number>>

/**
 * Judges transactions, settles the certain ones, and records the doubts of the others (matching §4), within an
 * invocation's limit of statements. A fault of one is logged, and the minute's job judges it again.
 */
export async function settleLines(
  context: MerchantContext,
  ids: readonly number[],
): Promise<SettleCounts> {
  const counted = countedContext(context)
  let [judged, settled, doubtful] = [0, 0, 0]
  for (const id of ids) {
    if (counted.statements() >= statementsMax || !context.mayGoOn()) break
    judged += 1
    try {
      const outcome = await settleLine(counted.context, id)
      if (outcome === 'settled') settled += 1
      if (outcome === 'doubtful') doubtful += 1
    } catch (error) {
      logNotJudged(context, error)
    }
  }
  return { judged, settled, doubtful }
}

// An invocation may run a thousand, some of them for other jobs.
const statementsMax = 600

type LineOutcome = 'settled' | 'doubtful' | 'left'

// A lost race writes nothing; the line is judged once more.
async function settleLine(context: MerchantContext, id: number): Promise<LineOutcome> {
  for (let tries = 1; ; tries += 1) {
    const judged = await judgeLine(context, { id })
    if (judged === null) {
      await commit(context.db, [noteDoubts({ id, doubts: null })])
      return 'left'
    }
    const { verdict } = judged
    if (verdict.kind === 'doubtful') {
      const doubts = JSON.stringify(verdict.doubts)
      if (doubts !== judged.line.doubts) await commit(context.db, [noteDoubts({ id, doubts })])
      return 'doubtful'
    }
    if (await settled(context, judged)) return 'settled'
    if (tries === triesMax) return 'left'
  }
}

const triesMax = 2

/**
 * Judges a line before it is stored, and stores a certain one as claimed, with its settlement (matching §4). Null if
 * done; else its doubts for `addLine`, '' for a line that is judged later.
 */
export async function settlePosted(
  context: MerchantContext,
  posted: LineToStore,
): Promise<string | null> {
  try {
    const judged = await judgeLine(context, posted)
    if (judged === null) return ''
    const { verdict } = judged
    if (verdict.kind === 'doubtful') return JSON.stringify(verdict.doubts)
    return (await settled(context, judged, posted)) ? null : ''
  } catch (error) {
    logNotJudged(context, error)
    return ''
  }
}

function logNotJudged({ log, databaseNumber: database }: MerchantContext, error: unknown): void {
  log({ event: 'line_not_judged', database, fault: faultText(error) })
}

// False if the judged records have changed.
async function settled(
  context: MerchantContext,
  { line, account, counted, verdict, fitting: found }: JudgementRecord,
  posted: LineToStore | null = null,
): Promise<boolean> {
  if (verdict.kind === 'doubtful' || found === null || counted === null) {
    throw new Error(`line ${line.id} has no order`)
  }
  const { order } = verdict.fitting
  const { merchant } = found
  const now = toSeconds(context.now())
  const step = settleCertain({ order, merchant }, line, now)
  const [change] = accountChanges(order, step.order)
  const onAccount = {
    accountId: account.id,
    version: account.version,
    waitingCount: change?.waitingCount ?? 0,
    waitingAmount: change?.waitingAmount ?? 0,
    handedOut: change?.handedOut ?? 0,
    handedOutDay: change?.day ?? 0,
    awaiting: line.confirmedAt === null ? order.amount : 0,
    today: taipeiDay(now),
    settlingCount: settlingCount(now - line.createdAt),
  }
  // A late payment counts as handed out again, which the row of a posted line cannot express.
  if (posted !== null && onAccount.handedOut !== 0) return false
  const actor = autoActor.name
  const outcome = await commit(context.db, [
    ...writeCollection({
      context,
      found: { order, merchant, hasAccounts: true },
      step,
      accounts:
        posted === null
          ? [
              settleOnAccount(onAccount),
              claimCertain({ line, counted, actor, now }),
              requireStored([line.id]),
            ]
          : [
              settlePostedOnAccount({ ...posted, ...onAccount }),
              insertCertain({ ...posted, ...counted, actor, claimedAt: now }),
            ],
    }),
    ...consequencesOf({ context, merchant, step }),
    requireOrderNotHeld(holdsOfPair(line, found)),
  ])
  if (outcome !== 'committed') return false
  if (step.callback?.kind === 'owed') await wakeCallbacks(context, [order.id])
  return true
}

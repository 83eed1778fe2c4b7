import type { MerchantContext } from '../../context.ts'
import type { AutoSource, Doubt } from '../../contract/back-office/states.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import {
  doubtsOf,
  type FittingOrder,
  type JudgedLine,
  judge,
  type SourceEvidence,
  type Verdict,
} from '../../rules/matcher/verdict.ts'
import { holdsOfOrder, type OrderHolds } from '../../rules/merchants/hold.ts'
import { firstIdAt, idEpochSeconds, idsPerSecond } from '../../rules/orders/order-identity.ts'
import { collectionKind } from '../../rules/orders/order-kinds.ts'
import type { DoubtValues } from '../../store/matcher/counted-doubts.ts'
import {
  countDoubts,
  importedIn,
  type LineRecord,
  type LineToJudge,
  type OrderToJudge,
  readLine,
} from '../../store/matcher/judged-lines.ts'
import { monthSeconds } from '../../units/clock.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { inTime } from '../../units/time-limit.ts'
import { collectionWindow } from '../banking/gather-evidence.ts'
import { allContexts } from '../merchant-contexts.ts'

/** A transaction with its verdict, and the counts that the settling batch repeats. */
export type JudgementRecord = LineRecord & {
  readonly verdict: Verdict
  readonly counted: DoubtValues | null
}

/**
 * Judges an unclaimed deposit (matching §3). Null if it is none, or if its account does not settle automatically. Takes
 * two round trips with a bounded number of rows, and one to each other database if it is certain and a person's file
 * reported it.
 */
export async function judgeLine(
  context: MerchantContext,
  toJudge: LineToJudge,
): Promise<JudgementRecord | null> {
  const { db, settings } = context
  const record = await readLine(db, toJudge, { idEpochSeconds, idsPerSecond })
  if (record === null || !isJudged(record)) return null
  const { line, fitting } = record
  const counted = fitting === null ? null : countedFor(context, record, fitting)
  const judged: JudgedLine = {
    ...record,
    sourceEvidence: sourceEvidenceOf(record),
    fitting:
      fitting === null || counted === null
        ? null
        : await withCounted(context, { ...record, toJudge, fitting }, counted),
  }
  const verdict = judge(judged, settings)
  const elsewhere = verdict.kind === 'certain' ? await importedElsewhere(context, record) : 0
  if (elsewhere === 0) return { ...record, line, counted, verdict }
  const importedThatDay = (judged.sourceEvidence.importedThatDay ?? 0) + elsewhere
  const sourceEvidence = { ...judged.sourceEvidence, importedThatDay }
  return { ...record, line, counted, verdict: judge({ ...judged, sourceEvidence }, settings) }
}

// The importer's total for that day on the other databases, in hundredths.
async function importedElsewhere(context: MerchantContext, { file }: LineRecord): Promise<number> {
  if (file === null || isAgreed(file)) return 0
  const day = taipeiDay(file.createdAt)
  const imports = {
    actor: file.actor,
    from: firstIdAt(taipeiDayStart(day)),
    until: firstIdAt(taipeiDayStart(day + 1)),
  }
  const others = allContexts(context).filter(
    ({ databaseNumber }) => databaseNumber !== context.databaseNumber,
  )
  // If a database does not answer in time, the line is left to a person until it is judged again.
  const sums = await Promise.all(
    others.map(({ db }) =>
      inTime(elsewhereMs, importedIn(db, imports)).catch(() => Number.POSITIVE_INFINITY),
    ),
  )
  return sums.reduce((sum, one) => sum + one, 0)
}

const elsewhereMs = 3_000

/** The current doubts of a transaction (matching §3); null if it is not judged. */
export async function currentDoubts(
  context: MerchantContext,
  id: number,
): Promise<readonly Doubt[] | null> {
  const judged = await judgeLine(context, { id })
  return judged === null ? null : doubtsOf(judged.verdict)
}

/** Whether a transaction is subject to judgement. */
function isJudged({ line, account }: LineRecord): boolean {
  return account.auto === 'settle' && line.state === 'unclaimed' && line.amount > 0
}

function countedFor(
  { settings }: MerchantContext,
  { line }: LineRecord,
  { order, slotTakenAt }: OrderToJudge,
): DoubtValues {
  const { awaitedSeconds } = collectionWindow(settings)
  return {
    orderId: order.id,
    merchantId: order.merchantId,
    userId: order.userId,
    takenAt: slotTakenAt ?? order.accountSince ?? order.createdAt * 1000,
    monthAgo: firstIdAt(line.bookedAt - monthSeconds),
    awaitedFrom: firstIdAt(line.bookedAt - awaitedSeconds),
    matchedGraceSeconds: settings.matchedGraceSeconds,
  }
}

async function withCounted(
  { db }: MerchantContext,
  {
    line,
    toJudge,
    fitting,
  }: LineRecord & { readonly toJudge: LineToJudge; readonly fitting: OrderToJudge },
  values: DoubtValues,
): Promise<FittingOrder> {
  const found = await countDoubts(db, { ...toJudge, ...values }, holdsOfPair(line, fitting))
  return { ...fitting, ...found }
}

/** The lookup keys of the holds that keep a transaction from settling an order. */
export function holdsOfPair(
  { counterpartyAccount }: LineRecord['line'],
  { order, merchant }: OrderToJudge,
): OrderHolds {
  const { tradeNo } = order
  const party = collectionKind.party(order)
  return holdsOfOrder({ uid: merchant.uid, tradeNo, party, claimed: [counterpartyAccount] })
}

// A posting by hand settles nothing; a statement without balances proves nothing (matching §1).
function sourceEvidenceOf({ line, file, numbers }: LineRecord): SourceEvidence {
  const isStatements = line.confirmedAt !== null && file !== null && file.chain !== 'unknown'
  const first = { postedBy: line.postedBy, postedAs: line.postedAs ?? '' }
  const ofFeeds = [...(line.source === 'feed' ? [first] : []), ...numbers].filter(({ postedBy }) =>
    postedBy.startsWith(servicePrefix),
  )
  const sources: readonly AutoSource[] = [
    ...(isStatements ? (['statement'] as const) : []),
    ...(ofFeeds.length > 0 || line.source === 'feed' ? (['feed'] as const) : []),
  ]
  return {
    sources,
    isFeedsDigits: ofFeeds.some(({ postedAs }) => saidDigits(postedAs) === line.counterpartyLast5),
    importedThatDay: file?.importedThatDay ?? null,
    isAgreed: file !== null && isAgreed(file),
  }
}

// A service token is a second name of its holder, who may be the one that agreed (back office §5).
function isAgreed({ actor, agreedBy }: NonNullable<LineRecord['file']>): boolean {
  return agreedBy !== '' && !actor.startsWith(servicePrefix)
}

// The last five digits in a posting's content (`postedAs`).
function saidDigits(text: string): unknown {
  return text === '' ? '' : (JSON.parse(text) as readonly unknown[])[lastFivePlace]
}

const lastFivePlace = 4

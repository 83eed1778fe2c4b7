import type { MerchantContext } from '../../context.ts'
import { adjustmentFindings } from '../../rules/books/check-adjustment.ts'
import { type BalanceDifferences, dayFindings } from '../../rules/books/check-days.ts'
import { orderFindings } from '../../rules/books/check-order.ts'
import {
  type MerchantTallies,
  tallyFindings,
  withArchived,
  withOrder,
} from '../../rules/books/check-tallies.ts'
import { amountText, type CheckedRecord, type Finding } from '../../rules/books/finding.ts'
import { endFindings, keepFindings } from '../../store/books/book-findings.ts'
import { type BookPass, moveBookPass } from '../../store/books/book-passes.ts'
import type { BookPhase } from '../../store/books/book-schema.ts'
import {
  type DayPlace,
  type EntryKey,
  endOfDays,
  endOfStep,
  readDays,
  readEntries,
} from '../../store/books/day-pages.ts'
import {
  endOfIds,
  endOfOrders,
  readAdjustments,
  readClaims,
  readOrders,
} from '../../store/books/order-pages.ts'
import { readTallies, type TallyItem, type TallyPlace } from '../../store/books/tally-pages.ts'
import { commit } from '../../store/database.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { type ArchivePlace, checkArchive, firstOfArchive } from './check-archive.ts'

/** The approximate number of rows of each kind in a step. */
export type StepSize = Readonly<
  Record<
    'orders' | 'events' | 'adjustments' | 'transactions' | 'entries' | 'tallied' | 'archived',
    number
  >
>

/** Small, because all other requests wait for the queries of a step. */
export const stepSize: StepSize = {
  orders: 250,
  events: 1_000,
  adjustments: 250,
  transactions: 1_000,
  entries: 2_000,
  tallied: 2_000,
  archived: 10_000,
}

/** The findings and the reads of a step, and the beginning of the next one; null after the last of the phase. */
type Step = {
  readonly findings: readonly Finding[]
  readonly place: object | null
  readonly orders?: number
  readonly entries?: number
}

const phases: readonly {
  readonly name: BookPhase
  readonly step: (context: MerchantContext, pass: BookPass, size: StepSize) => Promise<Step>
}[] = [
  { name: 'orders', step: checkOrders },
  { name: 'adjustments', step: checkAdjustments },
  { name: 'transactions', step: checkTransactions },
  { name: 'entries', step: checkDays },
  { name: 'tallies', step: checkSums },
]

export async function takeStep(
  context: MerchantContext,
  pass: BookPass,
  size: StepSize,
): Promise<void> {
  const { db, databaseNumber: database } = context
  const { number, step } = pass
  const now = toSeconds(context.now())
  const at = phases.findIndex(({ name }) => name === pass.phase)
  const outcome = await phases[at]?.step(context, pass, size)
  if (outcome === undefined) return
  const { findings, place, orders = 0, entries = 0 } = outcome
  const phase = place === null ? (phases[at + 1]?.name ?? 'done') : pass.phase
  const isDone = phase === 'done'
  const known = findings.slice(0, keptOfStepMax)
  await commit(db, [
    keepFindings({ pass: number, now, openMax: openFindingsMax, findings: JSON.stringify(known) }),
    ...(isDone ? [endFindings({ pass: number, now })] : []),
    moveBookPass({
      number,
      step,
      phase,
      place: JSON.stringify(place),
      finishedAt: isDone ? now : null,
      orders,
      entries,
      differences: findings.length,
    }),
  ])
  for (const one of known) context.log({ event: 'book_difference', database, ...one })
}

/** The most open differences of one database; a pass only counts further ones. */
const openFindingsMax = 1_000

/** Differences that one step writes. */
const keptOfStepMax = 100

/** A row to which no other row refers. */
const stray = ({
  record,
  subject,
  field,
  found,
}: {
  readonly record: CheckedRecord
  readonly subject: string
  readonly field: string
  readonly found: string
}): Finding => {
  return { record, subject, field, expected: '', found }
}

async function checkOrders({ db }: MerchantContext, pass: BookPass, size: StepSize): Promise<Step> {
  const { after } = (pass.place ?? { after: 0 }) as { readonly after: number }
  const end = await endOfOrders(db, after, size)
  const { orders, strays } = await readOrders(db, { after, end })
  return {
    findings: [
      ...orders.flatMap(orderFindings),
      ...strays.map(({ orderId, seq }) =>
        stray({
          record: 'events',
          subject: `${orderId}#${seq}`,
          field: 'order_id',
          found: String(orderId),
        }),
      ),
    ],
    place: end === endOfIds ? null : { after: end },
    orders: orders.length,
    entries: orders.flatMap(({ events }) => events).flatMap(({ entries }) => entries).length,
  }
}

async function checkAdjustments(
  { db }: MerchantContext,
  pass: BookPass,
  { adjustments: limit }: StepSize,
): Promise<Step> {
  const place = (pass.place ?? { merchantId: 0, key: '' }) as {
    readonly merchantId: number
    readonly key: string
  }
  const found = await readAdjustments(db, { ...place, limit })
  const last = found.at(-1)
  return {
    findings: found.flatMap(adjustmentFindings),
    place: last && found.length === limit ? { merchantId: last.merchantId, key: last.key } : null,
  }
}

async function checkTransactions(
  { db }: MerchantContext,
  pass: BookPass,
  { transactions: limit }: StepSize,
): Promise<Step> {
  const { after } = (pass.place ?? { after: 0 }) as { readonly after: number }
  const found = await readClaims(db, { after, limit })
  return {
    findings: found
      .filter(({ isStray }) => isStray === 1)
      .map(({ id, orderId }) =>
        stray({
          record: 'bank_transactions',
          subject: String(id),
          field: 'order_id',
          found: String(orderId),
        }),
      ),
    place: found.length === limit ? { after: found.at(-1)?.id } : null,
  }
}

/** Checks that each day of a balance ends with its beginning plus its entries, and that each entry has an event. */
async function checkDays(
  { db }: MerchantContext,
  pass: BookPass,
  { entries: limit }: StepSize,
): Promise<Step> {
  const place = (pass.place ?? { from: beforeDays, off: {}, after: beforeEntries }) as {
    readonly from: DayPlace
    readonly off: BalanceDifferences
    readonly after: EntryKey | null
  }
  const days = await nextDays(db, place, limit)
  const entries = place.after === null ? [] : await readEntries(db, place.after, limit)
  const after = entries.length === limit ? (entries.at(-1) ?? null) : null
  const strays = entries
    .filter(({ isStray }) => isStray === 1)
    .map(({ orderId, seq, number, from, to, amount }) => {
      const subject = `${orderId}#${seq}.${number}`
      return stray({
        record: 'ledger_entries',
        subject,
        field: 'entry',
        found: `${from}>${to} ${amountText(amount)}`,
      })
    })
  const { findings, from, off } = days
  const isThrough = from.merchantId === endOfDays.merchantId && after === null
  return { findings: [...findings, ...strays], place: isThrough ? null : { from, off, after } }
}

// A day is read in one transaction; the service changes entries, balances and days in one transaction too.
async function nextDays(
  db: MerchantContext['db'],
  { from, off: before }: { readonly from: DayPlace; readonly off: BalanceDifferences },
  limit: number,
) {
  if (from.merchantId === endOfDays.merchantId) return { findings: [], from, off: before }
  const to = await endOfStep(db, from, { entries: limit, balances: Math.ceil(limit / 20) })
  const { findings, off } = dayFindings(await readDays(db, { from, to }), before)
  return { findings, from: to, off: ofMerchant(off, to) }
}

const beforeDays: DayPlace = { merchantId: 0, day: 0 }

const beforeEntries: EntryKey = { merchantId: 0, at: 0, orderId: 0, seq: 0, number: 0 }

// A merchant's difference matters while its days are read.
function ofMerchant(off: BalanceDifferences, { merchantId }: DayPlace): BalanceDifferences {
  const entries = Object.entries(off).filter(([key]) => key.startsWith(`${merchantId}/`))
  return Object.fromEntries(entries)
}

async function checkSums(context: MerchantContext, pass: BookPass, size: StepSize): Promise<Step> {
  const { archive = null } = (pass.place ?? {}) as { readonly archive?: ArchivePlace }
  const behind = { last: endOfTallies, sums: nothingOf(0) }
  if (archive !== null) {
    const { findings, place } = await checkArchive(context, archive, size)
    return { findings, place: place && { ...behind, archive: place } }
  }
  const step = await checkTallies(context, pass, size)
  return step.place === null ? { ...step, place: { ...behind, archive: firstOfArchive } } : step
}

/**
 * Compares the tallies of a finished day with the sums of orders at its end. Later moves do not change those, so a
 * merchant can be read in several steps.
 */
async function checkTallies(
  { db, settings }: MerchantContext,
  pass: BookPass,
  { tallied: limit }: StepSize,
): Promise<Step> {
  const place = (pass.place ?? { last: beforeTallies, sums: nothingOf(0) }) as {
    readonly last: TallyPlace
    readonly sums: MerchantTallies
  }
  const items = await readTallies(db, place.last, { today: openDay(pass.startedAt), limit })
  const findings: Finding[] = []
  let sums = { ...nothingOf(0), ...place.sums }
  for (const item of items) {
    if (item.merchantId !== sums.merchantId) {
      findings.push(...tallyFindings(sums))
      sums = nothingOf(item.merchantId)
    }
    sums = withItem(sums, item, settings.exchangeCode)
  }
  const last = items.at(-1)
  if (last === undefined || items.length < limit) {
    return { findings: [...findings, ...tallyFindings(sums)], place: null }
  }
  const { merchantId, kind, name } = last
  return { findings, place: { last: { merchantId, kind, name }, sums } }
}

function withItem(sums: MerchantTallies, item: TallyItem, exchangeCode: string): MerchantTallies {
  switch (item.kind) {
    case 'archived':
      return withArchived(sums, item.name, item.tallies)
    case 'tallies':
      return { ...sums, closed: [...sums.closed, item.closed] }
    default:
      return withOrder(sums, item.order, exchangeCode)
  }
}

/**
 * The first day (Asia/Taipei, in days since 1970) whose events may still be written at that time (UTC seconds). An
 * event is written within an hour of its time, because a Worker does not live longer.
 */
export function openDay(seconds: number): number {
  return taipeiDay(seconds - 3_600)
}

const beforeTallies: TallyPlace = { merchantId: 0, kind: 'tallies', name: '' }

const endOfTallies: TallyPlace = { ...beforeTallies, merchantId: Number.MAX_SAFE_INTEGER }

const nothingOf = (merchantId: number): MerchantTallies => {
  return { merchantId, orders: {}, archived: 0, closed: [] }
}

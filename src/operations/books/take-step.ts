import type { MerchantContext } from '../../context.ts'
import { adjustmentFindings } from '../../rules/books/check-adjustment.ts'
import { orderFindings } from '../../rules/books/check-order.ts'
import type { Finding } from '../../rules/books/finding.ts'
import { readAdjustments } from '../../store/books/adjustment-pages.ts'
import { endFindings, keepFindings } from '../../store/books/book-findings.ts'
import {
  type BookPass,
  type BookProgress,
  lastBookPasses,
  moveBookPass,
} from '../../store/books/book-passes.ts'
import { endOfIds, endOfOrders, readOrders } from '../../store/books/order-pages.ts'
import { endOfTransactions, readStrayClaims } from '../../store/books/transaction-pages.ts'
import { commit, type Statement } from '../../store/database.ts'
import { addUpEntries, addUpOrders } from './add-up.ts'

/** What a step has found, how far it has come, and what else it writes before the pass moves on. */
export type Taken = {
  readonly findings: readonly Finding[]
  readonly progress: BookProgress
  readonly carried: readonly Statement[]
}

/** How many rows a step reads of each kind, about. */
export type StepSize = Readonly<
  Record<'orders' | 'events' | 'adjustments' | 'transactions' | 'summed', number>
>

/** All other requests wait for the queries of a step, so it is a few. */
export const stepSize: StepSize = {
  ...{ orders: 250, events: 1_000, adjustments: 250, transactions: 1_000, summed: 2_000 },
}

/** Takes the next step of a pass, and returns the pass after it. */
export async function takeStep(
  context: MerchantContext,
  pass: BookPass,
  size: StepSize,
): Promise<BookPass> {
  const { db, databaseNumber: database } = context
  const now = Math.floor(context.now() / 1000)
  const { findings, progress, carried } = await stepOf[pass.phase](context, pass, size)
  const isDone = progress.phase === 'done'
  const known = findings.slice(0, keptOfStepMax)
  const kept = { pass: pass.number, now, openMax: openFindingsMax }
  await commit(db, [
    keepFindings({ ...kept, findings: JSON.stringify(known) }),
    ...carried,
    ...(isDone ? [endFindings({ pass: pass.number, now })] : []),
    moveBookPass(pass, { ...progress, differences: findings.length }, now),
  ])
  for (const one of known) context.log({ event: 'book_difference', database, ...one })
  const { newest } = await lastBookPasses(db)
  if (newest === null) throw new Error('a pass without its row')
  return newest
}

/** Differences that are kept as open in one database. A pass counts those beyond. */
const openFindingsMax = 1_000

/** Differences that one step writes. */
const keptOfStepMax = 100

const stepOf: Readonly<
  Record<
    BookPass['phase'],
    (context: MerchantContext, pass: BookPass, size: StepSize) => Promise<Taken>
  >
> = {
  orders: checkOrders,
  adjustments: checkAdjustments,
  transactions: checkTransactions,
  entries: addUpEntries,
  tallies: addUpOrders,
  done: async () => ({ findings: [], progress: {}, carried: [] }),
}

async function checkOrders(
  { db }: MerchantContext,
  pass: BookPass,
  size: StepSize,
): Promise<Taken> {
  const after = pass.lastId
  const end = await endOfOrders(db, after, size)
  const page = await readOrders(db, { after, end })
  const strays = page.strays.map(
    ({ orderId, seq }): Finding => ({
      ...{ record: 'events', subject: `${orderId}#${seq}`, field: 'order_id' },
      ...{ expected: '', found: String(orderId) },
    }),
  )
  const read = { orders: page.orders.length, entries: page.entries }
  return {
    findings: [...page.orders.flatMap(orderFindings), ...strays],
    progress: {
      ...read,
      ...(end === endOfIds ? { phase: 'adjustments', lastId: 0 } : { lastId: end }),
    },
    carried: [],
  }
}

async function checkAdjustments(
  { db }: MerchantContext,
  pass: BookPass,
  { adjustments }: StepSize,
): Promise<Taken> {
  const { lastMerchant: merchantId, lastKey: key } = pass
  const found = await readAdjustments(db, { merchantId, key, limit: adjustments })
  const last = found.at(-1)
  const isLast = found.length < adjustments || last === undefined
  return {
    findings: found.flatMap(adjustmentFindings),
    progress: isLast
      ? { phase: 'transactions', lastMerchant: 0, lastKey: '' }
      : { lastMerchant: last.merchantId, lastKey: last.key },
    carried: [],
  }
}

async function checkTransactions(
  { db }: MerchantContext,
  pass: BookPass,
  { transactions }: StepSize,
): Promise<Taken> {
  const after = pass.lastId
  const end = await endOfTransactions(db, after, transactions)
  const claims = await readStrayClaims(db, { after, end })
  return {
    findings: claims.map(({ id, orderId }) => ({
      ...{ record: 'bank_transactions', subject: String(id), field: 'order_id' },
      ...{ expected: '', found: String(orderId) },
    })),
    progress: end === endOfIds ? { phase: 'entries', lastId: 0 } : { lastId: end },
    carried: [],
  }
}

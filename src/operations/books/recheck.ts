import type { MerchantContext } from '../../context.ts'
import { dayFindings } from '../../rules/books/check-days.ts'
import { orderFindings } from '../../rules/books/check-order.ts'
import type { Finding } from '../../rules/books/finding.ts'
import { parseTradeNo } from '../../rules/orders/order-identity.ts'
import { sumColumns } from '../../store/accounts/ledger-columns.ts'
import { markGone, openFindings } from '../../store/books/book-findings.ts'
import { endOfStep, findBalanceDay, readDays } from '../../store/books/day-pages.ts'
import { readClaims, readOrders } from '../../store/books/order-pages.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay, taipeiToSeconds } from '../../units/taipei-time.ts'

/**
 * Checks the rows of the oldest open differences again, so that a mended one disappears before the next pass. Checks
 * that would read much, such as tallies, are left to the pass.
 */
export async function recheckFindings({ db, now, mayGoOn }: MerchantContext): Promise<void> {
  const { findings } = await openFindings(db, recheckedMax, recheckedMax)
  const outdated: Finding[] = []
  for (const finding of findings) {
    if (!mayGoOn()) break
    const found = await findingsAt(db, finding)
    const isSame = (one: Finding) =>
      one.record === finding.record &&
      one.subject === finding.subject &&
      one.field === finding.field
    if (found !== null && !found.some(isSame)) outdated.push(finding)
  }
  if (outdated.length > 0) await markGone(db, outdated, toSeconds(now()))
}

const recheckedMax = 20

/** A day with more entries is left to the pass. */
const entriesMax = 5_000

// The current findings of the row; null if only the pass can decide.
async function findingsAt(
  db: MerchantContext['db'],
  { record, subject, field }: Finding,
): Promise<readonly Finding[] | null> {
  if (record === 'bank_transactions') return claimFindings(db, Number(subject))
  if (record === 'balances' || record === 'ledger_days') {
    return sumColumns.some((name) => name === field) ? findingsOfDay(db, subject) : null
  }
  const order = parseTradeNo(subject.split('#')[0] ?? '')
  return order && findingsOfOrder(db, order.id)
}

async function findingsOfOrder(
  db: MerchantContext['db'],
  id: number,
): Promise<readonly Finding[] | null> {
  const { orders } = await readOrders(db, { after: id - 1, end: id })
  return orders.length === 0 ? null : orders.flatMap(orderFindings)
}

// Checks a transaction with the order that it names, which may not exist.
async function claimFindings(
  db: MerchantContext['db'],
  id: number,
): Promise<readonly Finding[] | null> {
  const claims = await readClaims(db, { after: id - 1, limit: 1 })
  const claim = claims.find((one) => one.id === id)
  if (claim === undefined || claim.isStray === 1) return null
  return claim.orderId === null ? null : findingsOfOrder(db, claim.orderId)
}

async function findingsOfDay(
  db: MerchantContext['db'],
  subject: string,
): Promise<readonly Finding[] | null> {
  const [uid = '', channel = '', date] = subject.split(' ')
  const balance = await findBalanceDay(db, uid, channel)
  if (balance === null) return null
  const { merchantId } = balance
  const day = date === undefined ? balance.day : taipeiDay(taipeiToSeconds(`${date} 00:00:00`) ?? 0)
  const [from, to] = [
    { merchantId, day },
    { merchantId, day: day + 1 },
  ]
  const end = await endOfStep(db, from, { entries: entriesMax, balances: 1 })
  if (end.merchantId === merchantId && end.day < to.day) return null
  return dayFindings(await readDays(db, { from, to }), {}).findings
}

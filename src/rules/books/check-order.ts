import type { EventFact } from '../orders/order-events.ts'
import { callbackFindings } from './check-callback.ts'
import { entryFindings } from './check-entries.ts'
import { expectedFees, feesOfFact } from './check-fee.ts'
import type { CheckedOrder } from './checked-order.ts'
import { amountText, differences, type Finding } from './finding.ts'
import { afterEvent, type BookedEvent, type BookedState, initialState } from './order-history.ts'

/**
 * The differences among an order's rows. Its row, ledger entries, callback and bank transactions must follow from its
 * events. If all of them agree against one event's amount, the finding names that event instead.
 */
export function orderFindings(order: CheckedOrder): readonly Finding[] {
  const found = allFindings(order)
  return found.length < 2 ? found : (wrongFact(order) ?? found)
}

function allFindings(order: CheckedOrder): readonly Finding[] {
  const { kind, events, tradeNo } = order
  const findings: Finding[] = [...missingEvents(order)]
  const history: BookedState[] = []
  let soFar = initialState
  for (const [place, event] of events.entries()) {
    const next = events[place + 1]?.from ?? order.state
    findings.push(...eventFindings(tradeNo, soFar, { ...event, next }))
    findings.push(...feeFindings(order, soFar, event))
    soFar = afterEvent(kind, soFar, isPossible(event) ? event : { ...event, to: next })
    history.push(soFar)
    findings.push(...entryFindings(`${tradeNo}#${event.seq}`, event.fact, event.entries))
  }
  return [
    ...findings,
    ...rowFindings(order, soFar),
    ...callbackFindings(order, history),
    ...transactionFindings(order, soFar),
  ]
}

// The booked or frozen fee of an event must follow from its base and the price that it names (fees §5).
function feeFindings(
  order: CheckedOrder,
  before: BookedState,
  { seq, fact }: BookedEvent,
): readonly Finding[] {
  const { charged, frozenFee } = feesOfFact(fact)
  const should = expectedFees(order, before, fact)
  return differences(
    eventRow(order.tradeNo, seq),
    { 'fact.charged': textOrNone(should.charged), 'fact.frozenFee': textOrNone(should.frozenFee) },
    { 'fact.charged': textOrNone(charged), 'fact.frozenFee': textOrNone(frozenFee) },
  )
}

const textOrNone = (amount: number | null) => amountText(amount) ?? ''

const eventRow = (tradeNo: string, seq: number) =>
  ({ record: 'events', subject: `${tradeNo}#${seq}` }) as const

function missingEvents({ tradeNo, events, seq }: CheckedOrder): readonly Finding[] {
  const there = new Set(events.map((event) => event.seq))
  const wanted = Array.from({ length: Math.min(seq, eventsMax) }, (_, n) => n + 1)
  return [...new Set([...wanted, ...there])].flatMap((one) =>
    differences(
      eventRow(tradeNo, one),
      { seq: one <= seq ? String(one) : '' },
      { seq: there.has(one) ? String(one) : '' },
    ),
  )
}

// An order has a handful of events; more than this is a finding by itself.
const eventsMax = 1_000

// The previous state in an event must be the state after the events before it.
function eventFindings(
  tradeNo: string,
  before: BookedState,
  event: BookedEvent & { readonly next: string },
): readonly Finding[] {
  const { seq, from, to, next, fact } = event
  const [member, sum] = repeated[fact.name] ?? ['', 'amount']
  const factAmount = amountIn(fact, member)
  return differences(
    eventRow(tradeNo, seq),
    {
      from_state: before.state,
      to_state: isPossible(event) ? null : next,
      [`fact.${member}`]: factAmount === null ? null : amountText(before[sum]),
    },
    { from_state: from, to_state: to, [`fact.${member}`]: amountText(factAmount) ?? '' },
  )
}

/** The amount in a fact that repeats an earlier value of the order. */
const repeated: Partial<Record<EventFact['name'], readonly [string, 'amount' | 'paid']>> = {
  confirmed: ['paidAmount', 'paid'],
  rejected: ['paidAmount', 'paid'],
  reversed: ['paidAmount', 'paid'],
  returned: ['actualAmount', 'paid'],
  processed: ['amount', 'amount'],
  cancelled: ['amount', 'amount'],
}

function amountIn(fact: EventFact, member: string): number | null {
  const value = (fact as Readonly<Record<string, unknown>>)[member]
  return typeof value === 'number' ? value : null
}

// Whether the fact can have led to that state.
function isPossible({ fact, from, to }: BookedEvent): boolean {
  const states = statesAfter[fact.name]
  return states === undefined || states.test(to) || (fact.name !== 'settled' && from === to)
}

const statesAfter: Readonly<Partial<Record<EventFact['name'], RegExp>>> = {
  matched: /^pending\/matched$/,
  exception: /^pending\/exception$/,
  settled: /^(?:succeeded|manual)\//,
  confirmed: /^(?:succeeded|manual)\//,
  rejected: /^pending\/exception$/,
  reversed: /^pending\/exception$/,
  processed: /^processed$/,
  cancelled: /^cancelled$/,
  returned: /^cancelled$/,
  taken: /^$/,
  released: /^$/,
  last5_given: /^$/,
  backed: /^$/,
}

function rowFindings(order: CheckedOrder, soFar: BookedState): readonly Finding[] {
  const isCollection = order.kind === 'collection'
  const paidField = isCollection ? 'paid_amount' : 'actual_amount'
  const [status = '', matching = null] = soFar.state.split('/')
  const [rowStatus = '', rowMatching = ''] = order.state.split('/')
  return differences(
    { record: isCollection ? 'collections' : 'payouts', subject: order.tradeNo },
    {
      status,
      collection_status: matching,
      amount: amountText(soFar.amount),
      [paidField]: amountText(soFar.paid),
      fee: textOrNone(soFar.fee),
      backed: String(soFar.backed),
    },
    {
      status: rowStatus,
      collection_status: rowMatching,
      amount: amountText(order.amount),
      [paidField]: amountText(order.paid),
      fee: textOrNone(order.fee),
      backed: String(order.backed),
    },
  )
}

function transactionFindings(order: CheckedOrder, soFar: BookedState): readonly Finding[] {
  const row = (id: number) => ({ record: 'bank_transactions', subject: String(id) }) as const
  const stored = new Map(order.transactions.map((one) => [one.id, one]))
  const wrong = [...new Set([...soFar.claimed, ...stored.keys()])].flatMap((id) =>
    differences(
      row(id),
      { order_id: soFar.claimed.includes(id) ? order.tradeNo : '' },
      { order_id: stored.get(id)?.isOfOrder ? order.tradeNo : '' },
    ),
  )
  const last = soFar.claimed.at(-1)
  if (wrong.length > 0 || last === undefined) return wrong
  const amountOf = (id: number) => stored.get(id)?.amount ?? 0
  const sum = soFar.claimed.reduce((total, id) => total + amountOf(id), 0)
  // Any of several may be wrong: the last is named, with the missing part of the sum.
  const should = amountOf(last) - (sum - soFar.claimedSum)
  return differences(
    row(last),
    { amount: amountText(should) },
    { amount: amountText(amountOf(last)) },
  )
}

const amountMembers = [
  'paidAmount',
  'amount',
  'actualAmount',
  'orderAmount',
  'orderActual',
  'charged',
  'frozenFee',
]

/** The one event's amount whose correction makes all rows agree, or null. */
function wrongFact(order: CheckedOrder): readonly Finding[] | null {
  const amounts = new Set([order.amount, order.paid, ...order.events.flatMap(amountsIn), 0])
  for (const [place, event] of order.events.entries()) {
    for (const member of amountMembers) {
      const factAmount = amountIn(event.fact, member)
      for (const amount of factAmount === null ? [] : amounts) {
        const mended = { ...event, fact: { ...event.fact, [member]: amount } as EventFact }
        if (allFindings({ ...order, events: order.events.with(place, mended) }).length > 0) continue
        return differences(
          eventRow(order.tradeNo, event.seq),
          { [`fact.${member}`]: amountText(amount) },
          { [`fact.${member}`]: amountText(factAmount) ?? '' },
        )
      }
    }
  }
  return null
}

function amountsIn({ fact, entries }: CheckedOrder['events'][number]): number[] {
  const factAmounts = amountMembers.map((member) => amountIn(fact, member))
  // A payout that cost more or less than its frozen amount has two entries.
  const booked = entries.flatMap(({ amount, fee }) => [amount, fee])
  const sum = booked.reduce((total, amount) => total + amount, 0)
  return [...factAmounts.filter((one) => one !== null), ...booked, sum]
}

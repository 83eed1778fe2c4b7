import type { LedgerEntry } from '../accounts/ledger.ts'
import type { EventFact } from '../orders/order-events.ts'
import type { OrderKind } from '../orders/order-identity.ts'
import { type CheckedCallback, callbackFindings } from './check-callback.ts'
import { entryFindings } from './check-entries.ts'
import { amountText, type CheckedRecord, type Finding } from './finding.ts'
import { afterEvent, type BookedEvent, type ToldOrder, untold } from './order-history.ts'

/** An order with all that is written of it, read in one transaction. Amounts in hundredths. */
export type CheckedOrder = {
  readonly kind: OrderKind
  readonly tradeNo: string
  readonly merchantId: number
  readonly amount: number
  /** `paid_amount` or `actual_amount`. */
  readonly paid: number
  /** As the journal writes it. */
  readonly state: string
  readonly seq: number
  readonly backed: boolean | null
  /** Where callbacks go: of one that is paid, and of one that is not. "" for none. */
  readonly urls: { readonly paid: string; readonly unpaid: string }
  /** Oldest first. */
  readonly events: readonly (BookedEvent & { readonly entries: readonly NumberedEntry[] })[]
  readonly callback: CheckedCallback | null
  /** Those that any of its events names. */
  readonly transactions: readonly CheckedTransaction[]
}

/** An entry of an event, by its number. */
export type NumberedEntry = LedgerEntry & { readonly number: number }

/** A bank transaction; `orderId` is the order that it pays, as its row says. */
export type CheckedTransaction = {
  readonly id: number
  readonly amount: number
  readonly isOfOrder: boolean
}

/**
 * What of an order's rows does not agree. Its events say what its row, its ledger entries, its callback and its bank
 * transactions must say; where all of those agree against one event's amount, that event is named instead.
 */
export function orderFindings(order: CheckedOrder): readonly Finding[] {
  const found = allFindings(order)
  return found.length < 2 ? found : (wrongFact(order) ?? found)
}

function allFindings(order: CheckedOrder): readonly Finding[] {
  const findings: Finding[] = [...missingEvents(order)]
  const history: ToldOrder[] = []
  let told = untold
  for (const [place, event] of order.events.entries()) {
    const next = order.events[place + 1]?.from ?? order.state
    findings.push(...eventFindings(order, told, event, next))
    const to = isPossible(event) ? event.to : next
    told = afterEvent(order.kind, told, { ...event, to })
    history.push(told)
    findings.push(...entryFindings(`${order.tradeNo}#${event.seq}`, event))
  }
  return [
    ...findings,
    ...rowFindings(order, told),
    ...callbackFindings(order, history),
    ...transactionFindings(order, told),
  ]
}

function missingEvents({ tradeNo, events, seq }: CheckedOrder): readonly Finding[] {
  const there = new Set(events.map((event) => event.seq))
  const wanted = Array.from({ length: Math.min(seq, eventsMax) }, (_, n) => n + 1)
  const missing = wanted.filter((one) => !there.has(one))
  const surplus = [...there].filter((one) => one > seq)
  return [
    ...missing.map((one) => eventFinding(tradeNo, one, 'seq', String(one), '')),
    ...surplus.map((one) => eventFinding(tradeNo, one, 'seq', '', String(one))),
  ]
}

// An order has a handful; a number beyond belief is a difference by itself.
const eventsMax = 1_000

function eventFinding(
  tradeNo: string,
  seq: number,
  field: string,
  expected: string,
  found: string,
): Finding {
  return { record: 'events', subject: `${tradeNo}#${seq}`, field, expected, found }
}

// What an event says of the order before it must be what the events before have made of it.
function eventFindings(
  { tradeNo }: CheckedOrder,
  before: ToldOrder,
  event: BookedEvent,
  next: string,
): readonly Finding[] {
  const { seq, from, fact } = event
  const differing = (field: string, expected: string, found: string) =>
    expected === found ? [] : [eventFinding(tradeNo, seq, field, expected, found)]
  const repeated = repeatedAmounts(before, fact).flatMap(([field, expected, found]) =>
    expected === null ? [] : differing(field, amountText(expected), amountText(found)),
  )
  const to = isPossible(event) ? [] : [eventFinding(tradeNo, seq, 'to_state', next, event.to)]
  return [...differing('from_state', before.state, from), ...to, ...repeated]
}

function repeatedAmounts(
  before: ToldOrder,
  fact: EventFact,
): readonly (readonly [string, number | null, number])[] {
  switch (fact.name) {
    case 'confirmed':
    case 'rejected':
      return [['fact.paidAmount', before.paid, fact.paidAmount]]
    case 'reversed':
      // What was rejected before a rejection changed the status had left the books already.
      return fact.paidAmount === 0 ? [] : [['fact.paidAmount', before.paid, fact.paidAmount]]
    case 'returned':
      return [['fact.actualAmount', before.paid, fact.actualAmount]]
    case 'processed':
    case 'cancelled':
      return [['fact.amount', before.amount, fact.amount]]
    default:
      return []
  }
}

// Whether what happened can have led to that state.
function isPossible({ fact, from, to }: BookedEvent): boolean {
  const led = ledTo[fact.name]
  return led === undefined || led.test(to) || (fact.name !== 'settled' && from === to)
}

const ledTo: Readonly<Partial<Record<EventFact['name'], RegExp>>> = {
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
  backed: /^$/,
}

const recordOf = { collection: 'collections', payout: 'payouts' } satisfies Record<
  OrderKind,
  CheckedRecord
>

function rowFindings(order: CheckedOrder, told: ToldOrder): readonly Finding[] {
  const { kind, tradeNo: subject, amount, paid, state, backed } = order
  const record = recordOf[kind]
  const differing = (field: string, expected: string | null, found: string): Finding[] =>
    expected === null || expected === found ? [] : [{ record, subject, field, expected, found }]
  const [status, matching] = told.state.split('/')
  const [rowStatus = '', rowMatching] = state.split('/')
  const paidField = kind === 'collection' ? 'paid_amount' : 'actual_amount'
  const isOld = !told.backedIsTold && backed === null
  return [
    ...differing('status', status ?? '', rowStatus),
    ...differing('collection_status', matching ?? null, rowMatching ?? ''),
    ...differing(
      'amount',
      told.amount === null ? null : amountText(told.amount),
      amountText(amount),
    ),
    ...differing(paidField, told.paid === null ? null : amountText(told.paid), amountText(paid)),
    ...differing('backed', isOld ? null : String(told.backed), String(backed)),
  ]
}

function transactionFindings(order: CheckedOrder, told: ToldOrder): readonly Finding[] {
  const claimed = new Set(told.claimed)
  const named = new Map(order.transactions.map((one) => [one.id, one]))
  const wrong: Finding[] = [...new Set([...claimed, ...named.keys()])].flatMap((id) => {
    const isClaimed = named.get(id)?.isOfOrder === true
    const shown = (is: boolean) => (is ? order.tradeNo : '')
    return isClaimed === claimed.has(id)
      ? []
      : [transactionFinding(id, 'order_id', shown(!isClaimed), shown(isClaimed))]
  })
  if (wrong.length > 0) return wrong
  const amounts = told.claimed.map((id) => named.get(id)?.amount ?? 0)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const off = sum - told.claimedSum
  if (off === 0) return []
  // Of several, any may be the wrong one: the last is named, with what the sum lacks.
  const [id, amount] = [told.claimed.at(-1) ?? 0, amounts.at(-1) ?? 0]
  return [transactionFinding(id, 'amount', amountText(amount - off), amountText(amount))]
}

function transactionFinding(id: number, field: string, expected: string, found: string): Finding {
  return { record: 'bank_transactions', subject: String(id), field, expected, found }
}

const amountMembers = ['paidAmount', 'amount', 'actualAmount', 'orderAmount', 'orderActual']

/** The one amount of one event without which all would agree; null where there is none. */
function wrongFact(order: CheckedOrder): readonly Finding[] | null {
  const seen = new Set([order.amount, order.paid, ...order.events.flatMap(amountsIn), 0])
  for (const [place, event] of order.events.entries()) {
    for (const member of amountMembers) {
      const facts: Readonly<Record<string, unknown>> = event.fact
      const said = facts[member]
      if (typeof said !== 'number') continue
      for (const amount of seen) {
        if (amount === said) continue
        const mended = { ...event, fact: { ...event.fact, [member]: amount } as EventFact }
        if (allFindings({ ...order, events: order.events.with(place, mended) }).length > 0) continue
        const field = `fact.${member}`
        return [eventFinding(order.tradeNo, event.seq, field, amountText(amount), amountText(said))]
      }
    }
  }
  return null
}

function amountsIn({ fact, entries }: CheckedOrder['events'][number]): number[] {
  const said: Readonly<Record<string, unknown>> = fact
  const told = amountMembers.map((member) => said[member])
  const numbers = told.filter((one): one is number => typeof one === 'number')
  // A payout that cost more, or less, than was frozen has two entries.
  const booked = entries.map(({ amount }) => amount)
  return [...numbers, ...booked, booked.reduce((sum, amount) => sum + amount, 0)]
}

import { type Order, scenarios } from '../load/orders.ts'
import type { Posting } from '../receivers/log.ts'
import type { Books, StoredOrder } from '../service/database.ts'

/** What is wrong after a run, in words, and its figures. */
type Reconciliation = { readonly problems: readonly string[]; readonly figures: Figures }

export type Figures = {
  readonly orders: number
  /** Callbacks that were owed, and how many were acknowledged. */
  readonly owed: number
  readonly delivered: number
  readonly postings: number
  /** Callbacks acknowledged more than once, and the surplus acknowledgements. */
  readonly doubled: number
  readonly duplicates: number
  /** Requests beyond the recorded attempts: the sender was killed before it recorded them. */
  readonly cutShort: number
}

/** Compares each order and callback as sent, as stored, and as received. Each problem names its order. */
export function reconcile(
  sent: readonly Order[],
  { orders: stored }: Pick<Books, 'orders'>,
  postings: readonly Posting[],
): Reconciliation {
  const received = Map.groupBy(postings, ({ id }) => id)
  const kept = Map.groupBy(stored, ({ uid, number }) => `${uid}/${number}`)
  const ids = new Set(stored.map(callbackIdOf))
  const problems = [
    ...sent.flatMap((order) => orderProblems(order, kept.get(nameOf(order)) ?? [], received)),
    ...unknownOrders(sent, stored),
    ...postings.flatMap((posting) => postingProblems(posting, ids)),
    ...[...received].flatMap(([id, all]) => overlaps(id, all)),
  ]
  const logged = new Map(stored.map((order) => [callbackIdOf(order), order.attempts ?? 0]))
  const times = [...received.values()].map((all) => all.filter(isAcknowledged).length)
  const doubled = times.filter((count) => count > 1)
  const owed = sent.filter(({ scenario }) => scenarios[scenario].owesCallback).length
  const figures = {
    orders: sent.length,
    owed,
    delivered: times.filter((count) => count > 0).length,
    postings: postings.length,
    doubled: doubled.length,
    duplicates: doubled.reduce((sum, count) => sum + count - 1, 0),
    cutShort: [...received].reduce((sum, [id, all]) => sum + all.length - (logged.get(id) ?? 0), 0),
  }
  return { problems, figures }
}

function orderProblems(
  order: Order,
  found: readonly StoredOrder[],
  received: ReadonlyMap<string, readonly Posting[]>,
): string[] {
  const say = (what: string) => `${nameOf(order)} (${order.scenario}): ${what}`
  const [row, ...more] = found
  if (row === undefined) return [say('is missing')]
  const { kind, status, owesCallback } = scenarios[order.scenario]
  const problems: string[] = []
  if (more.length > 0) problems.push(say(`is there ${found.length} times`))
  if (row.kind !== kind || row.status !== status) problems.push(say(`is ${row.kind} ${row.status}`))
  if (row.amount !== order.amount) problems.push(say(`is over ${row.amount}, not ${order.amount}`))
  const postings = received.get(callbackIdOf(row)) ?? []
  if (!owesCallback) {
    if (row.callback !== null) problems.push(say('owes a callback before its time'))
    return problems
  }
  if (row.callback === null) return [...problems, say('owes no callback')]
  if (row.callback !== 'delivered') problems.push(say(`its callback is ${row.callback}`))
  if (!postings.some(isAcknowledged)) problems.push(say('its callback never arrived'))
  return [...problems, ...misdirected(order, postings).map(say)]
}

// A cancelled payout pays nothing.
function misdirected(order: Order, postings: readonly Posting[]): string[] {
  const amount = order.scenario === 'cancelled' ? 0 : order.amount / 100
  const path = new URL(order.callbackUrl).pathname
  return postings.flatMap((posting) => [
    ...(posting.order === nameOf(order) ? [] : [`its callback told of ${posting.order}`]),
    ...(posting.amount === amount ? [] : [`its callback told of ${posting.amount}, not ${amount}`]),
    ...(posting.path === path ? [] : [`its callback went to ${posting.path}`]),
  ])
}

function unknownOrders(sent: readonly Order[], stored: readonly StoredOrder[]): string[] {
  const known = new Set(sent.map(nameOf))
  return stored
    .map(nameOf)
    .filter((name) => !known.has(name))
    .map((name) => `${name}: nobody sent it`)
}

function postingProblems(posting: Posting, ids: ReadonlySet<string>): string[] {
  const say = (what: string) => `${posting.order} (${posting.id} #${posting.attempt}): ${what}`
  return [
    ...(ids.has(posting.id) ? [] : [say('is no callback of any order')]),
    ...(posting.verified ? [] : [say('its signatures do not hold')]),
  ]
}

/** Pairs of requests for one callback that overlap in time. */
function overlaps(id: string, postings: readonly Posting[]): string[] {
  const inTurn = postings.toSorted((a, b) => a.receivedAt - b.receivedAt)
  return inTurn.slice(1).flatMap((posting, index) => {
    const before = inTurn.slice(0, index + 1)
    const running = before.find(({ endedAt }) => endedAt === null || endedAt > posting.receivedAt)
    if (running === undefined) return []
    return [
      `${posting.order} (${id}): #${running.attempt} and #${posting.attempt} ran side by side`,
    ]
  })
}

function isAcknowledged({ acknowledged, verified }: Posting): boolean {
  return acknowledged && verified
}

function nameOf({ uid, number }: { readonly uid: string; readonly number: string }): string {
  return `${uid}/${number}`
}

function callbackIdOf({ tradeNo }: StoredOrder): string {
  return `cb_${tradeNo}`
}

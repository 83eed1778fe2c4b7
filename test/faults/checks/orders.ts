import { fates, type Order } from '../load/orders.ts'
import type { Posting } from '../receivers/log.ts'
import type { Books, StoredOrder } from '../service/database.ts'

/** What the account of a run says: whatever is wrong, in words, and how much there was of everything. */
export type Account = { readonly problems: readonly string[]; readonly figures: Figures }

export type Figures = {
  readonly orders: number
  /** Callbacks that were owed, and those of them that a merchant has acknowledged. */
  readonly owed: number
  readonly delivered: number
  readonly postings: number
  /** Callbacks that were acknowledged more than once, and how many acknowledgements there were too many. */
  readonly doubled: number
  readonly duplicates: number
  /** Postings beyond the attempts that were logged: whoever made them was killed over it. */
  readonly cutShort: number
}

/**
 * Accounts for every order and every callback: what was sent (`book`), what the database holds, and what the merchants'
 * servers have received. Each problem names the order it is about.
 */
export function accountFor(
  book: readonly Order[],
  { orders: stored }: Pick<Books, 'orders'>,
  postings: readonly Posting[],
): Account {
  const received = Map.groupBy(postings, ({ id }) => id)
  const kept = Map.groupBy(stored, ({ uid, number }) => `${uid}/${number}`)
  const ids = new Set(stored.map(callbackIdOf))
  const problems = [
    ...book.flatMap((order) => orderProblems(order, kept.get(nameOf(order)) ?? [], received)),
    ...unknownOrders(book, stored),
    ...postings.flatMap((posting) => postingProblems(posting, ids)),
    ...[...received].flatMap(([id, all]) => overlaps(id, all)),
  ]
  const logged = new Map(stored.map((order) => [callbackIdOf(order), order.attempts ?? 0]))
  const times = [...received.values()].map((all) => all.filter(isAcknowledged).length)
  const doubled = times.filter((count) => count > 1)
  const owed = book.filter(({ fate }) => fates[fate].owesCallback).length
  const figures = {
    orders: book.length,
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
  const say = (what: string) => `${nameOf(order)} (${order.fate}): ${what}`
  const [row, ...more] = found
  if (row === undefined) return [say('is missing')]
  const { kind, status, owesCallback } = fates[order.fate]
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

// A cancelled payout pays nothing; a path that was not the order's own is somebody else's.
function misdirected(order: Order, postings: readonly Posting[]): string[] {
  const amount = order.fate === 'cancelled' ? 0 : order.amount / 100
  const path = new URL(order.callbackUrl).pathname
  return postings.flatMap((posting) => [
    ...(posting.order === nameOf(order) ? [] : [`its callback told of ${posting.order}`]),
    ...(posting.amount === amount ? [] : [`its callback told of ${posting.amount}, not ${amount}`]),
    ...(posting.path === path ? [] : [`its callback went to ${posting.path}`]),
  ])
}

function unknownOrders(book: readonly Order[], stored: readonly StoredOrder[]): string[] {
  const sent = new Set(book.map(nameOf))
  return stored
    .map(nameOf)
    .filter((name) => !sent.has(name))
    .map((name) => `${name}: nobody sent it`)
}

function postingProblems(posting: Posting, ids: ReadonlySet<string>): string[] {
  const say = (what: string) => `${posting.order} (${posting.id} #${posting.attempt}): ${what}`
  return [
    ...(ids.has(posting.id) ? [] : [say('is no callback of any order')]),
    ...(posting.verified ? [] : [say('its signatures do not hold')]),
  ]
}

/** Tells of posts of one callback of which one began before the other had ended. */
function overlaps(id: string, postings: readonly Posting[]): string[] {
  const inTurn = postings.toSorted((a, b) => a.receivedAt - b.receivedAt)
  return inTurn.slice(1).flatMap((posting, index) => {
    const before = inTurn.slice(0, index + 1)
    const open = before.find(({ endedAt }) => endedAt === null || endedAt > posting.receivedAt)
    if (open === undefined) return []
    return [`${posting.order} (${id}): #${open.attempt} and #${posting.attempt} ran side by side`]
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

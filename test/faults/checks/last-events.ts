import type { Posting } from '../receivers/log.ts'

/** An order of which its merchant was told several events, one after the other. */
export type EventedOrder = {
  /** `uid/number`. */
  readonly name: string
  readonly tradeNo: string
  /** Its events in their order, by the names that bodies give them. */
  readonly events: readonly string[]
}

/**
 * Compares orders of several events with what their receivers got: the last callback must be the newest event's, and
 * acknowledged; none of an older event may come after a newer one was acknowledged, or beside another attempt. Each
 * problem names its order.
 */
export function lastEventProblems(
  orders: readonly EventedOrder[],
  postings: readonly Posting[],
): string[] {
  const received = Map.groupBy(postings, ({ order }) => order)
  return orders.flatMap((order) => problemsOf(order, received.get(order.name) ?? []))
}

function problemsOf({ name, tradeNo, events }: EventedOrder, postings: readonly Posting[]) {
  const say = (what: string) => `${name} (${events.join(', ')}): ${what}`
  const idOf = (event: number) => (event === 1 ? `cb_${tradeNo}` : `cb_${tradeNo}.${event}`)
  const numberOf = ({ id }: Posting) => events.findIndex((_event, at) => idOf(at + 1) === id) + 1
  const inOrder = postings.toSorted((a, b) => a.receivedAt - b.receivedAt)
  const problems = inOrder.flatMap((posting, at) => {
    const number = numberOf(posting)
    const before = inOrder.slice(0, at)
    const newer = before.find((one) => one.acknowledged && numberOf(one) > number)
    const open = before.find(({ endedAt }) => endedAt === null || endedAt > posting.receivedAt)
    return [
      ...(posting.event === events[number - 1] ? [] : [say(`${posting.id} told ${posting.event}`)]),
      ...(posting.verified ? [] : [say(`the signatures of ${posting.id} do not hold`)]),
      ...(newer === undefined
        ? []
        : [say(`${posting.id} came after ${newer.id} was acknowledged`)]),
      ...(open === undefined ? [] : [say(`${open.id} and ${posting.id} ran side by side`)]),
    ]
  })
  const last = inOrder.at(-1)
  if (last === undefined) return [say('its merchant received nothing')]
  if (last.id !== idOf(events.length)) problems.push(say(`the last was ${last.id}`))
  if (!inOrder.some((one) => one.acknowledged && one.id === idOf(events.length))) {
    problems.push(say('its newest event was never acknowledged'))
  }
  return problems
}

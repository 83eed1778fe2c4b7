import { holderOf } from '../../contract/back-office-names.ts'
import type { TallyChange } from '../accounts/tally.ts'
import type { Actor, EventFact } from './order-events.ts'
import type { Coverage, Decision, Order, OwedCallback, Step } from './orders.ts'

/** How steps of one kind of order are told. */
export type StepKind<O extends Order> = {
  /** Its state as the journal writes it. */
  readonly stateOf: (order: O) => string
  readonly isFinal: (order: O) => boolean
  readonly tallyChanges: (before: O | null, after: O) => readonly TallyChange[]
  /** Bytes of its `extra` and `note`. */
  readonly customBytes: (order: O) => number
}

/** Who makes a step, and when (UTC seconds). */
export type Maker = { readonly actor: Actor; readonly now: number }

/** The step from an order, or from nothing, to the order as it is to be. */
export function stepTo<O extends Order>(
  kind: StepKind<O>,
  before: O | null,
  after: O,
  { actor, now }: Maker,
  fact: EventFact,
  callback: OwedCallback | null,
  coverage: Coverage | null = null,
): Step<O> {
  const order = before === null ? after : { ...after, seq: before.seq + 1 }
  const event = {
    orderId: order.id,
    seq: order.seq,
    from: before === null ? '' : kind.stateOf(before),
    to: kind.stateOf(order),
    actor: actor.name,
    at: now,
    fact,
  }
  const tallies = kind.tallyChanges(before, order)
  const keptBytes = before === null ? kind.customBytes(order) : 0
  return { order, event, tallies, callback, keptBytes, coverage }
}

/** Somebody takes a waiting order in hand. */
export function decideTaking<O extends Order>(
  kind: StepKind<O>,
  order: O,
  agent: string,
  maker: Maker,
): Decision<O> {
  if (kind.isFinal(order)) return { refusal: 'already_final' }
  if (order.agent !== '') return { refusal: 'taken', takenBy: order.agent }
  return { step: stepTo(kind, order, { ...order, agent }, maker, { name: 'taken', agent }, null) }
}

/** Gives an order back that somebody had in hand; an agent only its own. */
export function decideRelease<O extends Order>(
  kind: StepKind<O>,
  order: O,
  maker: Maker,
): Decision<O> {
  const { agent } = order
  if (kind.isFinal(order)) return { refusal: 'already_final' }
  if (agent === '') return { refusal: 'not_taken' }
  if (isAnothers(order, maker.actor)) return { refusal: 'taken', takenBy: agent }
  const fact = { name: 'released', agent } as const
  return { step: stepTo(kind, order, { ...order, agent: '' }, maker, fact, null) }
}

/** Whether an agent meets an order that somebody else has in hand; an operator never does. */
export function isAnothers(order: Order, actor: Actor): boolean {
  return actor.role === 'agent' && order.agent !== '' && !isInHandOf(order, actor)
}

/** Whether somebody has an order in hand, in whatever form the name was stored. */
export function isInHandOf({ agent }: Order, { name }: Actor): boolean {
  return holderOf(agent) === holderOf(name)
}

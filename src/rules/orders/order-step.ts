import type { ReversalCause } from '../../contract/back-office/orders/move-bodies.ts'
import { holderOf } from '../../contract/back-office-names.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import type { Actor } from '../people/principal.ts'
import { creditChange } from '../settlement/withdrawable.ts'
import type { EventFact } from './order-events.ts'
import type { OrderKind } from './order-kinds.ts'
import { type Collection, type Order, refused, type StepRefusal } from './orders.ts'
import { type CallbackEffect, type Decision, decided, type NoChange, type Step } from './steps.ts'

/** The actor and the time (UTC seconds) of a step. */
export type Maker = { readonly actor: Actor; readonly now: number }

/** A change of an order: the order before it, null at creation, and after it. */
export type Change<O extends Order> = {
  readonly kind: OrderKind<O>
  readonly before: O | null
  readonly after: O
  readonly maker: Maker
  readonly fact: EventFact
  readonly callback?: CallbackEffect | null
} & Partial<Pick<Step<O>, 'coverage' | 'claim'>>

/** The step that makes a change. */
export function stepTo<O extends Order>({
  kind,
  before,
  after,
  maker: { actor, now },
  fact,
  callback = null,
  coverage = null,
  claim = null,
}: Change<O>): Step<O> {
  // The first move by an agent takes an order that the service has matched.
  const takes = actor.role === 'agent' && before !== null && isAnyAgents(before)
  const agent = takes && after.agent === '' ? actor.name : after.agent
  const order = before === null ? after : { ...after, agent, seq: before.seq + 1 }
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
  const unbacked = Number(order.backed === false) - Number(before?.backed === false)
  const entryKind = kind.entryKind(order)
  const credit = creditChange(before && kind.creditOf(before), kind.creditOf(order))
  return { order, event, entryKind, tallies, credit, callback, coverage, unbacked, claim }
}

/** The reason of a reversal. `fee` is the bank's fee for returned money, in hundredths. */
export type Reversal = {
  readonly reason: string
  readonly because: ReversalCause
  readonly fee?: number | undefined
}

/** The input of a rule: the order, its merchant, the request, the records of its money, and the actor. */
export type MoveRequest<
  O extends Order,
  Input,
  Known = unknown,
  M extends Recipient = Recipient,
> = {
  readonly order: O
  readonly merchant: M
  readonly input: Input
  readonly evidence: Known
  readonly maker: Maker
}

/** An order of either kind, and the actor. */
type OrderAndMaker<O extends Order> = {
  readonly kind: OrderKind<O>
  readonly order: O
  readonly maker: Maker
}

/** Assigns a waiting order to an agent; taking it again changes nothing. */
export function decideTaking<O extends Order>({
  kind,
  order,
  agent,
  maker,
}: OrderAndMaker<O> & { readonly agent: string }): Decision<O> | NoChange {
  if (kind.isFinal(order)) return refused('already_final')
  if (isTakenBy(order, { name: agent })) return { kind: 'unchanged' }
  if (order.agent !== '') return refused('taken', { takenBy: order.agent })
  const fact = { name: 'taken', agent } as const
  return decided(stepTo({ kind, before: order, after: { ...order, agent }, maker, fact }))
}

/** Releases an order from its agent; an agent may release only its own. */
export function decideRelease<O extends Order>({
  kind,
  order,
  maker,
}: OrderAndMaker<O>): Decision<O> {
  const { agent } = order
  if (kind.isFinal(order)) return refused('already_final')
  if (agent === '') return refused('not_taken')
  if (isTakenByOther(order, maker.actor)) return refused('taken', { takenBy: agent })
  const fact = { name: 'released', agent } as const
  const after = { ...order, agent: '' }
  return decided(stepTo({ kind, before: order, after, maker, fact }))
}

/** The refusal for an agent that has not taken the order, else null. */
export function refuseUntaken(order: Order, actor: Actor): StepRefusal | null {
  if (actor.role !== 'agent' || isTakenBy(order, actor) || isAnyAgents(order)) return null
  return order.agent === '' ? refused('not_taken') : refused('taken', { takenBy: order.agent })
}

/** Whether the service has matched an order and no agent has moved it yet (matching §2). */
function isAnyAgents(order: Order & Partial<Pick<Collection, 'assignment'>>): boolean {
  return order.agent === '' && order.bankAccountId !== null && order.assignment === 'done'
}

/** Whether another agent than the actor has taken the order; always false for an operator. */
export function isTakenByOther(order: Order, actor: Actor): boolean {
  return actor.role === 'agent' && order.agent !== '' && !isTakenBy(order, actor)
}

/** Whether the actor has taken the order, whatever the stored form of the name. */
function isTakenBy({ agent }: Order, { name }: Pick<Actor, 'name'>): boolean {
  return agent !== '' && holderOf(agent) === holderOf(name)
}

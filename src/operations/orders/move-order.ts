import type { Context, MerchantContext } from '../../context.ts'
import { holderOf } from '../../contract/back-office-names.ts'
import { invalid, invalidFields, notFound, Refusal } from '../../contract/refusals.ts'
import { holdsOfOrder, isStoppedByHold } from '../../rules/merchants/hold.ts'
import { reasonOf } from '../../rules/orders/order-events.ts'
import { type OrderRef, parseTradeNo } from '../../rules/orders/order-identity.ts'
import type { OrderKind } from '../../rules/orders/order-kinds.ts'
import type { Maker } from '../../rules/orders/order-step.ts'
import type { Order, StepRefusal } from '../../rules/orders/orders.ts'
import { overrideMissing } from '../../rules/orders/override.ts'
import type { Decision, NoChange, Step } from '../../rules/orders/steps.ts'
import type { JsonView } from '../../rules/people/changed-fields.ts'
import type { Actor, Principal } from '../../rules/people/principal.ts'
import type { MerchantDatabase, Statement } from '../../store/database.ts'
import { requireOrderNotHeld } from '../../store/merchants/holds.ts'
import type { OrderOwner } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { findAnywhere } from '../archive/archived-rows.ts'
import { unarchiveOrders } from '../archive/unarchive.ts'
import { wakeCallbacks } from '../callbacks/wake-callbacks.ts'
import type { Command } from '../command.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { commitCommand } from '../people/commit-command.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import { consequencesOf } from './step-statements.ts'

/**
 * How orders of one kind, of any merchant, are found, shown and written, with the records that a move needs. `View` is
 * the order in the back office.
 */
export type OrderBook<O extends Order, View extends JsonView, Found extends OrderOfMerchant<O>> = {
  readonly kind: OrderKind<O>
  readonly view: (found: OrderOfMerchant<O>) => View
  readonly find: (db: MerchantDatabase, ref: OrderRef) => Promise<Found | null>
  /** The statements for the order itself, beside `consequencesOf`. */
  readonly write: (move: {
    readonly context: MerchantContext
    readonly found: Found
    readonly step: Step<O>
  }) => readonly [Statement, ...Statement[]]
}

/** An order, its merchant, and whether its database has a bank account. */
export type OrderOfMerchant<O extends Order> = {
  readonly order: O
  readonly merchant: OrderOwner
  readonly hasAccounts: boolean
}

/** A found order with its context, live or archived. */
export type LocatedOrder<Found> = Found & { readonly merchantContext: MerchantContext }

/** Decides on the next step of an order. May read further records, anew for each try. */
type Decide<O extends Order, Found extends OrderOfMerchant<O> = OrderOfMerchant<O>> = (
  found: LocatedOrder<Found>,
  maker: Maker,
) => Decision<O> | NoChange | Promise<Decision<O> | NoChange>

export type MoveCommand<Input = unknown> = Command & {
  readonly tradeNo: string
  readonly input: Input
}

export type PlainCommand = Omit<MoveCommand, 'input'>

/** A move of an order: its name in the journal, and its rule. */
type Move<O extends Order, Found extends OrderOfMerchant<O>> = {
  readonly action: string
  readonly decide: Decide<O, Found>
  /** Whether the service picked the account; over its cap another one is picked. */
  readonly isPicked?: boolean
  /** The refusal of a match whose slot is taken. */
  readonly slotTaken?: (found: LocatedOrder<Found>) => Promise<Error>
}

/** An order after its move for the back office, and whether its merchant is notified. */
export type MoveResult<View> = Promise<View & MerchantNotice>

/** The order to find and its reader; null for the service itself. */
type OrderToFind = { readonly tradeNo: string; readonly reader: Actor | null }

/**
 * The order of a transaction number with its merchant; refuses with `not_found`, also a reader who may not see it (back
 * office §7).
 */
export async function findOrder<O extends Order, Found extends OrderOfMerchant<O>>(
  context: Context,
  book: Pick<OrderBook<O, JsonView, Found>, 'kind' | 'find'>,
  { tradeNo, reader }: OrderToFind,
): Promise<LocatedOrder<Found>> {
  const ref = parseTradeNo(tradeNo)
  const home = ref && contextOfOrder(context, ref.id)
  const found =
    home && ref.kind === book.kind.name
      ? await findAnywhere(home, ref.id, (db) => book.find(db, ref))
      : null
  const visible =
    found === null || reader === null
      ? [found]
      : await ordersInSight(found.foundIn, reader, [found.found.order])
  if (found === null || visible.length === 0) {
    throw notFound(
      say('查無此訂單，請確認交易編號', 'There is no such order; check the transaction number'),
    )
  }
  return { ...found.found, merchantContext: found.foundIn }
}

/**
 * Moves an order: commits the decided step, its event, its bookings and the callback it owes in one batch. After a lost
 * race, or a change of the merchant or the bank account, it decides again on the new state; an archived order is moved
 * back first. Refuses more than the merchant's balance with `override_required` (an agent with `forbidden`), a second
 * payment of one link order with `already_paid`, a match over the account's cap with `daily_cap_reached`, and an order
 * that has moved since its approver saw it with `order_moved`. Throws `SecondPersonNeeded` as `commitCommand` does.
 */
export async function moveOrder<
  O extends Order,
  View extends JsonView,
  Found extends OrderOfMerchant<O>,
>(
  book: OrderBook<O, View, Found>,
  { context, principal, tradeNo }: PlainCommand,
  { action, decide, isPicked = false, slotTaken = unexpected }: Move<O, Found>,
): MoveResult<View> {
  let linkWasClosed = false
  const counted = { amount: 0 }
  // Each lost race is another move of the order, of which there are few.
  return retry(`${tradeNo}: lost a race`, 10, async () => {
    const found = await findOrder(context, book, { tradeNo, reader: principal })
    if (found.merchantContext.isArchived === true) {
      await unarchiveOrders(context, [found.order.id])
      return null
    }
    refuseMoved(principal, found.order)
    const decision = await decide(found, { actor: principal, now: toSeconds(context.now()) })
    if (decision.kind === 'refused') throw refusalOf(decision, found.merchant.uid)
    if (decision.kind === 'unchanged') return book.view(found)
    const step = approvedStep(decision.step, principal)
    const { merchantContext } = found
    const subject = { kind: book.kind.name, name: tradeNo }
    const journaled = {
      written: { action, subject, before: null, after: null, reason: reasonOf(step.event.fact) },
      concern: decision.concern,
      order: { seq: found.order.seq, view: book.view(found) },
      counted,
    }
    const outcome = await commitCommand({
      context: merchantContext,
      principal,
      call: journaled,
      statements: [
        ...book.write({ context: merchantContext, found, step }),
        ...consequencesOf({ context: merchantContext, merchant: found.merchant, step }),
        ...notHeld(book.kind, found.merchant, step),
      ],
    })
    if (outcome === 'held') throw new Refusal('held')
    if (outcome === 'not_covered') throw new Refusal(overrideMissing(principal))
    if (outcome === 'slot_taken' && !isPicked) throw await slotTaken(found)
    if (outcome === 'cap_reached' && !isPicked) throw new Refusal('daily_cap_reached')
    // If this order itself was settled meanwhile, its link is closed, and the next decision refuses the move.
    if (outcome === 'link_closed' && linkWasClosed) throw new Refusal('already_paid')
    linkWasClosed = outcome === 'link_closed'
    if (outcome !== 'committed') return null
    if (step.callback?.kind === 'owed') await wakeCallbacks(context, [step.order.id])
    return { ...book.view({ ...found, order: step.order }), ...merchantNotice(step) }
  })
}

const unexpected = async () => new Error('a slot was taken by no match')

/** The ids of the bank transactions that a call names. */
export type TransactionRefs = { readonly bankTransactions?: readonly number[] | undefined }

function refuseMoved({ approval }: Principal, { seq }: Order): void {
  const orderSeq = approval?.orderSeq ?? null
  if (orderSeq !== null && orderSeq !== seq) throw new Refusal('order_moved')
}

/** A step whose event names both people, if there were two (back office §5). */
export function approvedStep<O extends Order>(step: Step<O>, { approval }: Principal): Step<O> {
  if (approval === null) return step
  const { approvedBy } = approval
  return { ...step, event: { ...step.event, fact: { ...step.event.fact, approvedBy } } }
}

function refusalOf(
  { refusal, takenBy, heldBy, differs, errors }: StepRefusal,
  uid: string,
): Refusal {
  if (errors !== undefined) return invalidFields(errors)
  // A collection that its merchant created as matched has no agent, so the refusal names the merchant.
  const holder = takenBy === '' ? uid : takenBy
  return new Refusal(refusal, {
    ...(holder === undefined ? {} : { taken_by: holder }),
    ...(heldBy === undefined ? {} : { held_by: heldBy }),
    ...(differs === undefined ? {} : { differs }),
  })
}

/** Whether the merchant is notified of a move; absent if nothing that was reported changes (decisions §6). */
type MerchantNotice = { readonly merchant_told?: boolean }

function merchantNotice({ callback }: Step<Order>): MerchantNotice {
  return callback === null ? {} : { merchant_told: callback.kind === 'owed' }
}

/** Refuses an event's time in the future (UTC seconds). */
export function refuseFuture(context: Context, field: string, moment: number | null): void {
  const latest = context.now() / 1000 + clockToleranceSeconds
  if (moment !== null && moment > latest)
    throw invalid(field, say('不可晚於現在的時間', 'Must not be later than now'))
}

// Other systems' clocks may be slightly ahead.
const clockToleranceSeconds = 300

// Checked in the batch (back office §6).
function notHeld<O extends Order>(
  kind: OrderKind<O>,
  { uid }: OrderOwner,
  { order, event, claim }: Step<O>,
): readonly Statement[] {
  if (!isStoppedByHold(event.fact)) return []
  const { tradeNo } = order
  const party = kind.party(order)
  return [requireOrderNotHeld(holdsOfOrder({ uid, tradeNo, party, claimed: claim?.accounts }))]
}

/** The agent to assign: the named one, else the actor. An agent may name only itself (decisions §1, "Roles"). */
export function agentFor(actor: Actor, name: string | undefined): string {
  if (name === undefined || holderOf(name) === holderOf(actor.name)) return actor.name
  if (actor.role === 'agent') throw new Refusal('forbidden')
  return name
}

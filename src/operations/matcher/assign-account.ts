import type { MerchantContext } from '../../context.ts'
import type { NotAssignedReason } from '../../contract/back-office/states.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import { autoActor } from '../../rules/matcher/auto-actor.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import { decideAccountMatch } from '../../rules/orders/matching.ts'
import {
  firstIdAt,
  isTestId,
  type OrderRef,
  parseTradeNo,
} from '../../rules/orders/order-identity.ts'
import { collectionKind } from '../../rules/orders/order-kinds.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { type CommitOutcome, commit, type MerchantDatabase } from '../../store/database.ts'
import {
  assignOnAccount,
  findSwitches,
  liveOwnTime,
  noteAssignedTo,
  noteNotAssigned,
  waitingForAccount,
} from '../../store/matcher/assignments.ts'
import { requireOrderNotHeld } from '../../store/merchants/holds.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { writeCollection } from '../orders/move-collection.ts'
import type { OrderOfMerchant } from '../orders/move-order.ts'
import { consequencesOf } from '../orders/step-statements.ts'
import { freeAccount } from './free-account.ts'
import { slotStatements } from './take-slot.ts'

/** The age up to which the service gives an order an account, in seconds (matching §2). */
const assigningSeconds = 30 * 60

/** Gives a new order an account after its creation is answered, if its merchant's `auto` asks for it. */
export function assignLater(
  context: MerchantContext,
  order: Pick<Collection, 'assignment' | 'tradeNo'>,
): void {
  if (order.assignment !== 'due') return
  context.later(assignOrLog(context, order.tradeNo))
}

/**
 * The minute's job: gives accounts to orders left without one by a fault or a stop, two seconds after their creation.
 * An order may be written later than its id says, so the stored position stays a minute behind.
 */
export async function assignWaiting(context: MerchantContext): Promise<number> {
  const { db, now } = context
  const seconds = toSeconds(now())
  const range = { from: firstIdAt(seconds - assigningSeconds), until: firstIdAt(seconds - 2) }
  const { orders, assignedTo } = await waitingForAccount(db, { ...range, limit: scannedMax })
  const due = orders.filter(({ isDue }) => isDue === 1)
  let tried = 0
  for (; tried < due.length && context.mayGoOn(); tried += 1) {
    await assignOrLog(context, due[tried]?.tradeNo ?? '')
  }
  const last = tried < due.length ? due[tried - 1] : orders[scannedMax - 1]
  const lagging = Math.min(last?.id ?? 0, firstIdAt(seconds - laggingSeconds))
  if (lagging > assignedTo) await commit(db, [noteAssignedTo({ assignedTo: lagging })])
  return tried
}

const scannedMax = 1_000
const laggingSeconds = 60

// The minute's job tries again after a fault.
async function assignOrLog(context: MerchantContext, tradeNo: string): Promise<void> {
  try {
    const ref = parseTradeNo(tradeNo)
    if (ref !== null) await assign(context, ref)
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'account_not_assigned', database, fault: faultText(error) })
  }
}

async function assign(context: MerchantContext, ref: OrderRef): Promise<void> {
  const { db } = context
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const found = await collectionTable.findOfAnyone(db, ref)
    if (found === null) return
    const { order, merchant } = found
    if (!isWaiting(context, order)) return leaveUnassigned(db, order, null)
    const switches = await findSwitches(db, merchant.id)
    if (switches === null || switches.auto === 'off') return leaveUnassigned(db, order, null)
    if (switches.state === 'stopped') return leaveUnassigned(db, order, 'stopped')
    const account = await pick(context, found)
    if (account === null) return leaveUnassigned(db, order, 'no_account_free')
    const outcome = await tryAssign(context, found, account)
    // A held order waits for a person.
    if (outcome === 'held') return leaveUnassigned(db, order, null)
    // An order with a closed link needs no account.
    if (outcome === 'committed' || outcome === 'link_closed') return
  }
}

// Leaves an order without an account. If it is still unmatched, its link keeps only its own time.
async function leaveUnassigned(
  db: MerchantDatabase,
  { id, seq }: Collection,
  reason: NotAssignedReason | null,
): Promise<void> {
  await commit(db, [
    liveOwnTime({ id }),
    ...(reason === null ? [] : [noteNotAssigned({ id, seq, reason })]),
  ])
}

// Each lost race is another match, or a change of the account.
const triesMax = 5

function isWaiting({ now }: MerchantContext, order: Collection): boolean {
  const { status, collectionStatus, agent, assignment, confirmation, createdAt, id } = order
  return (
    (assignment === 'due' || assignment === 'stopped') &&
    status === 'pending' &&
    collectionStatus === 'pending' &&
    confirmation === 'none' &&
    agent === '' &&
    !isTestId(id) &&
    toSeconds(now()) - createdAt <= assigningSeconds
  )
}

// An order without the payer's digits is never settled automatically, so it leaves the settling accounts to others.
function pick(
  context: MerchantContext,
  { order, merchant }: OrderOfMerchant<Collection>,
): Promise<BankAccount | null> {
  const isEligible = ({ auto }: BankAccount) =>
    auto === 'assign' || (auto === 'settle' && order.last5 !== '')
  const userOf = (account: BankAccount) => ({
    actor: autoActor,
    agent: agentOf(account),
    merchantUid: merchant.uid,
  })
  return freeAccount(context, { order, userOf, isEligible })
}

function agentOf({ agents }: BankAccount): string {
  const [only = ''] = agents
  return agents.length === 1 ? only : ''
}

// Any outcome but `committed`, `held` and `link_closed` means that a record has changed since it was read.
async function tryAssign(
  context: MerchantContext,
  found: OrderOfMerchant<Collection>,
  account: BankAccount,
): Promise<CommitOutcome> {
  const { order: before, merchant } = found
  const nowMs = context.now()
  const now = toSeconds(nowMs)
  const agent = agentOf(account)
  const terms = { agent, account, merchantUid: merchant.uid, override: false, nowMs }
  const decision = decideAccountMatch({ ...before, assignment: 'done' }, terms, {
    actor: autoActor,
    now,
  })
  if (decision.kind === 'refused') return 'lost_race'
  const { step } = decision
  const { id, version } = account
  const onAccount = assignOnAccount({ id, version, amount: before.amount, day: taipeiDay(now) })
  const { tradeNo } = before
  const party = collectionKind.party(before)
  return commit(context.db, [
    ...writeCollection({ context, found, step, accounts: [onAccount] }),
    ...slotStatements(context, step.order),
    ...consequencesOf({ context, merchant, step }),
    requireOrderNotHeld(holdsOfOrder({ uid: merchant.uid, tradeNo, party })),
  ])
}

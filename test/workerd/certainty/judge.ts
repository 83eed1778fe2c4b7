import type { Doubt } from '../../../src/contract/back-office/states.ts'
import type { Excuse, Fates, Money, Plan, Settlement, TrueOrder } from './truth.ts'

// Holds what a service has done against the law of matching by itself: a collection is settled without a person only
// where exactly one order and exactly one bank transaction can belong together.

/** A settlement that may not be, or another breach of the law. */
type Breach = {
  readonly what:
    | 'false'
    | 'forbidden'
    | 'order_settled_twice'
    | 'money_used_twice'
    | 'over_limit'
    | 'not_unclaimed'
  readonly kind: string
  readonly text: string
}

export type Judgement = {
  readonly breaches: readonly Breach[]
  readonly settled: number
  readonly isTrue: number
  /** Settlements that are not true and accepted, by what accepts them. */
  readonly accepted: ReadonlyMap<Excuse, number>
  /** Dollars that a stolen token has taken at the most on one account. */
  readonly stolen: number
  readonly clean: number
  readonly cleanSettled: number
  /** Clean orders that were left to people, for whoever looks for the reason. */
  readonly left: readonly TrueOrder[]
}

/** What the deployment allows; dollars. */
type Limits = { readonly autoAwaitingMax: number; readonly approvalFrom: number }

/** Judges what a service has done with a plan. */
export function judge(plan: Plan, { settlements, lines }: Fates, limits: Limits): Judgement {
  const orders = new Map(plan.orders.map((order) => [order.number, order]))
  const moneys = new Map(plan.moneys.map((money) => [money.number, money]))
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  const breaches: Breach[] = []
  const accepted = new Map<Excuse, number>()
  const accept = (kind: Excuse) => accepted.set(kind, (accepted.get(kind) ?? 0) + 1)
  const automatic = settlements.filter(({ isAuto }) => isAuto)
  const stolen = new Map<number, number>()
  const known = new Set(lines.map(({ money }) => money))
  let isTrue = 0
  for (const settlement of automatic) {
    const order = orders.get(settlement.order)
    const line = lineOf.get(settlement.line)
    const money = moneys.get(line?.money ?? '')
    if (order === undefined || line === undefined || money === undefined) {
      throw new Error(`a settlement of what nobody knows: ${JSON.stringify(settlement)}`)
    }
    const text = textOf(order, money, settlement, plan.seed)
    const breach = (what: Breach['what']) => breaches.push({ what, kind: money.kind, text })
    const isForbidden = isForbiddenAt(money, settlement, settlements)
    if (isForbidden) breach('forbidden')
    if (money.amount !== order.amount) breach('false')
    else if (money.madeUpBy === null && money.order === order) isTrue += 1
    else if (money.madeUpBy === 'token') {
      if (!line.isConfirmed)
        stolen.set(line.account, (stolen.get(line.account) ?? 0) + money.amount)
      accept('stolen_token_within_limit')
    } else if (money.madeUpBy === 'file') {
      if (madeUpThatDay(plan, money, known) < limits.approvalFrom)
        accept('made_up_below_approval_amount')
      else breach('false')
    } else if (money.accepted !== null && !isForbidden && isAccepted(money, order)) {
      accept(money.accepted)
    } else breach('false')
  }
  for (const [account, sum] of stolen) {
    if (sum > limits.autoAwaitingMax) {
      const text = `${sum} made up on account ${account}, more than ${limits.autoAwaitingMax}`
      breaches.push({ what: 'over_limit', kind: 'awaiting_limit:a stolen token', text })
    }
  }
  breaches.push(...repeated(settlements, lineOf, moneys), ...misstated(lines))
  const cleanSettled = new Set(automatic.map(({ order }) => order))
  const left = [...plan.clean].filter(({ number }) => !cleanSettled.has(number))
  return {
    breaches,
    settled: automatic.length,
    isTrue,
    accepted,
    left,
    stolen: Math.max(0, ...stolen.values()),
    clean: plan.clean.size,
    cleanSettled: plan.clean.size - left.length,
  }
}

/** The breaches that take part in a doubt: what it forbids, or cases that only it keeps from being false. */
export function namesDoubt(judged: Judgement, doubt: Doubt): Breach | null {
  return judged.breaches.find(({ kind }) => kind.split(':')[0] === doubt) ?? null
}

function textOf(order: TrueOrder, money: Money, settlement: Settlement, seed: number): string {
  const paidFor = money.order === null ? 'no order' : money.order.number
  return (
    `seed ${seed}: ${money.kind} ${money.number} of ${money.amount} for ${paidFor}, ` +
    `paid by ${money.payer?.id ?? 'nobody'}, has settled ${order.number} (${order.kind}) of ` +
    `${order.person.id} at ${settlement.at} by line ${settlement.line}`
  )
}

// Nobody knows of another order's money before that order is settled.
function isForbiddenAt(
  { forbidden, forbiddenUntil, forbiddenOnce }: Money,
  { at }: Settlement,
  settlements: readonly Settlement[],
): boolean {
  if (forbidden === null || at >= forbiddenUntil) return false
  return (
    forbiddenOnce === null ||
    settlements.some((other) => other.order === forbiddenOnce.number && other.at < at)
  )
}

// Who pays again has paid their own next order; others' digits without a name pay anybody's.
function isAccepted(money: Money, order: TrueOrder): boolean {
  return money.accepted !== 'paid_again_after_rest' || money.payer === order.person
}

// What the same person had brought in that day, with this file; a file that was refused has brought in nothing.
function madeUpThatDay(plan: Plan, money: Money, reported: ReadonlySet<string>): number {
  const files = plan.happenings.filter((one) => one.what === 'forge')
  const its = files.find(({ moneys }) => moneys.includes(money))
  if (its === undefined) return 0
  return files
    .filter(({ at }) => taipeiDay(at) === taipeiDay(its.at) && at <= its.at)
    .flatMap(({ moneys }) => moneys)
    .filter(({ number }) => reported.has(number))
    .reduce((sum, { amount }) => sum + amount, 0)
}

const taipeiDay = (seconds: number) => Math.floor((seconds + 28_800) / 86_400)

// Of the settlements that stand, no two have an order or a line; nor, where one is the service's, a money.
function repeated(
  settlements: readonly Settlement[],
  lineOf: ReadonlyMap<number, { readonly money: string }>,
  moneys: ReadonlyMap<string, Money>,
): Breach[] {
  const standing = settlements.filter(({ isUndone }) => !isUndone)
  const perOrder = Map.groupBy(standing, ({ order }) => order)
  const perMoney = Map.groupBy(standing, ({ line }) => lineOf.get(line)?.money ?? '')
  const ofOrders = [...perOrder]
    .filter(([, all]) => all.length > 1 && all.some(({ isAuto }) => isAuto))
    .map(([order, all]) => ({
      what: 'order_settled_twice' as const,
      kind: 'order',
      text: `${order} by lines ${all.map(({ line }) => line).join(', ')}`,
    }))
  const ofMoneys = [...perMoney]
    .filter(([number, all]) => {
      const isKnown = moneys.get(number)?.accepted === 'two_numbers_of_one_reporter'
      return all.length > 1 && all.some(({ isAuto }) => isAuto) && !isKnown
    })
    .map(([number, all]) => ({
      what: 'money_used_twice' as const,
      kind: moneys.get(number)?.kind ?? '',
      text: `${number} has paid ${all.map(({ order }) => order).join(', ')}`,
    }))
  return [...ofOrders, ...ofMoneys]
}

function misstated(lines: Fates['lines']): Breach[] {
  return lines
    .filter(({ state, order }) => (state === 'claimed') !== (order !== null))
    .map(({ id, state, order }) => ({
      what: 'not_unclaimed' as const,
      kind: 'line',
      text: `line ${id} is ${state} and has the order ${order}`,
    }))
}

import type { Answer } from '../support/service.ts'
import { reportMoney } from './reporters.ts'
import type { RealMoney } from './truth.ts'
import type { Account, Member, WalkOrder, World } from './walk-world.ts'

// Honest members, agents and feeds. Each step goes on by itself once it has begun.

/** What became of an honest member's order. */
type Service = {
  readonly order: WalkOrder
  /** When it was paid; null while it was not. */
  paidAt: number | null
  /** What refused to settle it last. */
  last: string
}

export class Honest {
  readonly orders: Service[] = []
  readonly payouts: Service[] = []
  /** Orders that nobody will pay: what insiders would like to have credited. */
  readonly abandoned: WalkOrder[] = []
  private readonly busy = new Map<string, Set<number>>()

  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** A member orders, an agent matches, the member pays, the feed reports, the agent settles. */
  async order(): Promise<void> {
    const { world } = this
    const { agent } = world.names
    const member = world.one(world.members.slice(0, payingMembers))
    const amount = world.one([500, 1_000, 1_000, 3_000, world.between(300, 5_000)])
    const busy = this.busy.get(member.person) ?? new Set()
    // Two that fit alike are an operator's.
    if (busy.has(amount)) return
    busy.add(amount)
    this.busy.set(member.person, busy)
    const shop = world.one(world.shops)
    const order = await world.collect(member, amount, { shop, isLink: world.chance(0.6) })
    if (order === null) return
    const served: Service = { order, paidAt: null, last: '' }
    const [, second] = world.shops.filter(({ home }) => home === shop.home)
    const names: readonly Account['name'][] = shop === second ? [...usual, 'private'] : usual
    const { id } = world.accountIn(shop.home, world.one(names))
    world.later(world.between(5, 90), async () => {
      const matched = await world.askOf(order, 'matchCollection', agent, { bank_account: id })
      if (matched.status !== 200) return
      world.later(world.between(20, 1_200), () => this.payFor(served, id))
    })
  }

  private async payFor(served: Service, account: number): Promise<void> {
    const { world } = this
    const { order } = served
    const { tradeNo, member, amount } = order
    const money = world.pay(account, amount, member, tradeNo)
    served.paidAt = world.now
    this.orders.push(served)
    this.report(money)
    const tries = [200, 1_500, 86_400, 2 * 86_400]
    for (const seconds of tries) {
      world.later(seconds + world.between(0, 60), () => this.settle(served, account))
    }
  }

  /** Feeds report money. */
  report(money: RealMoney): void {
    const { world } = this
    const account = world.accounts.find(({ id }) => id === money.account)
    if (world.chance(0.96)) {
      world.later(world.between(3, 120), async () => {
        await reportMoney(world, world.names.main, money)
      })
    }
    if (account?.name === 'plain' && world.chance(0.4)) {
      const skew = world.chance(0.4) ? world.between(0, 1_000) : 0
      world.later(skew + world.between(3, 120), async () => {
        await reportMoney(world, world.names.second, money, skew)
      })
    }
  }

  private async settle(served: Service, account: number): Promise<void> {
    const { world } = this
    const { agent } = world.names
    if (served.last === 'settled') return
    const { body } = await world.askOf(served.order, 'candidatesOfCollection', agent)
    const items: readonly Candidate[] = body?.items ?? []
    const fitting = items.find(({ reasons }) =>
      ['amount', 'last5', 'in_time'].every((one) => reasons.includes(one)),
    )
    if (fitting === undefined) {
      served.last = `no candidate among ${items.length} on ${account}`
      return
    }
    const named = { bank_transactions: [fitting.id] }
    const answer = await world.askOf(served.order, 'settleCollection', agent, named)
    served.last = outcomeOf(answer)
    if (answer.status === 200 || answer.body.error === 'already_final') {
      this.busy.get(served.order.member.person)?.delete(served.order.amount)
    }
  }

  /** A member is paid out by an agent. */
  async payout(): Promise<void> {
    const { world } = this
    const shop = world.one(world.shops)
    const member = world.one(world.members.slice(0, payingMembers))
    const order = await world.payOut(member, world.between(100, 4_000), { shop })
    if (order === null) return
    const served: Service = { order, paidAt: null, last: '' }
    this.payouts.push(served)
    const { id } = world.accountIn(shop.home, world.one(['out', 'plain']))
    world.later(world.between(20, 600), async () => {
      const fee = world.one([0, 15, 30])
      const money = world.pay(id, -(order.amount + fee), member, order.tradeNo)
      served.paidAt = world.now
      world.later(world.between(3, 60), async () => {
        const { row } = await reportMoney(world, world.names.main, money)
        const body = {
          bank_account: id,
          bank_transactions: row === null ? [] : [row],
          ...(fee === 0 || row === null ? {} : { fee }),
        }
        await world.askOf(order, 'takePayout', world.names.agent, {})
        served.last = outcomeOf(await world.askOf(order, 'processPayout', world.names.agent, body))
      })
    })
  }

  /** A member orders, is shown an account, and never pays. */
  async abandon(): Promise<void> {
    const { world } = this
    const member: Member = world.one(world.members.slice(payingMembers))
    const shop = world.one(world.shops)
    const order = await world.collect(member, world.one(menu), { shop, isLink: world.chance(0.5) })
    if (order === null) return
    this.abandoned.push(order)
    const { id } = world.accountIn(shop.home, world.one(usual))
    if (world.chance(0.5)) return
    world.later(world.between(5, 90), async () => {
      await world.askOf(order, 'matchCollection', world.names.agent, { bank_account: id })
    })
  }

  /** A member pays without an order. */
  stray(): void {
    const { world } = this
    const member = world.one(world.members.slice(0, payingMembers))
    const home = world.between(0, world.databases.length - 1)
    const { id } = world.accountIn(home, world.one(usual))
    this.report(world.pay(id, world.one([...menu, 30_000]), member, 'none'))
  }

  /** An operator holds the account of somebody who is suspected. */
  async hold(member: Member): Promise<void> {
    const { world } = this
    const body = { account_no: member.accountNo, reason: 'walk' }
    const { status } = await world.ask('placeHold', world.names.ann, { body })
    if (status === 201) world.truth.holds.push({ person: member.person, at: world.now })
  }
}

const outcomeOf = ({ status, body }: Answer) =>
  status === 200 ? 'settled' : `${body.error} ${JSON.stringify(body.differs ?? '')}`

type Candidate = { readonly id: number; readonly reasons: readonly string[] }

const payingMembers = 16
const usual = ['main', 'plain', 'main', 'later'] as const

/** Amounts that many orders have. Dollars. */
export const menu = [500, 1_000, 1_000, 3_000] as const

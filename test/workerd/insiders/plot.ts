import type { By } from '../support/walk/desk-calls.ts'
import type { Honest } from './honest-steps.ts'
import type { RealMoney } from './truth.ts'
import type { Account, Member, WalkOrder, World } from './walk-world.ts'

// What insiders share: the orders that they made, and what they see. They read what they like of the rows.

export const parties = ['agent', 'friend', 'feed', 'payer', 'operator'] as const
export type Party = (typeof parties)[number]

/** Everyone's pairs. */
export const pairs = parties.flatMap((one, place) =>
  parties.slice(place + 1).map((other) => [one, other] as const),
)

/** Weighted steps. */
export type Steps = readonly (readonly [weight: number, step: () => Promise<unknown>])[]

/** A row of a bank transaction. */
export type Line = {
  readonly id: number
  readonly bank_account_id: number
  readonly booked_at: number
  readonly amount: number
  readonly external_id: string | null
  readonly counterparty_last5: string
  readonly counterparty_name: string
}

/** Two insiders, whoever they are, and what they have made together. */
export class Plot {
  readonly friend: Member
  readonly payer: Member
  readonly made: WalkOrder[] = []
  readonly world: World
  readonly honest: Honest
  readonly has: ReadonlySet<Party>

  constructor(world: World, honest: Honest, has: ReadonlySet<Party>) {
    this.world = world
    this.honest = honest
    this.has = has
    this.friend = world.aMember()
    this.payer = world.aMember()
    for (const { person } of [this.friend, this.payer]) world.truth.crooked.add(person)
  }

  // An order, that an honest agent gives an account to as to everybody's.
  async order(member: Member, amount: number, accountNo = member.accountNo) {
    const { world } = this
    const terms = { accountNo, isLink: world.chance(0.4) }
    const order = await world.collect(member, amount, terms)
    if (order === null) return null
    this.made.push(order)
    const { id } = world.accountIn(order.home, world.one(['main', 'plain', 'later']))
    if (!this.has.has('agent') || world.chance(0.3)) {
      await this.match(order, id, world.names.agent)
      this.serve(order)
    }
    return order
  }

  // The honest agent looks whether there is money for it, as for any order, and pays out what is asked for.
  serve(order: WalkOrder): void {
    const { world } = this
    const { agent } = world.names
    for (const seconds of [300, 3_000, 90_000]) {
      world.later(seconds + world.between(0, 60), async () => {
        const { body } = await world.askOf(order, 'candidatesOfCollection', agent)
        const items: readonly { id: number; reasons: readonly string[] }[] = body?.items ?? []
        const fitting = items.find(({ reasons }) => reasons.includes('last5'))
        if (fitting === undefined) return
        await world.askOf(order, 'settleCollection', agent, { bank_transactions: [fitting.id] })
      })
    }
  }

  async askForMoney(member: Member): Promise<WalkOrder | null> {
    const { world } = this
    const amount = world.one([100, 100, world.between(100, 3_000), 40_000])
    const order = await world.payOut(member, amount)
    if (order !== null) this.made.push(order)
    return order
  }

  async shownTo({ tradeNo, home }: WalkOrder): Promise<number> {
    const [found] = await this.world.rows<{ id: number | null }>(
      home,
      'select bank_account_id as id from collections where trade_no = ?',
      tradeNo,
    )
    return found?.id ?? 0
  }

  /** An order that one of them would like to see credited, most often a new one; of everybody who never pays, too. */
  async target(kind: WalkOrder['kind'], isOpen = true): Promise<WalkOrder | null> {
    const { world } = this
    const all = [...this.made, ...this.honest.abandoned].filter((one) => one.kind === kind)
    const newest = all.slice(-8)
    if (newest.length === 0) return null
    const drawn = world.one(world.chance(0.8) ? newest : all)
    if (!isOpen) return drawn
    const table = kind === 'collection' ? 'collections' : 'payouts'
    const [found] = await world.rows<{ status: string }>(
      drawn.home,
      `select status from ${table} where trade_no = ?`,
      drawn.tradeNo,
    )
    return found?.status === 'pending' ? drawn : null
  }

  async linesFor(
    { home, amount, kind }: WalkOrder,
    { isEqual = true, state = 'unclaimed', limit = 8 } = {},
  ): Promise<readonly Line[]> {
    const { world } = this
    const accounts = JSON.stringify(world.accounts.map(({ id }) => id))
    const sign = kind === 'collection' ? 1 : -1
    const equal = isEqual ? 'and abs(amount) = ?3' : 'and ?3 > 0'
    return world.rows<Line>(
      home,
      `select * from bank_transactions where sign(amount) = ?1 and state = ?4 ${equal}
         and bank_account_id in (select value from json_each(?2)) order by id desc limit ?5`,
      sign,
      accounts,
      amount * 100,
      state,
      limit,
    )
  }

  accountFor(home: number, names: readonly Account['name'][]): Account {
    return this.world.accountIn(home, this.world.one(names))
  }

  take(order: WalkOrder, by: By) {
    const name = order.kind === 'collection' ? 'takeCollection' : 'takePayout'
    return this.world.askOf(order, name, by, {})
  }

  match(order: WalkOrder, account: number, by: By = this.world.names.agent) {
    return this.world.askOf(order, 'matchCollection', by, { bank_account: account })
  }

  async aWaiting(home: number): Promise<number> {
    const [found] = await this.world.rows<{ id: number }>(
      home,
      `select id from approvals where state = 'waiting' order by id desc limit 1 offset ?`,
      this.world.between(0, 3),
    )
    return found?.id ?? 1
  }

  async payShown(order: WalkOrder): Promise<RealMoney | null> {
    const { world } = this
    const account = await this.shownTo(order)
    if (account === 0) return null
    const money = world.pay(account, order.amount, order.member, order.tradeNo)
    this.honest.report(money)
    return money
  }
}

/** Somebody of a plot, whose random steps are taken. */
export class Insider {
  protected readonly plot: Plot
  protected readonly world: World

  constructor(plot: Plot) {
    this.plot = plot
    this.world = plot.world
  }

  /** A step about an order that one of them would like to see credited, if there is one. */
  protected about(
    kind: WalkOrder['kind'],
    step: (order: WalkOrder) => Promise<unknown>,
    isOpen = true,
  ): () => Promise<unknown> {
    return async () => {
      const order = await this.plot.target(kind, isOpen)
      return order === null ? null : step(order)
    }
  }
}

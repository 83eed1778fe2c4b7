import { Insider, type Steps } from './plot.ts'
import { post, spelt } from './reporters.ts'
import type { WalkOrder } from './walk-world.ts'

/** Whoever has the token of a feed. */
export class CrookedFeed extends Insider {
  feedSteps(): Steps {
    return [
      [4, this.about('collection', (order) => this.inventFor(order))],
      [3, () => this.reportAgain()],
      [2, this.about('payout', (order) => this.inventDebit(order))],
      [1, this.about('collection', (order) => this.reportOnAnotherDay(order))],
      [1, this.about('collection', (order) => this.respell(order))],
    ]
  }

  private async inventFor(order: WalkOrder): Promise<void> {
    const { world } = this
    const account =
      (await this.plot.shownTo(order)) || this.plot.accountFor(order.home, ['main', 'plain']).id
    const skew = world.one([0, 0, -660, 660, -86_400])
    await this.invent(account, order.amount, order, world.now + skew)
  }

  private invent(account: number, amount: number, { last5, member }: WalkOrder, at: number) {
    const { world } = this
    const externalId = `X${world.number()}`
    const said = { account, at, amount, externalId, last5, name: spelt(world, member.name) }
    return post(world, world.names.badFeed, said, { money: null, isHonest: false })
  }

  // Money that has moved, under a number of its own, to the same five digits or to a friend's.
  private async reportAgain(): Promise<void> {
    const { world } = this
    const money = world.truth.moneys.at(-1 - world.between(0, 10))
    const order = await this.plot.target('collection')
    if (money === undefined || money.amount < 0) return
    const isFriends = order !== null && world.chance(0.5)
    const member = world.known.get(money.person)
    const last5 = isFriends ? order.last5 : (member?.accountNo ?? '').slice(-5)
    const said = {
      account: money.account,
      at: money.at + world.one([0, 300, 660, 7_200]),
      last5,
      amount: money.amount / 100,
      externalId: `X${world.number()}`,
      name: world.one(['', '王○明', spelt(world, member?.name ?? '')]),
    }
    await post(world, world.names.badFeed, said, {
      money: isFriends ? null : money,
      isHonest: false,
    })
  }

  private async inventDebit(order: WalkOrder): Promise<void> {
    const account = this.plot.accountFor(order.home, ['out', 'plain'])
    await this.invent(account.id, -order.amount, order, this.world.now)
  }

  private async reportOnAnotherDay(order: WalkOrder): Promise<void> {
    const { world } = this
    const account = this.plot.accountFor(order.home, ['main', 'plain']).id
    await this.invent(account, order.amount, order, world.now + world.one([-3, 1, 3, 300]) * 86_400)
  }

  // The same number of its own, otherwise spelt: one line.
  private async respell(order: WalkOrder): Promise<void> {
    const { world } = this
    const account = this.plot.accountFor(order.home, ['main', 'plain']).id
    const externalId = `Xa${world.number()}`
    const said = { account, at: world.now, amount: order.amount, last5: order.last5 }
    const meant = { money: null, isHonest: false }
    const by = world.names.badFeed
    const first = await post(world, by, { ...said, externalId }, meant)
    const again = world.one([
      externalId.toUpperCase(),
      `${externalId}\u200b`,
      externalId.replace('X', 'Ｘ'),
      `${externalId.slice(0, 1)} ${externalId.slice(1)}`,
    ])
    const second = await post(world, by, { ...said, externalId: again }, meant)
    if (first.row !== null && second.row !== null) {
      world.truth.respelt.push({ first: first.row, again: second.row })
    }
  }
}

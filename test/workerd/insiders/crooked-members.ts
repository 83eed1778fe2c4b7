import { menu } from './honest-steps.ts'
import { Insider, type Steps } from './plot.ts'
import type { Member, WalkOrder } from './walk-world.ts'

/** A friend, who pays nothing, and a payer, who pays once and hopes for two. */
export class CrookedMembers extends Insider {
  friendSteps(): Steps {
    const { friend } = this.plot
    return [
      [4, () => this.plot.order(friend, this.anAmount())],
      [1, () => this.orderLikeAnother()],
      [2, () => this.plot.askForMoney(friend)],
      [1, () => this.orderSpelt(friend)],
      [3, () => this.orderLikeLine(friend)],
    ]
  }

  payerSteps(): Steps {
    const { payer } = this.plot
    return [
      [3, () => this.payOneOfTwo(payer)],
      [2, () => this.plot.order(payer, this.world.one(menu))],
      [1, () => this.payLate(payer)],
      [1, () => this.payBefore(payer)],
      [2, () => this.orderLikeLine(payer)],
    ]
  }

  private anAmount(): number {
    const { world } = this
    return world.one([...menu, world.between(300, 5_000), 30_000, 99_999, 120_000, 5_000_000])
  }

  // The amount and the five digits of somebody honest who waits.
  private async orderLikeAnother(): Promise<void> {
    const { world } = this
    const like = this.plot.honest.orders.at(-1 - world.between(0, 20))?.order
    if (like === undefined || world.chance(0.7)) return
    const home = world.shops.filter((shop) => shop.home === like.home)
    const terms = { shop: world.one(home), accountNo: like.member.accountNo.slice(-5) }
    const order = await world.collect(this.plot.friend, like.amount, terms)
    if (order !== null) this.plot.made.push(order)
  }

  // The same account, otherwise spelt.
  private async orderSpelt({ accountNo: digits }: Member): Promise<void> {
    const { world } = this
    const { friend } = this.plot
    const accountNo = world.one([
      digits.replace(/\d/, (one) => String.fromCodePoint(0xff10 + Number(one))),
      digits.replace(/\d/g, (one) => String.fromCodePoint(0x660 + Number(one))),
      `013-${digits}`,
      `${digits}A`,
      digits.replace(/(\d{4})/g, '$1-'),
      ` ${digits}　`,
    ])
    if (world.chance(0.5)) await this.plot.order(friend, world.one(menu), accountNo)
    else {
      const order = await world.payOut(friend, world.between(100, 900), { accountNo })
      if (order !== null) this.plot.made.push(order)
    }
    if (world.chance(0.2)) await this.plot.honest.hold(friend)
  }

  // Two orders that fit alike, or one after the other, and one deposit.
  private async payOneOfTwo(payer: Member): Promise<void> {
    const { world } = this
    const amount = world.one([...menu, world.between(300, 60_000)])
    const first = await this.plot.order(payer, amount)
    if (first === null) return
    const isAtOnce = world.chance(0.4)
    if (isAtOnce) await this.plot.order(payer, amount)
    world.later(world.between(60, 900), async () => void (await this.plot.payShown(first)))
    if (isAtOnce) return
    world.later(world.between(1_500, 30_000), async () => {
      const second = await this.plot.order(payer, amount)
      if (second !== null && world.chance(0.5))
        await this.plot.match(second, await this.plot.shownTo(first))
    })
  }

  private async payLate(payer: Member): Promise<void> {
    const { world } = this
    const order = await this.plot.order(payer, world.one(menu))
    if (order !== null)
      world.later(world.between(7_000, 90_000), async () => void (await this.plot.payShown(order)))
  }

  private async payBefore(payer: Member): Promise<void> {
    const { world } = this
    const amount = world.one(menu)
    const home = world.between(0, world.databases.length - 1)
    const { id } = world.accountIn(home, 'main')
    this.plot.honest.report(world.pay(id, amount, payer, 'none'))
    world.later(world.between(60, 900), async () => {
      const shop = world.one(world.shops.filter((one) => one.home === home))
      const order = await world.collect(payer, amount, { shop })
      if (order === null) return
      this.plot.made.push(order)
      await this.plot.match(order, id, world.names.agent)
      this.plot.serve(order)
    })
  }

  // An order made for a line that is there already.
  private async orderLikeLine(member: Member): Promise<void> {
    const { world } = this
    const home = world.between(0, world.databases.length - 1)
    const some = { home, kind: 'collection', amount: 1 } as WalkOrder
    const lines = await this.plot.linesFor(some, { isEqual: false })
    const whole = lines.filter(({ amount }) => amount % 100 === 0)
    if (whole.length === 0) return
    const line = world.one(whole)
    const accountNo = world.chance(0.9) ? line.counterparty_last5 : member.accountNo
    const shop = world.one(world.shops.filter((one) => one.home === home))
    const order = await world.collect(member, line.amount / 100, { shop, accountNo })
    if (order === null) return
    this.plot.made.push(order)
    const isAlone = !this.plot.has.has('agent')
    const by = isAlone ? world.names.agent : world.names.badAgent
    await this.plot.match(order, line.bank_account_id, by)
    if (isAlone) return this.plot.serve(order)
    await world.askOf(order, 'settleCollection', by, { bank_transactions: [line.id] })
  }
}

import type { By } from '../support/walk/desk-calls.ts'
import { Insider, type Steps } from './plot.ts'
import { post } from './reporters.ts'
import type { WalkOrder } from './walk-world.ts'

/** An agent who helps friends. Operators do some of it, too. */
export class CrookedAgent extends Insider {
  agentSteps(): Steps {
    const by = this.world.names.badAgent
    const settle = (more: object) =>
      this.about('collection', (order) => this.settleWith(order, by, more))
    return [
      [4, this.about('collection', (order) => this.matchTo(order, by))],
      [8, settle({})],
      [2, this.about('collection', (order) => this.settleWithTwo(order, by))],
      [1, settle({ manual: true, reason: 'x' })],
      [1, settle({ paid_at: '1999-01-01 00:00:00' })],
      [1, settle({ override: ['evidence_differs'], reason: 'x' })],
      [1, this.about('collection', (order) => this.settleWithout(order, by, {}))],
      [3, () => this.stealDebit(by)],
      [2, this.about('payout', (order) => this.processWith(order, by, {}))],
      [1, this.about('collection', (order) => this.matchInLabels(order, by))],
      [1, this.about('collection', (order) => this.putAside(order, by))],
      [1, this.about('collection', (order) => this.askForOperators(order, by), false)],
    ]
  }

  async matchTo(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    // Where a line of its amount lies.
    const [line] = await this.plot.linesFor(order)
    const some = this.plot.accountFor(order.home, ['main', 'plain', 'later', 'private'])
    await this.plot.match(
      order,
      line !== undefined && world.chance(0.6) ? line.bank_account_id : some.id,
      by,
    )
  }

  async settleWith(order: WalkOrder, by: By, more: object): Promise<void> {
    const { world } = this
    const isEqual = world.chance(0.85)
    const lines = await this.plot.linesFor(order, { isEqual })
    const alike = lines.filter((line) => line.counterparty_last5 === order.last5)
    const chosen = alike.length > 0 && world.chance(0.7) ? alike : lines
    if (chosen.length === 0) return
    if (world.chance(0.3)) await this.plot.take(order, by)
    const body = { bank_transactions: [world.one(chosen).id], ...more }
    await world.askOf(order, 'settleCollection', by, body)
  }

  private async settleWithTwo(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    const lines = await this.plot.linesFor(order, { isEqual: false, limit: 40 })
    const pair = lines
      .flatMap((one) => lines.map((other) => [one, other] as const))
      .find(([one, other]) => one.id < other.id && one.amount + other.amount === order.amount * 100)
    const two = pair ?? lines.slice(0, 2)
    if (two.length < 2) return
    const body = { bank_transactions: two.map(({ id }) => id) }
    await world.askOf(order, 'settleCollection', by, body)
  }

  async settleWithout(order: WalkOrder, by: By, more: object): Promise<void> {
    await this.world.askOf(order, 'settleCollection', by, more)
  }

  // Pays itself, or a friend, more than was asked for, and says that the bank took the rest.
  async stealDebit(by: By): Promise<void> {
    const { world } = this
    const order =
      (await this.plot.target('payout')) ?? (await this.plot.askForMoney(this.plot.friend))
    if (order === null) return
    const fee = world.one([0, 15, 30, 31, 500, 50_000, 99_800, 900_000])
    const parts = world.one([[1], [1], [0.5, 0.5]])
    const account = this.plot.accountFor(order.home, ['out', 'plain'])
    const rows: number[] = []
    for (const part of parts) {
      const amount = -Math.round((order.amount + fee) * part)
      const money = world.pay(account.id, amount, order.member, order.tradeNo)
      const said = {
        account: account.id,
        at: world.now,
        amount,
        externalId: `M${money.id}`,
        accountNo: order.member.accountNo,
      }
      const { row } = await post(world, world.names.main, said, { money, isHonest: true })
      if (row !== null) rows.push(row)
    }
    if (rows.length < parts.length) return
    await this.plot.take(order, by)
    const paid = parts.reduce((sum, part) => sum + Math.round((order.amount + fee) * part), 0)
    const isHidden = world.chance(0.7)
    const body = {
      bank_account: account.id,
      bank_transactions: rows,
      ...(isHidden && paid > order.amount ? { fee: paid - order.amount } : {}),
      ...(isHidden ? {} : { actual_amount: paid }),
      ...(by === world.names.badAgent
        ? {}
        : { override: ['evidence_differs', 'amount'], reason: 'x' }),
    }
    await world.askOf(order, 'processPayout', by, body)
  }

  // With somebody else's debit.
  async processWith(order: WalkOrder, by: By, more: object): Promise<void> {
    const { world } = this
    const lines = await this.plot.linesFor(order, { isEqual: false })
    if (lines.length === 0) return
    await this.plot.take(order, by)
    const line = world.one(lines)
    const rest = Math.abs(line.amount) / 100 - order.amount
    const body = {
      bank_account: line.bank_account_id,
      bank_transactions: [line.id],
      ...(rest > 0 ? { fee: rest } : {}),
      ...more,
    }
    await world.askOf(order, 'processPayout', by, body)
  }

  async matchInLabels(order: WalkOrder, by: By): Promise<void> {
    const body = {
      collection_account_name: '某人',
      collection_account_no: this.plot.friend.accountNo,
      collection_bank_name: '臺灣銀行',
    }
    await this.world.askOf(order, 'matchCollection', by, body)
  }

  private async putAside(order: WalkOrder, by: By): Promise<void> {
    await this.world.askOf(order, 'reportException', by, { reason: 'x' })
  }

  // What an agent may not ask for.
  private async askForOperators(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    const approval = await this.plot.aWaiting(order.home)
    const asks = [
      () => world.askOf(order, 'confirmCollection', by, { accept: true }),
      () => world.askOf(order, 'reverseCollection', by, { reason: 'x', because: 'wrong_match' }),
      () => world.ask('approve', by, { path: { id: String(approval) }, body: {} }),
      () =>
        world.ask('patchBankAccount', by, {
          path: { id: String(this.plot.accountFor(order.home, ['main']).id) },
          body: { backing: 'later' },
        }),
    ]
    await world.one(asks)()
  }
}

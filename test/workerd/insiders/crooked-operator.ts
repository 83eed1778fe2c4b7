import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import type { By } from '../support/walk/desk-calls.ts'
import { CrookedAgent } from './crooked-agent.ts'
import type { Line, Steps } from './plot.ts'
import { fileOf, noteImport, openingBalance, post } from './reporters.ts'
import type { WalkOrder } from './walk-world.ts'

/** One operator alone, with a service token of their own in that role. */
export class CrookedOperator extends CrookedAgent {
  operatorSteps(): Steps {
    const { badOperator, badToken } = this.world.names
    const past = {
      override: ['evidence_differs', 'amount', 'already_paid', 'balance'],
      reason: 'x',
    }
    const either = () => (this.world.chance(0.8) ? badOperator : badToken)
    const collection = (step: (order: WalkOrder, by: By) => Promise<unknown>, isOpen = true) =>
      this.about('collection', (order) => step(order, either()), isOpen)
    const payout = (step: (order: WalkOrder, by: By) => Promise<unknown>) =>
      this.about('payout', (order) => step(order, either()))
    return [
      [4, () => this.importMadeUp(either())],
      [4, collection((order, by) => this.settleWith(order, by, {}))],
      [3, collection((order, by) => this.settleWith(order, by, past))],
      [2, collection((order, by) => this.settleWithout(order, by, { manual: true, reason: 'x' }))],
      [
        1,
        collection((order, by) => this.settleWithout(order, by, { override: true, reason: 'x' })),
      ],
      [2, () => this.settleMany(either())],
      [2, collection((order, by) => this.postByHand(order, by))],
      [2, () => this.changeAccount(either())],
      [1, () => this.changeMerchant(either())],
      [2, () => this.adjust(either())],
      [2, () => this.reverse(either())],
      [1, collection((order, by) => this.back(order, by), false)],
      [2, () => this.ignore(either())],
      [2, () => this.stealDebit(either())],
      [1, payout((order, by) => this.processWith(order, by, past))],
      [1, payout((order, by) => this.processWithout(order, by))],
      [1, collection((order, by) => this.matchTo(order, by))],
      [1, collection((order) => this.matchInLabels(order, badOperator))],
      [2, () => this.approveOwn(either())],
      [1, () => this.lift(either())],
      [1, collection((order, by) => this.declare(order, by), false)],
    ]
  }

  // All that statements have told of the day, so that the file is whole, and money that nobody paid.
  private async importMadeUp(by: By): Promise<void> {
    const { world } = this
    const order = await this.plot.target(world.chance(0.8) ? 'collection' : 'payout')
    if (order === null) return
    const shown = order.kind === 'collection' ? await this.plot.shownTo(order) : 0
    const names = order.kind === 'collection' ? (['plain'] as const) : (['plain', 'out'] as const)
    const fallback = this.plot.accountFor(order.home, names)
    const account = world.accounts.find(({ id }) => id === shown) ?? fallback
    if (account.name !== 'plain' && world.chance(0.5)) return
    const stored = await world.rows<Line & { memo: string; balance_after: number | null }>(
      order.home,
      `select * from bank_transactions where bank_account_id = ? and confirmed_at is not null
         and (booked_at + 28800) / 86400 = ? order by booked_at, id`,
      account.id,
      taipeiDay(world.now),
    )
    const [last] = await world.rows<{ balance: number }>(
      order.home,
      `select balance_after as balance from bank_transactions
       where bank_account_id = ? and balance_after is not null order by booked_at desc, id desc limit 1`,
      account.id,
    )
    const sign = order.kind === 'collection' ? 1 : -1
    const invented = Array.from({ length: world.between(1, 3) }, () => ({
      amount: sign * order.amount,
      memo: `${world.number()}`,
    }))
    const at = secondsToTaipei(world.now)
    const row = (amount: number, memo: string, name: string, when: string, balance: number) =>
      account.name === 'plain'
        ? [when.slice(0, 10), amount, memo, name]
        : [...when.split(' '), amount, balance, memo, order.member.accountNo, name]
    let balance = last === undefined ? openingBalance : last.balance / 100
    const rows = [
      ...stored.map((line) =>
        row(
          line.amount / 100,
          line.memo,
          line.counterparty_name,
          secondsToTaipei(line.booked_at),
          (line.balance_after ?? 0) / 100,
        ),
      ),
      ...invented.map(({ amount, memo }) => {
        balance += amount
        return row(amount, memo, order.member.name, at, balance)
      }),
    ]
    const file = fileOf(account.name === 'plain' ? 'plain' : 'main', rows)
    const path = { id: String(account.id) }
    const { status, body } = await world.ask('importStatement', by, { path, file })
    if (status !== 202) return
    const before = stored.map(() => null)
    const moneys = [...before, ...invented.map(() => null)]
    noteImport(world, by, body.import_id, { moneys, isHonest: false })
    for (const place of before.keys()) world.truth.imported.delete(`${body.import_id}.${place + 2}`)
    if (order.kind !== 'collection' || world.chance(0.3)) return
    const [line] = await this.plot.linesFor(order)
    if (line === undefined) return
    const past = { override: ['evidence_differs'], reason: 'x' }
    const named = { bank_transactions: [line.id], ...(world.chance(0.5) ? past : {}) }
    const who = world.chance(0.8) ? by : world.names.badOperator
    await world.askOf(order, 'settleCollection', who, named)
  }

  // Many small ones of one day, of every kind, in every database.
  private async settleMany(by: By): Promise<void> {
    const { world } = this
    for (let n = world.between(3, 8); n > 0; n -= 1) {
      const shop = world.one(world.shops)
      const amount = world.one([9_000, 24_999, 49_999])
      if (world.chance(0.3)) {
        await this.adjustBy(by, shop.uid, amount)
        continue
      }
      const order = await world.collect(this.plot.friend, amount, { shop })
      if (order === null) continue
      if (world.chance(0.7))
        await this.plot.match(order, this.plot.accountFor(order.home, ['main']).id, by)
      const body = { manual: true, reason: 'x', override: world.chance(0.5) }
      await world.askOf(order, 'settleCollection', by, body)
    }
  }

  private async postByHand(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    const account =
      (await this.plot.shownTo(order)) || this.plot.accountFor(order.home, ['main']).id
    const externalId = `H${world.number()}`
    const said = { account, at: world.now, amount: order.amount, externalId, last5: order.last5 }
    await post(world, by, said, { money: null, isHonest: false })
  }

  private async changeAccount(by: By): Promise<void> {
    const { world } = this
    const account = world.one(world.accounts)
    const body = world.one([
      { backing: 'later' },
      { backing: 'later' },
      { fee_max: 900_000 },
      { agents: ['bad-agent@walk.example'] },
      { merchants: [] },
      { feeds: ['service:anyone'] },
      { use: 'both' },
      { daily_cap: null },
      { auto: 'settle' },
      { auto_max: 900_000, auto_awaiting_max: 90_000_000 },
      { auto_sources: ['statement', 'feed'] },
      { holder_name: '某人' },
      { note: 'x' },
    ])
    await world.ask('patchBankAccount', by, { path: { id: String(account.id) }, body })
  }

  private async changeMerchant(by: By): Promise<void> {
    const { world } = this
    const { uid } = world.one(world.shops)
    const body = world.one([
      { settings: { display: { name: '客服', support_url: 'https://bad.example/' } } },
      { settings: { trusted: true } },
      { settings: { auto: 'settle' } },
      { ip_whitelist: ['0.0.0.0/1', '128.0.0.0/1', '::/0'] },
      { ip_whitelist: ['0.0.0.0/0', '::/0'] },
    ])
    await world.ask('patchMerchant', by, { path: { uid }, body })
  }

  private async adjust(by: By): Promise<void> {
    const { world } = this
    const amount = world.one([500, 9_000, 60_000, 99_999, 120_000])
    await this.adjustBy(by, world.one(world.shops).uid, world.chance(0.8) ? amount : -amount)
  }

  private adjustBy(by: By, uid: string, amount: number) {
    const key = `k${this.world.number()}`
    const body = { amount, bucket: 'available', reason: 'x', idempotency_key: key }
    return this.world.ask('adjustBalance', by, { path: { uid }, body })
  }

  private async reverse(by: By): Promise<void> {
    const { world } = this
    const kind = world.one(['collection', 'payout'] as const)
    const order = await this.plot.target(kind, false)
    if (order === null) return
    const name = kind === 'collection' ? 'reverseCollection' : 'reversePayout'
    const back = await this.plot.linesFor(
      { ...order, kind: kind === 'collection' ? 'payout' : 'collection' },
      { isEqual: false },
    )
    const line = back[world.between(0, 3)]
    const fee = line === undefined ? 0 : Math.abs(Math.abs(line.amount) / 100 - order.amount)
    const body = world.one([
      { because: 'wrong_match', reason: 'x' },
      { because: 'money_returned', reason: 'x' },
      {
        because: 'money_returned',
        reason: 'x',
        ...(line === undefined
          ? {}
          : { bank_transactions: [line.id], ...(fee > 0 ? { fee } : {}) }),
      },
    ])
    await world.askOf(order, name, by, body)
  }

  private async back(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    const [line] = await this.plot.linesFor(order)
    if (line === undefined) return
    const [claimed] = await world.rows<{ id: number }>(
      order.home,
      `select id from bank_transactions where order_id = (select id from collections where trade_no = ?)`,
      order.tradeNo,
    )
    const instead = claimed === undefined ? {} : { instead_of: [claimed.id] }
    const body = { bank_transactions: [line.id], reason: 'x', ...instead }
    await world.askOf(order, 'backCollection', by, body)
  }

  private async ignore(by: By): Promise<void> {
    const { world } = this
    const home = world.between(0, world.databases.length - 1)
    const some = { home, kind: 'payout', amount: 1 } as WalkOrder
    const lines = await this.plot.linesFor(some, { isEqual: false })
    const line = lines.toSorted((one, other) => one.amount - other.amount)[0]
    if (line === undefined) return
    const path = { id: String(line.id) }
    await world.ask('ignoreTransaction', by, { path, body: { kind: 'fee', reason: 'x' } })
    if (world.chance(0.2)) {
      await world.ask('reopenTransaction', by, { path, body: { reason: 'x' } })
    }
  }

  private async processWithout(order: WalkOrder, by: By): Promise<void> {
    const { world } = this
    const account = this.plot.accountFor(order.home, ['out', 'plain'])
    const body = world.one([
      {},
      { override: ['evidence_differs'], reason: 'x' },
      { bank_account: account.id, reason: 'x' },
    ])
    await world.askOf(order, 'processPayout', by, body)
  }

  private async approveOwn(by: By): Promise<void> {
    const { world } = this
    const home = world.between(0, world.databases.length - 1)
    const path = { id: String(await this.plot.aWaiting(home)) }
    await world.ask('approve', by, { path, body: {} })
  }

  private async lift(by: By): Promise<void> {
    const { world } = this
    const home = world.between(0, world.databases.length - 1)
    const [found] = await world.rows<{ id: number }>(
      home,
      'select id from holds where lifted_at is null order by id desc limit 1',
    )
    if (found === undefined) return
    await world.ask('liftHold', by, { path: { id: String(found.id) }, body: { reason: 'x' } })
  }

  // Money that a merchant has declared is confirmed.
  private async declare(order: WalkOrder, by: By): Promise<void> {
    await this.world.askOf(order, 'confirmCollection', by, { accept: true, override: true })
  }
}

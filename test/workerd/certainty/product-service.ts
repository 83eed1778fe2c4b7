import { env } from 'cloudflare:workers'
import { type Context, contextFrom } from '../../../src/context.ts'
import { databaseJobs } from '../../../src/jobs/database-jobs.ts'
import { sayPaid } from '../../../src/operations/links/say-paid.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import { anAccountNo } from '../support/bank-accounts.ts'
import { tokenOf } from '../support/links.ts'
import { aContext, post, rows } from '../support/service.ts'
import { fileOf, format, rowsOfStatement } from '../support/statements.ts'
import {
  approvalFrom,
  callerName,
  collectionRequest,
  DeskCalls,
} from '../support/walk/desk-calls.ts'
import type { WalkShop } from '../support/walk/homes.ts'
import { Clock } from '../support/walk/walk.ts'
import type { BankMoney, Service, StoredReport } from './play.ts'
import type { Fates, Money, Plan, Switch, TrueOrder } from './truth.ts'

// The service itself, called as merchants, members, feeds and people call it, on the plan's clock.

const ann = 'ann@law.example:operator'
const ben = 'ben@law.example:operator'
const night = 'night@law.example:operator'
const forger = 'oscar@law.example:operator'
const agent = 'amy@law.example:agent'
const reporters = {
  feed: 'service:law-feed:feed',
  second: 'service:law-second:feed',
  thief: 'service:law-thief:feed',
}

/** Dollars: what a plan is judged by. */
export const limits = { autoAwaitingMax: 300_000, approvalFrom }
// What four hundred orders of a day take until the night's statement.
const sharedAwaitingMax = 1_000_000

// So often the minute's jobs are run: all that happens has seconds of its own.
const jobSecondsOf = ({ orders }: Plan) => (orders.length > 5_000 ? 3_600 : 1_800)
const openingBalance = 1_000_000
// What the plan's clock brings about; the others have nothing to do with it.
const notPlayed = ['sweep', 'count_hours', 'note_sizes', 'check_books', 'export_journal']

type LiveOrder = { readonly id: number; readonly tradeNo: string; readonly token: string }

/** The service on the first database. */
export class ProductService implements Service {
  private readonly desk: DeskCalls
  private readonly shops: WalkShop[] = []
  private readonly accounts: number[] = []
  private readonly placed = new Map<TrueOrder, LiveOrder>()
  private readonly balances = new Map<number, number>()
  private readonly lines = new Map<Money, number>()
  private readonly lost = new Set<number | null>()
  private readonly holds = new Map<TrueOrder, number>()
  // A context of its own: those that other tests have used are made.
  private readonly bindings = { ...env }
  private readonly consoleLog = console.log
  private readonly clock = new Clock(Date.now())
  private jobSeconds = 600
  private unbooked: BankMoney[] = []
  private jobsAt = 0

  constructor(databases: Context['databases'] = contextFrom(env).databases) {
    // Of so many calls nobody reads the log; and what goes on after the answers to merchants is waited for, too.
    console.log = () => undefined
    const ofMerchants = contextFrom(this.bindings)
    const { settings } = ofMerchants
    this.desk = new DeskCalls(aContext({ databases, settings }), [ann, ben])
    Object.assign(ofMerchants, { later: this.desk.later, log: () => undefined })
  }

  /** How often each call ended in each way. */
  get outcomes(): ReadonlyMap<string, number> {
    return this.desk.outcomes
  }

  async begin(plan: Plan): Promise<void> {
    this.jobSeconds = jobSecondsOf(plan)
    // While the clock stands still two of them may draw one id.
    const before = plan.since - plan.accounts - plan.merchants
    const own = plan.accounts / 2
    for (let n = 0; n < plan.merchants; n += 1) {
      this.clock.to((before + n) * 1000)
      const uid = `L${crypto.randomUUID().slice(0, 12)}`
      const settings = { rate_limit: 'off', auto: 'settle' }
      const body = { uid, name: 'Law', database: 0, settings }
      const { status, body: made } = await this.desk.askOfTwo('createMerchant', { body })
      if (status > 201) throw new Error(JSON.stringify(made))
      this.shops.push({ uid, secret: made.api_secret })
    }
    const uids = this.shops.map(({ uid }) => uid)
    for (let n = 0; n < plan.accounts; n += 1) {
      this.clock.to((before + plan.merchants + n) * 1000)
      const feeds = [reporters.feed, reporters.second, ...(n === own - 1 ? [reporters.thief] : [])]
      const body = {
        bank_code: '013',
        account_no: anAccountNo(),
        holder_name: '大安商行',
        use: 'in',
        database: 0,
        statement_format: format,
        feeds: feeds.map(callerName),
        merchants: n < own ? [uids[n]] : uids.slice(own),
        auto: 'settle',
        auto_sources: ['feed', 'statement'],
        auto_awaiting_max: n < own ? limits.autoAwaitingMax : sharedAwaitingMax,
      }
      const { status, body: made } = await this.desk.askOfTwo('createBankAccount', { body })
      if (status !== 201) throw new Error(JSON.stringify(made))
      this.accounts.push(made.id)
    }
    this.clock.to(plan.since * 1000)
  }

  // A minute's jobs find something a minute after what has happened, and before what happens next.
  async until(seconds: number): Promise<void> {
    for (const at of [this.clock.now + 60, seconds - 1]) {
      if (at < this.jobsAt + this.jobSeconds || at >= seconds) continue
      this.clock.to(at * 1000)
      this.jobsAt = at
      await this.runJobs()
    }
    this.clock.to(seconds * 1000)
  }

  async order(order: TrueOrder): Promise<number | null> {
    const shop = this.shops[order.merchant]
    if (shop === undefined) throw new Error(`no merchant ${order.merchant}`)
    const { amount, person, digits, isLink } = order
    const { number } = order.replaces ?? order
    const name = isLink && order.name === '' ? person.name : order.name
    const request = { number, person: person.id, amount, name, accountNo: digits }
    const { path, fields } = collectionRequest(request, isLink)
    const { body } = await post(shop, path, fields, this.bindings)
    await this.desk.settled()
    const tradeNo = body?.data?.trade_no
    if (typeof tradeNo !== 'string') throw new Error(JSON.stringify(body))
    const id = parseTradeNo(tradeNo)?.id ?? 0
    this.placed.set(order, { id, tradeNo, token: isLink ? tokenOf(body) : '' })
    const given = await this.accountOf(order)
    return given ?? (await this.match(order, {}))
  }

  async report({ money, by, bookedAt, dayOnly, externalId, name, shows, account }: StoredReport) {
    const at = secondsToTaipei(bookedAt)
    const accountNo = (money.payer ?? money.into.order.person).accountNo
    const { body } = await this.desk.ask('postTransaction', reporters[by], {
      body: {
        bank_account: this.accounts[account],
        amount: money.amount,
        external_id: externalId,
        booked_at: dayOnly ? at.slice(0, 10) : at,
        memo: money.number,
        ...(shows === 'whole'
          ? { counterparty_account: accountNo }
          : { counterparty_last5: accountNo.slice(-5) }),
        ...(name === '' ? {} : { counterparty_name: name }),
      },
    })
    this.lines.set(money, Number(body.id))
  }

  async night(booked: readonly BankMoney[], at: number): Promise<void> {
    const today = taipeiDay(at)
    const all = [...this.unbooked, ...booked]
    this.unbooked = all.filter(({ money }) => taipeiDay(money.statedAt) >= today)
    const due = all.filter(({ money }) => taipeiDay(money.statedAt) < today)
    const forged = this.accounts.length / 2 - 2
    for (const [account, its] of Map.groupBy(due, (one) => one.account)) {
      if (account === forged) continue
      if (this.lost.delete(account)) this.carry(account, its)
      else await this.importLines(night, account, its)
    }
  }

  async forge(booked: readonly BankMoney[]): Promise<void> {
    for (const [account, its] of Map.groupBy(booked, (one) => one.account)) {
      await this.importLines(forger, account, its)
    }
  }

  async press(order: TrueOrder, digits: string): Promise<void> {
    const { token } = this.of(order)
    const said = await sayPaid(this.desk.context, token, digits)
    this.desk.count(`press: ${said}`)
    await this.desk.settled()
  }

  async putAside(order: TrueOrder): Promise<void> {
    const path = { trade_no: this.of(order).tradeNo }
    await this.desk.ask('reportException', ann, { path, body: { reason: 'no money' } })
  }

  async move(order: TrueOrder): Promise<number | null> {
    const from = await this.accountOf(order)
    if (from === null) return null
    // Another account serves its merchant for once.
    const to = (from + 1) % this.accounts.length
    const [one, other] = [from, to].map((place) => String(this.accounts[place]))
    const uid = this.shops[order.merchant]?.uid ?? ''
    const [{ merchants } = { merchants: '[]' }] = await rows<{ merchants: string }>(
      'select merchants from bank_accounts where id = ?',
      Number(other),
    )
    const serves: string[] = [...new Set([...(JSON.parse(merchants) as string[]), uid])]
    await this.desk.askOfTwo('patchBankAccount', {
      path: { id: other ?? '' },
      body: { merchants: serves },
    })
    const body = { to: Number(other), trade_nos: [this.of(order).tradeNo] }
    await this.desk.ask('reassignCollections', ann, { path: { id: one ?? '' }, body })
    await this.desk.askOfTwo('patchBankAccount', {
      path: { id: other ?? '' },
      body: { merchants: JSON.parse(merchants) },
    })
    return this.accountOf(order)
  }

  async overrideSlot(order: TrueOrder): Promise<number | null> {
    const waits = await this.accountOf(order)
    if (waits !== null) return waits
    return this.match(order, { override: ['slot_taken'] })
  }

  async reverse(order: TrueOrder, because: string): Promise<void> {
    const path = { trade_no: this.of(order).tradeNo }
    const body = { reason: 'as somebody says', because }
    await this.desk.askOfTwo('reverseCollection', { path, body })
  }

  async hold(order: TrueOrder): Promise<void> {
    const body = { trade_no: this.of(order).tradeNo, reason: 'asked by the police' }
    this.holds.set(order, (await this.desk.ask('placeHold', ann, { body })).body.id)
  }

  async lift(order: TrueOrder): Promise<void> {
    const path = { id: String(this.holds.get(order)) }
    await this.desk.askOfTwo('liftHold', { path, body: { reason: 'over' } })
  }

  async lose(order: TrueOrder): Promise<void> {
    this.lost.add(await this.accountOf(order))
  }

  async turn(order: TrueOrder, which: Switch, isOn: boolean): Promise<void> {
    const uid = this.shops[order.merchant]?.uid ?? ''
    if (which === 'merchant') {
      const body = { settings: { auto: isOn ? 'settle' : 'off' } }
      await this.desk.askOfTwo('patchMerchant', { path: { uid }, body })
      return
    }
    const body = {
      feeds: { auto_sources: isOn ? ['feed', 'statement'] : ['statement'] },
      account: { state: isOn ? 'active' : 'paused' },
      use: { merchants: [isOn ? uid : this.shops.at(-1)?.uid] },
    }[which]
    // Only merchants with an account of their own turn it.
    const path = { id: String(this.accounts[order.merchant]) }
    await this.desk.askOfTwo('patchBankAccount', { path, body })
  }

  async run(isRunning: boolean): Promise<void> {
    await rows('update auto_switch set state = ?', isRunning ? 'running' : 'stopped')
  }

  async settleByHand(order: TrueOrder, moneys: readonly Money[]): Promise<void> {
    const path = { trade_no: this.of(order).tradeNo }
    const found = moneys.flatMap((money) => this.lines.get(money) ?? [])
    if (found.length === 0) return
    const body = {
      bank_transactions: found,
      reason: 'as on the receipt',
      override: ['evidence_differs'],
    }
    await this.desk.askOfTwo('settleCollection', { path, body })
  }

  async people(): Promise<void> {
    const { body } = await this.desk.ask('listReady', agent, { query: { limit: '20' } })
    const items = (body?.items ?? []).map(
      ({ trade_no, bank_transaction }: { trade_no: string; bank_transaction: number }) => ({
        trade_no,
        bank_transactions: [bank_transaction],
      }),
    )
    if (items.length > 0) await this.desk.ask('settleCollections', agent, { body: { items } })
    await this.turnOnAgain()
  }

  async end(): Promise<Fates> {
    await this.runJobs()
    console.log = this.consoleLog
    return this.fates()
  }

  /** What has become of the plan so far. */
  async fates(): Promise<Fates> {
    const numbers = new Map([...this.placed].map(([order, { tradeNo }]) => [tradeNo, order.number]))
    const settlements = await rows<{
      tradeNo: string
      line: number
      actor: string
      at: number
      isUndone: number
    }>(
      `select trade_no as tradeNo, named.value as line, actor, at, exists (
         select 1 from events as later
         where later.order_id = events.order_id and later.name = 'reversed' and later.seq > events.seq
       ) as isUndone
       from events
       join collections on collections.id = events.order_id,
       json_each(fact, '$.bankTransactions') as named
       where events.name = 'settled' and bank_account_id in (select value from json_each(?))`,
      JSON.stringify(this.accounts),
    )
    const lines = await rows<{
      id: number
      memo: string
      account: number
      state: 'unclaimed' | 'claimed' | 'ignored'
      tradeNo: string | null
      confirmedAt: number | null
    }>(
      `select id, memo, bank_account_id as account, state, confirmed_at as confirmedAt,
         (select trade_no from collections where id = bank_transactions.order_id) as tradeNo
       from bank_transactions where bank_account_id in (select value from json_each(?))`,
      JSON.stringify(this.accounts),
    )
    return {
      settlements: settlements.map(({ tradeNo, line, actor, at, isUndone }) => ({
        order: numbers.get(tradeNo) ?? '',
        line,
        at,
        isUndone: isUndone === 1,
        isAuto: actor === 'system:matcher',
      })),
      lines: lines.map(({ id, memo, account, state, tradeNo, confirmedAt }) => ({
        id,
        money: memo,
        account,
        state,
        isConfirmed: confirmedAt !== null,
        order: tradeNo === null ? null : (numbers.get(tradeNo) ?? ''),
      })),
    }
  }

  /** Why lines that wait were not settled, as the service says. */
  async doubtsOf(money: Money): Promise<string> {
    const found = await rows<{ state: string; doubts: string | null }>(
      'select state, doubts from bank_transactions where memo = ?',
      money.number,
    )
    return found.map(({ state, doubts }) => `${state} ${doubts}`).join('; ')
  }

  private of(order: TrueOrder): LiveOrder {
    const placed = this.placed.get(order)
    if (placed === undefined) throw new Error(`${order.number} was not created`)
    return placed
  }

  private async runJobs(): Promise<void> {
    for (const job of databaseJobs.filter(({ name }) => !notPlayed.includes(name))) {
      await job.run({ ...this.desk.context, db: this.first, databaseNumber: 0 })
    }
    await this.desk.settled()
  }

  private get first() {
    const [db] = this.desk.context.databases
    if (db === undefined) throw new Error('no database')
    return db
  }

  // Whoever has no account of their own shares the others.
  private async match(order: TrueOrder, past: { override?: string[] }): Promise<number | null> {
    const own = this.accounts.length / 2
    const places =
      order.merchant < own ? [order.merchant] : this.accounts.map((_, place) => place).slice(own)
    const by = past.override === undefined ? agent : ann
    const path = { trade_no: this.of(order).tradeNo }
    for (const place of places) {
      const body = { bank_account: this.accounts[place], ...past }
      const { status } = await this.desk.ask('matchCollection', by, { path, body })
      if (status === 200) return place
    }
    return null
  }

  private async accountOf(order: TrueOrder): Promise<number | null> {
    const [row] = await rows<{ account: number | null }>(
      'select bank_account_id as account from collections where id = ?',
      this.of(order).id,
    )
    const place = this.accounts.indexOf(row?.account ?? -1)
    return place === -1 ? null : place
  }

  private async importLines(by: string, account: number, its: readonly BankMoney[]): Promise<void> {
    const opening = this.balances.get(account) ?? openingBalance
    const sorted = [...its].sort((one, other) => one.money.at - other.money.at)
    const lines = sorted.map(({ money }) => ({
      at: secondsToTaipei(money.statedAt),
      amount: money.amount,
      memo: money.number,
      from: (money.payer ?? money.into.order.person).accountNo,
      name: money.payer?.name ?? '',
    }))
    const { status, body } = await this.desk.ask('importStatement', by, {
      path: { id: String(this.accounts[account]) },
      file: fileOf(rowsOfStatement(lines, opening)),
      query: { this_account: '1' },
    })
    if (status === 202) {
      this.carry(account, its)
      const path = { id: String(body.import_id) }
      if (by === night) await this.desk.ask('agreeImport', ann, { path, body: {} })
    }
  }

  private carry(account: number, its: readonly BankMoney[]): void {
    const opening = this.balances.get(account) ?? openingBalance
    const brought = its.reduce((sum, { money: { amount } }) => sum + amount, 0)
    this.balances.set(account, opening + brought)
  }

  // An account that a contradiction has turned back is looked at, and set to settle again: without the stolen token.
  private async turnOnAgain(): Promise<void> {
    const back = await rows<{ id: number }>(`select id from bank_accounts where auto = 'assign'`)
    for (const { id } of back) {
      await this.desk.askOfTwo('patchBankAccount', {
        path: { id: String(id) },
        body: { auto: 'settle', feeds: [callerName(reporters.feed), callerName(reporters.second)] },
      })
    }
  }
}

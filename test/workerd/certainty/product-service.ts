import { env } from 'cloudflare:workers'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Context, contextFrom } from '../../../src/context.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import { databaseJobs } from '../../../src/jobs/database-jobs.ts'
import { sayPaid } from '../../../src/operations/links/say-paid.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { backOfficeOver, type Inputs } from '../support/back-office-http.ts'
import { anAccountNo } from '../support/bank-accounts.ts'
import { amountPath, tokenOf } from '../support/links.ts'
import { type Answer, aContext, json, paths, postJson, rows, setClock } from '../support/service.ts'
import { fileOf, format, rowsOfStatement } from '../support/statements.ts'
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
const nameOf = (by: string) => by.slice(0, by.lastIndexOf(':'))

/** Dollars: what a plan is judged by. */
export const limits = { autoAwaitingMax: 300_000, approvalFrom: 100_000 }
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
  readonly outcomes = new Map<string, number>()
  private readonly context: Context
  private readonly over: ReturnType<typeof backOfficeOver>
  private readonly shops: { uid: string; secret: string }[] = []
  private readonly accounts: number[] = []
  private readonly placed = new Map<TrueOrder, LiveOrder>()
  private readonly balances = new Map<number, number>()
  private readonly lines = new Map<Money, number>()
  private readonly lost = new Set<number | null>()
  private readonly holds = new Map<TrueOrder, number>()
  private readonly afterwards: Promise<void>[] = []
  // A context of its own: those that other tests have used are made.
  private readonly bindings = { ...env }
  private readonly consoleLog = console.log
  private jobSeconds = 600
  private unbooked: BankMoney[] = []
  private now = 0
  private jobsAt = 0

  constructor(databases: Context['databases'] = contextFrom(env).databases) {
    // Of so many calls nobody reads the log; and what goes on after the answers to merchants is waited for, too.
    console.log = () => undefined
    const quiet = {
      later: (work: Promise<void>) => void this.afterwards.push(work),
      log: () => undefined,
    }
    const ofMerchants = Object.assign(contextFrom(this.bindings), quiet)
    const { settings } = ofMerchants
    this.context = aContext({
      wake: async () => undefined,
      archive: null,
      databases,
      ...quiet,
      settings: { ...settings, approvals: { on: true, from: limits.approvalFrom * 100 } },
    })
    this.over = backOfficeOver(this.context)
  }

  async begin(plan: Plan): Promise<void> {
    this.jobSeconds = jobSecondsOf(plan)
    // While the clock stands still two of them may draw one id.
    const before = plan.since - plan.accounts - plan.merchants
    const own = plan.accounts / 2
    for (let n = 0; n < plan.merchants; n += 1) {
      this.clock(before + n)
      const uid = `L${crypto.randomUUID().slice(0, 12)}`
      const settings = { rate_limit: 'off', auto: 'settle' }
      const body = { uid, name: 'Law', database: 0, settings }
      const { status, body: made } = await this.askOfTwo('createMerchant', { body })
      if (status > 201) throw new Error(JSON.stringify(made))
      this.shops.push({ uid, secret: made.api_secret })
    }
    const uids = this.shops.map(({ uid }) => uid)
    for (let n = 0; n < plan.accounts; n += 1) {
      this.clock(before + plan.merchants + n)
      const feeds = [reporters.feed, reporters.second, ...(n === own - 1 ? [reporters.thief] : [])]
      const body = {
        bank_code: '013',
        account_no: anAccountNo(),
        holder_name: '大安商行',
        use: 'in',
        database: 0,
        statement_format: format,
        feeds: feeds.map(nameOf),
        merchants: n < own ? [uids[n]] : uids.slice(own),
        auto: 'settle',
        auto_sources: ['feed', 'statement'],
        auto_awaiting_max: n < own ? limits.autoAwaitingMax : sharedAwaitingMax,
      }
      const { status, body: made } = await this.askOfTwo('createBankAccount', { body })
      if (status !== 201) throw new Error(JSON.stringify(made))
      this.accounts.push(made.id)
    }
    this.clock(plan.since)
  }

  // A minute's jobs find something a minute after what has happened, and before what happens next.
  async until(seconds: number): Promise<void> {
    for (const at of [this.now + 60, seconds - 1]) {
      if (at < this.jobsAt + this.jobSeconds || at >= seconds) continue
      this.clock(at)
      this.jobsAt = at
      await this.runJobs()
    }
    this.clock(seconds)
  }

  async order(order: TrueOrder): Promise<number | null> {
    const shop = this.shops[order.merchant]
    if (shop === undefined) throw new Error(`no merchant ${order.merchant}`)
    const { amount, person, digits, name, isLink } = order
    const { number } = order.replaces ?? order
    const fields = isLink
      ? {
          merchant_order_no: number,
          member_no: person.id,
          amount,
          payer_account_no: digits,
          member_name: name === '' ? person.name : name,
          notify_url: 'https://m.example/n',
        }
      : {
          orderid: number,
          amount,
          user_id: person.id,
          user_name: name,
          notify_url: '',
          counterparty_account: digits,
        }
    const path = isLink ? amountPath : paths.create
    const { body } = await postJson(
      path,
      signedJson(shop.uid, shop.secret, fields),
      json,
      this.bindings,
    )
    await this.settled()
    const tradeNo = body?.data?.trade_no
    if (typeof tradeNo !== 'string') throw new Error(JSON.stringify(body))
    const id = parseTradeNo(tradeNo)?.id ?? 0
    this.placed.set(order, { id, tradeNo, token: isLink ? tokenOf(body) : '' })
    const given = await this.accountOf(order)
    return given ?? (await this.match(order, {}))
  }

  async tell({ money, by, bookedAt, dayOnly, externalId, name, shows, account }: StoredReport) {
    const at = secondsToTaipei(bookedAt)
    const accountNo = (money.payer ?? money.into.order.person).accountNo
    const { body } = await this.ask('postTransaction', reporters[by], {
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
    const today = dayOf(at)
    const all = [...this.unbooked, ...booked]
    this.unbooked = all.filter(({ money }) => dayOf(money.statedAt) >= today)
    const due = all.filter(({ money }) => dayOf(money.statedAt) < today)
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
    const said = await sayPaid(this.context, token, digits)
    this.count(`press: ${said}`)
    await this.settled()
  }

  async putAside(order: TrueOrder): Promise<void> {
    const path = { trade_no: this.of(order).tradeNo }
    await this.ask('reportException', ann, { path, body: { reason: 'no money' } })
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
    await this.askOfTwo('patchBankAccount', {
      path: { id: other ?? '' },
      body: { merchants: serves },
    })
    const body = { to: Number(other), trade_nos: [this.of(order).tradeNo] }
    await this.ask('reassignCollections', ann, { path: { id: one ?? '' }, body })
    await this.askOfTwo('patchBankAccount', {
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
    await this.askOfTwo('reverseCollection', { path, body })
  }

  async hold(order: TrueOrder): Promise<void> {
    const body = { trade_no: this.of(order).tradeNo, reason: 'asked by the police' }
    this.holds.set(order, (await this.ask('placeHold', ann, { body })).body.id)
  }

  async lift(order: TrueOrder): Promise<void> {
    const path = { id: String(this.holds.get(order)) }
    await this.askOfTwo('liftHold', { path, body: { reason: 'over' } })
  }

  async lose(order: TrueOrder): Promise<void> {
    this.lost.add(await this.accountOf(order))
  }

  async turn(order: TrueOrder, which: Switch, isOn: boolean): Promise<void> {
    const uid = this.shops[order.merchant]?.uid ?? ''
    if (which === 'merchant') {
      const body = { settings: { auto: isOn ? 'settle' : 'off' } }
      await this.askOfTwo('patchMerchant', { path: { uid }, body })
      return
    }
    const body = {
      feeds: { auto_sources: isOn ? ['feed', 'statement'] : ['statement'] },
      account: { state: isOn ? 'active' : 'paused' },
      use: { merchants: [isOn ? uid : this.shops.at(-1)?.uid] },
    }[which]
    // Only merchants with an account of their own turn it.
    const path = { id: String(this.accounts[order.merchant]) }
    await this.askOfTwo('patchBankAccount', { path, body })
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
    await this.askOfTwo('settleCollection', { path, body })
  }

  async people(): Promise<void> {
    const { body } = await this.ask('listReady', agent, { query: { limit: '20' } })
    const items = (body?.items ?? []).map(
      ({ trade_no, bank_transaction }: { trade_no: string; bank_transaction: number }) => ({
        trade_no,
        bank_transactions: [bank_transaction],
      }),
    )
    if (items.length > 0) await this.ask('settleCollections', agent, { body: { items } })
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

  private clock(seconds: number): void {
    this.now = seconds
    setClock(seconds * 1000)
  }

  private async settled(): Promise<void> {
    while (this.afterwards.length > 0) await Promise.all(this.afterwards.splice(0))
  }

  private async runJobs(): Promise<void> {
    for (const job of databaseJobs.filter(({ name }) => !notPlayed.includes(name))) {
      await job.run({ ...this.context, db: this.first, databaseNumber: 0 })
    }
    await this.settled()
  }

  private get first() {
    const [db] = this.context.databases
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
      const { status } = await this.ask('matchCollection', by, { path, body })
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
    const { status, body } = await this.ask('importStatement', by, {
      path: { id: String(this.accounts[account]) },
      file: fileOf(rowsOfStatement(lines, opening)),
      query: { this_account: '1' },
    })
    if (status === 202) {
      this.carry(account, its)
      const path = { id: String(body.import_id) }
      if (by === night) await this.ask('agreeImport', ann, { path, body: {} })
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
      await this.askOfTwo('patchBankAccount', {
        path: { id: String(id) },
        body: { auto: 'settle', feeds: [nameOf(reporters.feed), nameOf(reporters.second)] },
      })
    }
  }

  private async ask(name: string, by: string, sent: Inputs = {}): Promise<Answer> {
    const call = namedCalls.find((one) => one.name === name)
    if (call === undefined) throw new Error(`no call ${name}`)
    const answer = await this.over(call, by, sent)
    await this.settled()
    const outcome = answer.status < 300 ? answer.status : (answer.body?.error ?? answer.status)
    this.count(`${name} by ${by.split('@')[0]}: ${outcome}`)
    if (answer.status >= 500) throw new Error(`${name} ${JSON.stringify(answer.body)}`)
    return answer
  }

  private count(key: string): void {
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1)
  }

  private async askOfTwo(name: string, sent: Inputs): Promise<Answer> {
    const asked = await this.ask(name, ann, sent)
    if (asked.status !== 202) return asked
    return this.ask('approve', ben, { path: { id: String(asked.body.approval_id) }, body: {} })
  }
}

const dayOf = (seconds: number) => Math.floor((seconds + 28_800) / 86_400)

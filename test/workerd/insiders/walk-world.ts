import { type Context, contextFrom } from '../../../src/context.ts'
import type { Inputs } from '../support/back-office-http.ts'
import { type Answer, paths, post, rowsIn } from '../support/service.ts'
import { format } from '../support/statements.ts'
import { type By, callerName, collectionRequest, DeskCalls } from '../support/walk/desk-calls.ts'
import type { WalkShop } from '../support/walk/homes.ts'
import { Clock, Walk } from '../support/walk/walk.ts'
import { type Caller, type RealMoney, type TrueOrder, Truth } from './truth.ts'

// The world of a walk of insiders: databases with bank accounts and merchants, people, members with accounts of their
// own, a bank where money really moves, and a clock that goes on with every call.

/** A merchant. */
type Shop = WalkShop & { readonly home: number }

/** A bank account of the platform as members, feeds and statements use it. */
export type Account = {
  readonly id: number
  readonly home: number
  readonly name: 'main' | 'plain' | 'out' | 'later' | 'private'
}

/** A member of merchants, with an account at some bank. */
export type Member = { readonly person: string; readonly name: string; readonly accountNo: string }

/** An order that somebody made in the walk. Amounts in dollars. */
export type WalkOrder = {
  readonly tradeNo: string
  readonly kind: TrueOrder['kind']
  readonly home: number
  readonly amount: number
  readonly member: Member
  /** The digits that the order names as its payer's or payee's. */
  readonly last5: string
}

const daysAlone = {
  ...format,
  columns: { date: 'date', amount: 'amount', memo: 'memo', name: 'name' },
}

let worlds = 0
// Worlds of one file follow one another, so that the rows of each are told by their time.
let epoch = Date.UTC(2026, 10, 22, 3) / 1000

export class World extends Walk {
  readonly truth = new Truth()
  readonly since = epoch
  readonly accounts: Account[] = []
  readonly shops: Shop[] = []
  readonly names: Readonly<Record<Names, By>>
  readonly members: readonly Member[]
  readonly desk: DeskCalls
  /** How many calls were made of the back office. */
  calls = 0
  readonly databases: readonly D1Database[]
  private readonly due: { at: number; run: () => Promise<void> }[] = []
  private readonly clock = new Clock(epoch * 1000)
  private readonly bound: Env

  constructor(bound: Env, databases: readonly D1Database[], seed: number, place: number) {
    super(seed, place)
    this.bound = bound
    this.databases = databases
    worlds += 1
    const n = worlds
    this.names = {
      ann: `ann.${n}@walk.example:operator`,
      ben: `ben.${n}@walk.example:operator`,
      night: `night.${n}@walk.example:operator`,
      agent: `agent.${n}@walk.example:agent`,
      main: `service:main.${n}:feed`,
      second: `service:second.${n}:feed`,
      badAgent: `bad-agent.${n}@walk.example:agent`,
      badOperator: `bad-operator.${n}@walk.example:operator`,
      badToken: `service:bad-token.${n}:operator`,
      badFeed: `service:bad-feed.${n}:feed`,
    }
    this.desk = new DeskCalls(contextFrom(bound), [this.names.ann, this.names.ben], () => {
      this.pass(1)
      this.calls += 1
    })
    for (const [name, by] of Object.entries(this.names)) {
      this.truth.callers.set(callerName(by), {
        person: name === 'badToken' ? 'badOperator' : name,
        role: by.slice(by.lastIndexOf(':') + 1) as Caller['role'],
        isToken: by.startsWith('service:'),
        isHonest: !name.startsWith('bad'),
      })
    }
    this.members = Array.from({ length: membersMax }, () => this.aMember())
  }

  /** UTC seconds. */
  get now(): number {
    return this.clock.now
  }

  get everywhere(): Context {
    return this.desk.context
  }

  pass(seconds: number): void {
    this.clock.pass(seconds)
    epoch = this.now
  }

  /** Lets the clock go on until then, and everything happen that is due meanwhile, in its order. */
  async until(at: number): Promise<void> {
    for (;;) {
      this.due.sort((one, other) => other.at - one.at)
      const next = this.due.at(-1)
      if (next === undefined || next.at > at) break
      this.due.pop()
      if (next.at > this.now) this.pass(next.at - this.now)
      await next.run()
    }
    if (at > this.now) this.pass(at - this.now)
  }

  /** What happens some seconds later. */
  later(seconds: number, run: () => Promise<void>): void {
    this.due.push({ at: this.now + Math.ceil(seconds), run })
  }

  /** Makes a call of the back office: each is a second after the last. */
  async ask(name: string, by: By, sent: Inputs = {}): Promise<Answer> {
    const answer = await this.desk.ask(name, by, sent)
    this.note(`${name} by ${by}: ${answer.status} ${JSON.stringify(sent)}`)
    return answer
  }

  /** The same about an order. */
  askOf({ tradeNo }: WalkOrder, name: string, by: By, body?: object): Promise<Answer> {
    return this.ask(name, by, { path: { trade_no: tradeNo }, ...(body && { body }) })
  }

  /** Registers accounts and merchants. */
  async open(): Promise<void> {
    const { agent, main, second, badFeed } = this.names
    for (const home of this.databases.keys()) {
      const shops: Shop[] = []
      for (const _ of ['first', 'second']) {
        const uid = `W${crypto.randomUUID().slice(0, 12)}`
        const body = { uid, name: 'Walk', database: home, settings: { rate_limit: 'off' } }
        const created = await this.ask('createMerchant', this.names.ann, { body })
        shops.push({ uid, secret: created.body.api_secret, home })
      }
      this.shops.push(...shops)
      const feeds = [main, badFeed].map(callerName)
      const both = [main, second, badFeed].map(callerName)
      const terms = {
        main: { use: 'in', feeds, statement_format: format },
        plain: { use: 'both', feeds: both, statement_format: daysAlone },
        out: { use: 'out', feeds, statement_format: format },
        later: { feeds, backing: 'later', agents: [callerName(agent)] },
        private: { feeds, merchants: [shops[1]?.uid ?? ''] },
      } as const
      for (const name of Object.keys(terms) as (keyof typeof terms)[]) {
        const of = { bank_code: '013', account_no: this.anAccountNo(), holder_name: '大安商行' }
        const body = { ...of, ...terms[name], database: home }
        const { status, body: said } = await this.desk.askOfTwo('createBankAccount', { body })
        if (status !== 201) throw new Error(JSON.stringify(said))
        this.accounts.push({ id: said.id, home, name })
        this.truth.accounts.set(said.id, {
          id: said.id,
          database: home,
          backing: name === 'later' ? 'later' : 'required',
          merchants: said.merchants,
          feeMax: feeMaxOfAccounts,
        })
      }
    }
  }

  /** The number of an account at a bank, whose last five digits are nobody else's. */
  anAccountNo(): string {
    const n = this.number()
    return `${40_000 + worlds}${String(100_000 + this.between(0, 899_999)).slice(-4)}${String(10_000 + n)}`
  }

  aMember(): Member {
    const person = `member-${this.number()}`
    const member = { person, name: this.memberName(), accountNo: this.anAccountNo() }
    this.known.set(person, member)
    return member
  }

  accountIn(home: number, name: Account['name']): Account {
    const found = this.accounts.find((one) => one.home === home && one.name === name)
    if (found === undefined) throw new Error(`no account ${name} in ${home}`)
    return found
  }

  /** A collection of a member, by a link or by the merchant's own call; null where it was refused. */
  async collect(
    member: Member,
    amount: number,
    { shop = this.one(this.shops), accountNo = member.accountNo, isLink = false } = {},
  ): Promise<WalkOrder | null> {
    this.pass(1)
    const { person, name } = member
    const number = this.anId()
    const { path, fields } = collectionRequest({ number, person, amount, name, accountNo }, isLink)
    return this.create(shop, path, fields, { kind: 'collection', amount, member, accountNo })
  }

  /** A payout to a member. */
  async payOut(
    member: Member,
    amount: number,
    { shop = this.one(this.shops), accountNo = member.accountNo } = {},
  ): Promise<WalkOrder | null> {
    this.pass(1)
    const fields = {
      serial_no: this.anId(),
      amount,
      payee_name: member.name,
      payee_account: accountNo,
      payee_bank: '臺灣銀行',
    }
    return this.create(shop, paths.payouts, fields, { kind: 'payout', amount, member, accountNo })
  }

  private async create(
    shop: Shop,
    path: string,
    fields: Parameters<typeof post>[2],
    { accountNo, ...made }: Pick<WalkOrder, 'kind' | 'amount' | 'member'> & { accountNo: string },
  ): Promise<WalkOrder | null> {
    const { body } = await post(shop, path, fields, this.bound)
    const tradeNo = body?.data?.trade_no
    if (typeof tradeNo !== 'string') return null
    const isWhole = accountNo.normalize('NFKC').replace(/\P{Nd}/gu, '').length >= 10
    const { kind, member } = made
    this.truth.orders.set(tradeNo, { tradeNo, kind, person: member.person, isWhole })
    return { ...made, tradeNo, home: shop.home, last5: accountNo.slice(-5) }
  }

  private anId(): string {
    return `W-${worlds}-${this.number()}`
  }

  /** Money moves at the bank. Dollars, negative for what leaves. */
  pay(account: number, amount: number, member: Member, tradeNo: string): RealMoney {
    const money = {
      id: this.number(),
      account,
      amount: Math.round(amount * 100),
      at: this.now,
      person: member.person,
      tradeNo,
    }
    this.truth.moneys.push(money)
    return money
  }

  /** Everybody with an account, by their names. */
  readonly known = new Map<string, Member>()

  rows<Row>(home: number, query: string, ...values: unknown[]): Promise<Row[]> {
    const database = this.databases[home]
    if (database === undefined) throw new Error(`no database ${home}`)
    return rowsIn(database, query, ...values)
  }
}

const membersMax = 24

/** What the bank may take for a payout where nothing else is said, in hundredths (back office §2). */
const feeMaxOfAccounts = 3_000

type Names =
  | ('ann' | 'ben' | 'night' | 'agent' | 'main' | 'second')
  | ('badAgent' | 'badOperator' | 'badToken' | 'badFeed')

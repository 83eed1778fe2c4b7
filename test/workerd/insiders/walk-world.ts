import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Context, contextFrom } from '../../../src/context.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import { backOfficeOver, type Inputs } from '../support/back-office-http.ts'
import { amountPath } from '../support/links.ts'
import { type Answer, paths, postJson, rowsIn, setClock } from '../support/service.ts'
import { type Caller, type RealMoney, type TrueOrder, Truth } from './truth.ts'

// The world of a walk of insiders: databases with bank accounts and merchants, people, members with accounts of their
// own, a bank where money really moves, and a clock that goes on with every call.

/** A merchant. */
type Shop = { readonly uid: string; readonly secret: string; readonly home: number }

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

/** The header that names who calls. */
export type By = string

const column = {
  date: 'date',
  time: 'time',
  amount: 'amount',
  balance: 'balance',
  counterparty: 'from',
  name: 'name',
  memo: 'memo',
}
const csv = { encoding: 'utf-8', delimiter: ',', header_lines: 1, date_format: 'YYYY-MM-DD' }
const whole = { ...csv, columns: column }
const daysAlone = {
  ...csv,
  columns: { date: 'date', amount: 'amount', memo: 'memo', name: 'name' },
}

let worlds = 0
// Worlds of one file follow one another, so that the rows of each are told by their time.
let epoch = Date.UTC(2026, 10, 22, 3) / 1000

export class World {
  readonly truth = new Truth()
  readonly since: number
  readonly accounts: Account[] = []
  readonly shops: Shop[] = []
  readonly outcomes = new Map<string, number>()
  readonly names: Readonly<Record<Names, By>>
  readonly members: readonly Member[]
  /** How many calls were made of the back office. */
  calls = 0
  private readonly context: Context
  private readonly over: ReturnType<typeof backOfficeOver>
  private readonly due: { at: number; run: () => Promise<void> }[] = []
  private readonly going: Promise<void>[] = []
  private seconds: number
  private numbers = 0

  readonly databases: readonly D1Database[]
  readonly random: () => number
  private readonly bound: Env

  constructor(bound: Env, databases: readonly D1Database[], random: () => number) {
    this.bound = bound
    this.databases = databases
    this.random = random
    worlds += 1
    this.since = epoch
    this.seconds = epoch
    setClock(epoch * 1000)
    const { settings, ...context } = contextFrom(bound)
    const approvals = { on: true, from: 10_000_000 }
    this.context = {
      ...context,
      wake: async () => undefined,
      later: (work) => void this.going.push(work),
      log: () => undefined,
      archive: null,
      settings: { ...settings, approvals },
    }
    this.over = backOfficeOver(this.context)
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
    return this.seconds
  }

  get everywhere(): Context {
    return this.context
  }

  pass(seconds: number): void {
    this.seconds += seconds
    epoch = this.seconds
    setClock(this.seconds * 1000)
  }

  /** Lets the clock go on until then, and everything happen that is due meanwhile, in its order. */
  async until(at: number): Promise<void> {
    for (;;) {
      this.due.sort((one, other) => other.at - one.at)
      const next = this.due.at(-1)
      if (next === undefined || next.at > at) break
      this.due.pop()
      if (next.at > this.seconds) this.pass(next.at - this.seconds)
      await next.run()
    }
    if (at > this.seconds) this.pass(at - this.seconds)
  }

  /** What happens some seconds later. */
  later(seconds: number, run: () => Promise<void>): void {
    this.due.push({ at: this.seconds + Math.ceil(seconds), run })
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  one<Item>(items: readonly Item[]): Item {
    const found = items[Math.floor(this.random() * items.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }

  /** A number that nothing else of this world has. */
  number(): number {
    this.numbers += 1
    return this.numbers
  }

  /** Makes a call of the back office, a second after the last. */
  async ask(name: string, by: By, sent: Inputs = {}): Promise<Answer> {
    this.pass(1)
    this.calls += 1
    const call = namedCalls.find((one) => one.name === name)
    if (call === undefined) throw new Error(`no call ${name}`)
    const answer = await this.over(call, by, sent)
    await Promise.all(this.going.splice(0))
    const outcome = answer.status < 300 ? answer.status : (answer.body?.error ?? answer.status)
    const key = `${name} by ${by.slice(by.lastIndexOf(':') + 1)}: ${outcome}`
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1)
    if (answer.status >= 500) throw new Error(`${key} ${JSON.stringify(sent)}`)
    return answer
  }

  /** The same, carried out by two operators. */
  async askOfTwo(name: string, sent: Inputs): Promise<Answer> {
    const asked = await this.ask(name, this.names.ann, sent)
    if (asked.status !== 202) return asked
    const path = { id: String(asked.body.approval_id) }
    return this.ask('approve', this.names.ben, { path, body: {} })
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
        main: { use: 'in', feeds, statement_format: whole },
        plain: { use: 'both', feeds: both, statement_format: daysAlone },
        out: { use: 'out', feeds, statement_format: whole },
        later: { feeds, backing: 'later', agents: [callerName(agent)] },
        private: { feeds, merchants: [shops[1]?.uid ?? ''] },
      } as const
      for (const name of Object.keys(terms) as (keyof typeof terms)[]) {
        const of = { bank_code: '013', account_no: this.anAccountNo(), holder_name: '大安商行' }
        const body = { ...of, ...terms[name], database: home }
        const { status, body: said } = await this.askOfTwo('createBankAccount', { body })
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
    const name = this.one(['王小明', '林美麗', '陳大文', '張志豪', '黃淑芬', '李家豪'])
    const member = { person, name, accountNo: this.anAccountNo() }
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
    const fields = isLink
      ? {
          merchant_order_no: this.anId(),
          member_no: member.person,
          amount,
          member_name: member.name,
          payer_account_no: accountNo,
          payer_bank_name: '臺灣銀行',
        }
      : {
          orderid: this.anId(),
          amount,
          user_id: member.person,
          user_name: member.name,
          counterparty_account: accountNo,
        }
    const notify = isLink ? { notify_url: 'https://m.example/n' } : {}
    const made = await this.sign(shop, isLink ? amountPath : paths.create, { ...fields, ...notify })
    const tradeNo = made.body?.data?.trade_no
    return typeof tradeNo === 'string'
      ? this.note(
          {
            tradeNo,
            kind: 'collection',
            home: shop.home,
            amount,
            member,
            last5: accountNo.slice(-5),
          },
          accountNo,
        )
      : null
  }

  /** A payout to a member. */
  async payOut(
    member: Member,
    amount: number,
    { shop = this.one(this.shops), accountNo = member.accountNo } = {},
  ): Promise<WalkOrder | null> {
    this.pass(1)
    const made = await this.sign(shop, paths.payouts, {
      serial_no: this.anId(),
      amount,
      payee_name: member.name,
      payee_account: accountNo,
      payee_bank: '臺灣銀行',
    })
    const tradeNo = made.body?.data?.trade_no
    return typeof tradeNo === 'string'
      ? this.note(
          { tradeNo, kind: 'payout', home: shop.home, amount, member, last5: accountNo.slice(-5) },
          accountNo,
        )
      : null
  }

  private note(made: WalkOrder, accountNo: string): WalkOrder {
    const { tradeNo, kind, member } = made
    const isWhole = accountNo.normalize('NFKC').replace(/\P{Nd}/gu, '').length >= 10
    this.truth.orders.set(tradeNo, { tradeNo, kind, person: member.person, isWhole })
    return made
  }

  private anId(): string {
    return `W-${worlds}-${this.number()}`
  }

  private sign({ uid, secret }: Shop, path: string, fields: Parameters<typeof signedJson>[2]) {
    return postJson(path, signedJson(uid, secret, fields), undefined, this.bound)
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

/** The name that rows have for a caller. */
export const callerName = (by: By) => by.slice(0, by.lastIndexOf(':'))

const membersMax = 24

/** What the bank may take for a payout where nothing else is said, in hundredths (back office §2). */
const feeMaxOfAccounts = 3_000

type Names =
  | ('ann' | 'ben' | 'night' | 'agent' | 'main' | 'second')
  | ('badAgent' | 'badOperator' | 'badToken' | 'badFeed')

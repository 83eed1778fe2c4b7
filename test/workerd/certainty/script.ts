import type { Doubt } from '../../../src/contract/back-office/states.ts'
import { Draw } from '../support/walk/walk.ts'
import type { Excuse, Happening, LineReport, Money, Person, Reporter, TrueOrder } from './truth.ts'

// Writes down what happens in a world, case by case.

type OrderFields = Partial<Omit<TrueOrder, 'person' | 'at'>>

type MoneyFields = {
  readonly amount?: number
  readonly payer?: Person | null
  /** Null where it is for none of the orders. */
  readonly order?: TrueOrder | null
  readonly isFormer?: boolean
  readonly madeUpBy?: Money['madeUpBy']
  readonly forbidden?: Doubt
  readonly forbiddenUntil?: number
  readonly forbiddenOnce?: TrueOrder
  readonly statedAt?: number
  readonly accepted?: Excuse
}

type ReportFields = Partial<
  Pick<LineReport, 'bookedAt' | 'dayOnly' | 'externalId' | 'name' | 'shows'>
> & { readonly by?: Reporter }

export class Script extends Draw {
  readonly happenings: Happening[] = []
  readonly orders: TrueOrder[] = []
  readonly moneys: Money[] = []
  readonly clean = new Set<TrueOrder>()
  /** The kind of the case that is written. */
  kind = ''
  /** Merchants that have an account to themselves, by the account's place; what follows them shares the others. */
  readonly own: number
  readonly merchants: number
  private digits = 0

  constructor(random: () => number, of: { readonly own: number; readonly merchants: number }) {
    super(random)
    this.own = of.own
    this.merchants = of.merchants
    // Every run of the digits begins elsewhere.
    this.digits = Math.floor(random() * digitsInAll)
  }

  /** A merchant whose orders all wait on one account, which only honest people tell of. */
  ownMerchant(): number {
    return this.between(0, this.own - 4)
  }

  /** The merchant into whose account a stolen token posts, and that of which somebody makes up a statement. */
  get robbed(): number {
    return this.own - 1
  }

  get forged(): number {
    return this.own - 2
  }

  /** The merchant of whose account statements are lost. */
  get lossy(): number {
    return this.own - 3
  }

  sharedMerchant(): number {
    return this.between(this.own, this.merchants - 1)
  }

  /** Somebody new; with the last five digits of another where one is given. */
  person(like: Person | null = null): Person {
    const n = this.number()
    this.digits = (this.digits + digitsStep) % digitsInAll
    const last5 = like?.accountNo.slice(-5) ?? String(this.digits).padStart(5, '0')
    const name = this.memberName()
    return { id: `member-${n}`, name, accountNo: `${String(1_000_000 + n)}${last5}` }
  }

  /** Two payers with the same last five digits, and an amount at a merchant with an account to itself. */
  twoAlike() {
    const one = this.person()
    return { one, other: this.person(one), merchant: this.ownMerchant(), amount: this.amount() }
  }

  order(person: Person, at: number, fields: OrderFields = {}): TrueOrder {
    const order: TrueOrder = {
      number: `O-${this.number()}`,
      kind: this.kind,
      merchant: this.sharedMerchant(),
      amount: this.amount(),
      digits: person.accountNo.slice(-5),
      name: '',
      isLink: false,
      replaces: null,
      ...fields,
      person,
      at,
    }
    this.orders.push(order)
    this.happenings.push({ at, what: 'order', order })
    return order
  }

  amount(): number {
    return this.one([300, 500, 500, 1_000, 1_000, 1_000, 2_000, 3_000, this.between(100, 5_000)])
  }

  /** Money moves into the account of an order, and is for it unless said otherwise. */
  pay(into: TrueOrder, at: number, fields: MoneyFields = {}): Money {
    const { isFormer = false, madeUpBy = null, forbidden = null, accepted = null, ...rest } = fields
    const money: Money = {
      number: `m${this.number()}`,
      kind: this.kind,
      payer: into.person,
      order: into,
      amount: into.amount,
      forbiddenUntil: Number.POSITIVE_INFINITY,
      forbiddenOnce: null,
      statedAt: at,
      ...rest,
      at,
      madeUpBy,
      forbidden,
      accepted,
      into: { order: into, isFormer },
    }
    this.moneys.push(money)
    this.happenings.push({ at, what: 'pay', money })
    return money
  }

  report(money: Money, at: number, fields: ReportFields = {}): void {
    const { by = 'feed', ...rest } = fields
    const report: LineReport = {
      money,
      at,
      by,
      bookedAt: money.at,
      dayOnly: false,
      name: '',
      shows: 'five' as const,
      externalId: `${by}-${money.number}`,
      ...rest,
    }
    this.happenings.push({ at, what: 'report', report })
  }

  /** Money that is paid, and reported by the feed some seconds later. */
  paid(into: TrueOrder, at: number, fields: MoneyFields = {}, reported: ReportFields = {}): Money {
    const money = this.pay(into, at, fields)
    this.report(money, at + this.between(3, 60), reported)
    return money
  }

  happen(one: Happening): void {
    this.happenings.push(one)
  }
}

const digitsInAll = 100_000
// Prime to it: a hundred thousand payers have other digits each.
const digitsStep = 61_803

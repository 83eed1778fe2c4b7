import type { EventRow, ImportRow, JournalRow, LineRow, OrderRow, Rows } from './rows.ts'
import type { Caller, LineReport, RealMoney, TrueAccount, Truth } from './truth.ts'

// Judges the rows that a walk of insiders left, by what the walk knows and by back office §§3–6 read anew: nothing of
// `src` is imported. Money that was credited or left has to be the order's own, or within what §5 lets one person do.
//
// What the contract leaves possible is counted, and not broken:
//   feed      A feed's word: a line that a crooked feed has told, and no statement that covers its day and the next has
//             failed to confirm. Whoever has a feed's token can tell what fits an order (§4 `unconfirmed` ends it).
//   another   Evidence that one person made (a file, a line by hand) and another person used: they are two (§5).
//   two       Carried out by an operator, and approved by another: §5 asks for no more.
//   later     A settlement without lines, by an agent, on an account that two people have set to `backing: later` (§2).
//   alike     Money that somebody paid without any order, or for one that other money of theirs has paid, and that exactly
//             fits one that was matched before it was told: amount, account and five digits are all the evidence that §4
//             asks for.
//   given     Money of one insider's friend that pays another's order: it is credited once.
//   alone     By one operator alone, in all less than APPROVAL_FROM that day, over all kinds and databases (§5).

/** What is wrong, and of what. */
export type Breach = {
  readonly what: string
  readonly of: string
  readonly amount: number
  readonly by: string
  readonly at: number
}

/** Why something that is not an order's own money is accepted; see above. */
type Excuse = 'feed' | 'another' | 'two' | 'later' | 'alike' | 'given' | 'alone'

export type Verdict = {
  readonly broken: readonly Breach[]
  /** How often orders were credited or paid with their own money, and the rest by why it is accepted. */
  readonly own: number
  readonly accepted: Readonly<Record<Excuse, { count: number; amount: number }>>
  /** Transaction numbers of collections by who settled them first. */
  readonly settledBy: ReadonlyMap<string, Caller | undefined>
}

/** `APPROVAL_FROM`, in hundredths. */
const approvalFrom = 10_000_000

/** Judges rows by what is true of them. */
export function judge(rows: Rows, truth: Truth): Verdict {
  return new Judge(rows, truth).verdict()
}

// An event's fact, as far as it is looked at.
type Fact = {
  readonly paidAmount?: number
  readonly actualAmount?: number
  readonly amount?: number
  readonly fee?: number
  readonly credit?: string
  readonly effect?: string
  readonly because?: string
  readonly bankAccount?: number
  readonly bankTransactions?: readonly number[]
  readonly insteadOf?: readonly number[]
  readonly override?: boolean | readonly string[]
  readonly approvedBy?: string
}

class Judge {
  private readonly broken: Breach[] = []
  private own = 0
  private readonly accepted: Verdict['accepted'] = {
    feed: nothing(),
    another: nothing(),
    two: nothing(),
    later: nothing(),
    alike: nothing(),
    given: nothing(),
    alone: nothing(),
  }
  private readonly settledBy = new Map<string, Caller | undefined>()
  private readonly orders: ReadonlyMap<number, OrderRow>
  private readonly lines: ReadonlyMap<number, LineRow>
  private readonly imports: ReadonlyMap<number, ImportRow>
  /** The lines that pay each order now. */
  private readonly standing = new Map<string, readonly number[]>()
  /** The lines whose money was sent back, by the order that they paid. */
  private readonly kept = new Map<string, readonly number[]>()
  /** The money that each line stood for when it was claimed last. */
  private readonly claimedMoney = new Map<number, RealMoney | null>()
  /** The account that each order was matched to last, and when. */
  private readonly matchedAt = new Map<string, { account: number; at: number }>()
  /** What events say that each order has moved, from outside to within. */
  private readonly net = new Map<number, number>()
  private readonly alone: { by: string; at: number; amount: number; what: string }[] = []

  private readonly rows: Rows
  private readonly truth: Truth

  constructor(rows: Rows, truth: Truth) {
    this.rows = rows
    this.truth = truth
    this.orders = new Map(rows.orders.map((one) => [one.id, one]))
    this.lines = new Map(rows.lines.map((one) => [one.id, one]))
    this.imports = new Map(rows.imports.map((one) => [one.id, one]))
  }

  verdict(): Verdict {
    const { broken, accepted, settledBy, rows } = this
    const inOrder = rows.events.toSorted((one, other) => one.at - other.at || one.seq - other.seq)
    for (const event of inOrder) this.take(event)
    this.judgeClaims()
    this.judgeBooks()
    for (const row of rows.journal) this.judgeJournal(row)
    this.judgeAlone()
    for (const { first, again } of this.truth.respelt) {
      if (first !== again) {
        this.report('one number of a feed, respelt, is two lines', `${first}, ${again}`, 0, '', 0)
      }
    }
    return { broken, own: this.own, accepted, settledBy }
  }

  private take(event: EventRow): void {
    const fact: Fact = JSON.parse(event.fact)
    const order = this.orders.get(event.order_id)
    if (event.name === 'adjusted') {
      this.move(event.order_id, fact.amount ?? 0)
      if (!this.isTwo(event, fact)) this.actAlone(event, fact.amount ?? 0, 'adjustment')
      return
    }
    if (order === undefined) return
    switch (event.name) {
      case 'created':
        if (fact.credit === 'available') this.wrong('credited when it was created', order, event)
        this.move(order.id, fact.credit === 'none' ? 0 : (fact.paidAmount ?? 0))
        return
      case 'requested':
        if (fact.effect === 'debit') this.move(order.id, -(fact.amount ?? 0))
        return
      case 'matched':
        this.matchedAt.set(order.trade_no, { account: fact.bankAccount ?? 0, at: event.at })
        if (fact.bankAccount === undefined && !this.isTwo(event, fact)) {
          this.wrong('matched in words by one person', order, event)
        }
        return
      case 'settled':
      case 'confirmed':
      case 'processed':
        this.judgePayment(order, event, fact)
        return
      case 'rejected':
        this.move(order.id, -(fact.paidAmount ?? 0))
        return
      case 'reversed':
      case 'returned':
        this.judgeReversal(order, event, fact)
        return
      case 'backed':
        if (fact.insteadOf !== undefined && !this.isTwo(event, fact)) {
          this.wrong('lines exchanged by one person', order, event)
        }
        this.claim(order, event.at, [
          ...this.standingOf(order).filter((id) => fact.insteadOf?.includes(id) !== true),
          ...(fact.bankTransactions ?? []),
        ])
        return
    }
  }

  private judgePayment(order: OrderRow, event: EventRow, fact: Fact): void {
    const named = fact.bankTransactions ?? []
    const paid = paidBy(fact)
    if (event.name === 'settled') this.move(order.id, paid)
    if (event.name === 'processed') this.move(order.id, -paid)
    if (order.kind === 'collection' && !this.settledBy.has(order.trade_no)) {
      this.settledBy.set(order.trade_no, this.truth.callers.get(event.actor))
    }
    this.judgeWhatIsNeverPassed(order, event, named)
    const taken = this.standingMoneys(order.trade_no)
    this.claim(order, event.at, named)
    const strange = named.filter((id) => !this.isOwn(order, id, taken))
    if (strange.length === 0 && this.isPaidBy(order, paid, named)) this.own += 1
    else this.judgeStrange(order, event, fact, { strange, taken })
  }

  // One transaction, one order; and what no override passes, and no second person.
  private judgeWhatIsNeverPassed(order: OrderRow, event: EventRow, named: readonly number[]): void {
    for (const id of named) {
      const holder = [...this.standing].find(([, ids]) => ids.includes(id))?.[0]
      if (holder !== undefined && holder !== order.trade_no) {
        this.wrong(`line ${id} pays ${holder} too`, order, event)
      }
      const { merchants = [] } = this.accountOf(id) ?? {}
      if (merchants.length > 0 && !merchants.includes(order.uid)) {
        this.wrong('paid by the account of another merchant', order, event)
      }
    }
    const { person, isWhole = false } = this.truth.orders.get(order.trade_no) ?? {}
    const isHeld = this.truth.holds.some((hold) => hold.person === person && hold.at < event.at)
    if (isWhole && isHeld) this.wrong(`${event.name} although held`, order, event)
  }

  // Whether lines, each the order's own money, are what was paid: different money, and for a payout with the bank's fee.
  private isPaidBy(order: OrderRow, paid: number, named: readonly number[]): boolean {
    const moneys = named.map((id) => this.claimedMoney.get(id))
    if (named.length === 0 || new Set(moneys.map((money) => money?.id)).size < named.length) {
      return false
    }
    const sum = moneys.reduce((total, money) => total + Math.abs(money?.amount ?? 0), 0)
    return order.kind === 'collection' ? paid <= sum : sum <= paid + this.feeMaxOf(named)
  }

  // What is not paid with the order's own money: who may have done it.
  private judgeStrange(order: OrderRow, event: EventRow, fact: Fact, found: Strange): void {
    const { bankTransactions: named = [], fee = 0, override } = fact
    const caller = this.truth.callers.get(event.actor)
    const amount = Math.max(order.amount, paidBy(fact) + fee)
    const isPassed = Array.isArray(override) ? override.length > 0 : override === true
    const fits = order.kind === 'collection' || fee <= this.feeMaxOf(named)
    const why =
      fits && !isPassed ? this.excuseOfAll(found, { order, caller, at: event.at }) : undefined
    const onAccount = this.truth.accounts.get(order.bank_account_id ?? 0)
    if (this.isTwo(event, fact)) this.accept('two', amount)
    else if (why !== undefined) this.accept(why, amount)
    else if (caller?.role === 'operator') this.actAlone(event, amount, event.name)
    else if (caller?.role === 'agent' && named.length === 0 && onAccount?.backing === 'later') {
      this.accept('later', amount)
    } else {
      const by = `by ${caller?.role === 'agent' ? 'an agent' : event.actor}`
      this.wrong(`${event.name} ${by} ${this.lack(order, named, found)}`, order, event, amount)
    }
  }

  private judgeReversal(order: OrderRow, event: EventRow, fact: Fact): void {
    const paid = paidBy(fact)
    const fee = fact.fee ?? 0
    this.move(order.id, event.name === 'reversed' ? -paid : paid)
    const wasBacked = this.standingOf(order).length > 0
    // What was sent back pays nothing else.
    if (fact.because === 'money_returned') {
      this.kept.set(order.trade_no, [
        ...(this.kept.get(order.trade_no) ?? []),
        ...this.standingOf(order),
      ])
    }
    this.standing.set(order.trade_no, [])
    if (this.isTwo(event, fact)) return
    if (event.name === 'returned' && wasBacked && fact.because === 'wrong_match') {
      this.wrong('a debit freed by one person', order, event)
    }
    if (fee > this.feeMaxOf(fact.bankTransactions ?? []))
      this.wrong('a fee over fee_max in a reversal by one person', order, event)
    this.actAlone(event, Math.max(order.amount, paid, paid + fee), event.name)
  }

  // Whether a line is money that the order's own person moved for it, and that pays no other order.
  private isOwn(order: OrderRow, id: number, taken: ReadonlyMap<number, string>): boolean {
    const line = this.lines.get(id)
    const money = this.claimedMoney.get(id) ?? null
    if (line === undefined || money === null || money.amount !== line.amount) return false
    const person = this.truth.orders.get(order.trade_no)?.person
    const isFor = order.kind === 'collection' ? true : money.tradeNo === order.trade_no
    return money.person === person && isFor && !taken.has(money.id)
  }

  private lack(order: OrderRow, named: readonly number[], { strange, taken }: Strange): string {
    if (named.length === 0) return 'without a line'
    const [first = 0] = strange
    if (strange.length === 0) return 'by lines of another sum'
    const money = this.claimedMoney.get(first) ?? null
    if (money === null) return `by line ${first}, which nobody paid`
    const other = taken.get(money.id)
    if (other !== undefined) return `by line ${first}, whose money pays ${other} as well`
    const person = this.truth.orders.get(order.trade_no)?.person
    return money.person === person
      ? `by line ${first} of another amount or order`
      : `by line ${first}, the money of ${money.person} for ${money.tradeNo}`
  }

  private feeMaxOf(lines: readonly number[]): number {
    return Math.max(0, ...lines.map((id) => this.accountOf(id)?.feeMax ?? 0))
  }

  // Why lines that are not an order's own money may pay it; undefined where one of them may not.
  private excuseOfAll({ strange, taken }: Strange, principal: OrderAction): Excuse | undefined {
    const whys = strange.map((id) => this.excuseOf(id, taken, principal))
    return whys.includes(undefined) ? undefined : whys[0]
  }

  private excuseOf(
    id: number,
    taken: Strange['taken'],
    principal: OrderAction,
  ): Excuse | undefined {
    const line = this.lines.get(id)
    const maker = line && this.makerOf(line)
    const { caller, order } = principal
    if (line === undefined || maker === undefined || caller === undefined) return undefined
    const money = this.claimedMoney.get(id) ?? null
    if (money !== null && money.amount === line.amount && !taken.has(money.id)) {
      const { crooked, orders } = this.truth
      const person = orders.get(order.trade_no)?.person ?? ''
      if (crooked.has(money.person) && crooked.has(person) && money.amount > 0) return 'given'
      if (this.isSpare(money) && this.wasAwaited(line, order)) return 'alike'
    }
    if (maker.isHonest) return undefined
    if (maker.role === 'feed') {
      return caller.role === 'agent' && this.wasUnconfirmed(line, principal.at) ? undefined : 'feed'
    }
    if (maker.person !== caller.person) return 'another'
    const { agreed_by: agreedBy = '' } = this.imports.get(line.import_id ?? 0) ?? line
    const agreed = this.truth.callers.get(agreedBy)
    const isAgreed = agreed !== undefined && !agreed.isToken && agreed.person !== maker.person
    return isAgreed ? 'two' : undefined
  }

  // Whether money pays no order of whoever moved it: it was for none, or for one that other money of theirs pays.
  private isSpare(money: RealMoney): boolean {
    if (money.tradeNo === 'none') return true
    const paying = (this.standing.get(money.tradeNo) ?? []).map((id) => this.claimedMoney.get(id))
    return paying.length > 0 && paying.every((one) => one?.person === money.person)
  }

  // Whether an order of that amount was matched to the line's account before the line was booked and stored.
  private wasAwaited(line: LineRow, { trade_no: tradeNo, amount }: OrderRow): boolean {
    const { account, at } = this.matchedAt.get(tradeNo) ?? { account: 0, at: 0 }
    const isHere = account === line.bank_account_id && amount === line.amount
    return isHere && at < line.created_at && dayOf(line.booked_at) >= dayOf(at)
  }

  // Whether honest statements had covered its day and the next, and not confirmed it.
  private wasUnconfirmed(
    { bank_account_id: account, booked_at: at, import_id }: LineRow,
    now: number,
  ) {
    const day = dayOf(at)
    const isCovered = (one: number) =>
      this.truth.covered.some(
        (covered) => covered.account === account && covered.day === one && covered.at < now,
      )
    return import_id === null && isCovered(day) && isCovered(day + 1)
  }

  private makerOf(line: LineRow): Caller | undefined {
    const name =
      line.source === 'statement' && line.import_id !== null
        ? this.imports.get(line.import_id)?.actor
        : line.posted_by
    return this.truth.callers.get(name ?? '')
  }

  private claim({ trade_no: tradeNo }: OrderRow, at: number, lines: readonly number[]): void {
    const before = this.standing.get(tradeNo) ?? []
    const taken = this.standingMoneys(tradeNo)
    for (const id of lines) {
      if (before.includes(id)) continue
      const moneys = this.moneysOf(id, at)
      const free = moneys.find((money) => !taken.has(money.id))
      this.claimedMoney.set(id, free ?? moneys[0] ?? null)
    }
    this.standing.set(tradeNo, lines)
  }

  // The moneys that a line stood for at a time: what its first reporter meant, and what somebody honest had reported by it
  // since. A deposit that a feed invented is not the money that a statement takes it for days after it was used; and one
  // that a second feed reported again a quarter of an hour late is the next one of the same sum, reported in time.
  private moneysOf(id: number, at: number): readonly RealMoney[] {
    const line = this.lines.get(id)
    if (line === undefined) return []
    const inFile = this.truth.imported.get(`${line.import_id}.${line.import_line}`)
    const posted = this.truth.posted.get(id) ?? []
    const reports: readonly LineReport[] = [
      ...(line.source === 'statement' && inFile !== undefined ? [inFile] : []),
      ...posted,
      ...(line.source !== 'statement' && inFile !== undefined ? [inFile] : []),
    ]
    return reports.flatMap(({ money, isHonest, at: reportedAt }, place) =>
      money !== null && (place === 0 || (isHonest && reportedAt <= at)) ? [money] : [],
    )
  }

  // The moneys that pay other orders.
  private standingMoneys(but: string): ReadonlyMap<number, string> {
    const moneys = new Map<number, string>()
    for (const [tradeNo, ids] of [...this.standing, ...this.kept]) {
      if (tradeNo === but) continue
      for (const id of ids) {
        const money = this.claimedMoney.get(id) ?? null
        if (money !== null) moneys.set(money.id, tradeNo)
      }
    }
    return moneys
  }

  private standingOf({ trade_no }: OrderRow): readonly number[] {
    return this.standing.get(trade_no) ?? []
  }

  private accountOf(line: number): TrueAccount | undefined {
    return this.truth.accounts.get(this.lines.get(line)?.bank_account_id ?? 0)
  }

  // Whether two people did it: an operator, and another who approved it. A token is nobody's second person.
  private isTwo({ actor }: { readonly actor: string }, { approvedBy = '' }: Fact): boolean {
    const asker = this.truth.callers.get(actor)
    const approver = this.truth.callers.get(approvedBy)
    if (asker === undefined || approver === undefined || approver.isToken) return false
    return approver.role === 'operator' && asker.person !== approver.person
  }

  private judgeClaims(): void {
    for (const { id, order_id, state, amount } of this.rows.lines) {
      if ((state === 'claimed') !== (order_id !== null)) {
        this.report(`a line is ${state} and its order is ${order_id}`, `line ${id}`, amount, '', 0)
      }
    }
    for (const [tradeNo, ids] of this.standing) {
      for (const id of ids) {
        const { order_id = null } = this.lines.get(id) ?? {}
        if (order_id === null || this.orders.get(order_id)?.trade_no !== tradeNo) {
          this.report(`line ${id} pays it and is not claimed by it`, tradeNo, 0, '', 0)
        }
      }
    }
  }

  // What entries of the ledger brought in and out for each order is what its events say.
  private judgeBooks(): void {
    const booked = new Map<number, number>()
    for (const { order_id: id, from_bucket: from, to_bucket: to, amount } of this.rows.entries) {
      const sign = (from === 'outside' ? 1 : 0) - (to === 'outside' ? 1 : 0)
      booked.set(id, (booked.get(id) ?? 0) + sign * amount)
    }
    for (const id of new Set([...booked.keys(), ...this.net.keys()])) {
      const [has = 0, says = 0] = [booked.get(id), this.net.get(id)]
      if (has !== says) {
        this.report('entries that no event explains', String(id), has - says, '', 0)
      }
    }
  }

  private judgeJournal(row: JournalRow): void {
    const { actor, action, subject_kind: kind, approved_by: approvedBy, at } = row
    if (this.isTwo({ actor }, { approvedBy })) return
    if (approvedBy !== '' && action !== 'approve' && action !== 'reject') {
      this.report(`${action} approved by ${approvedBy}`, `${kind}:${row.subject}`, 0, actor, at)
    }
    const after: Readonly<Record<string, unknown>> = JSON.parse(row.after ?? '{}') ?? {}
    const before: Readonly<Record<string, unknown>> = JSON.parse(row.before ?? '{}') ?? {}
    const alone = (what: string) =>
      this.report(`${what} by one person`, `${kind}:${row.subject}`, 0, actor, at)
    if (kind === 'bank_account' && action === 'create') alone('a bank account created')
    if (kind === 'bank_account' && action === 'patch') {
      const changed = Object.keys(after).filter((name) => ofTwo.includes(name))
      if (changed.length > 0) alone(`${changed.join()} of an account changed`)
      if (after.state === 'active') alone('an account made active')
      const [was, is] = [before.daily_cap, after.daily_cap]
      const isRaised = is === null || Number(is) > Number(was)
      if ('daily_cap' in after && was != null && isRaised) alone('a daily cap raised')
      if (after.auto === 'settle') alone('auto of an account set to settle')
      const isAutoRaised = ['auto_max', 'auto_awaiting_max'].some((name) => {
        return Number(after[name]) > Number(before[name])
      })
      if (isAutoRaised) alone('what the service settles raised')
      const [sources, sourcesWere] = [after, before].map((one) => listOf(one.auto_sources) ?? [])
      if (sources?.includes('feed') && !sourcesWere?.includes('feed')) alone('a feed settled by')
    }
    if (kind === 'merchant' && action === 'patch') {
      const settings = { ...after, ...(after.settings as object | undefined) } as typeof after
      if ('display' in settings || 'display_name' in settings || 'support_url' in settings) {
        alone('what members are shown changed')
      }
      if (settings.trusted === true) alone('trusted turned on')
      if (settings.auto === 'settle') alone('auto of a merchant set to settle')
      const [was, is] = [before.ip_whitelist, after.ip_whitelist].map(listOf)
      if (was !== undefined && is !== undefined && was.length > 0) {
        if (is.length === 0 || addressesOf(is) > 2 ** 24) alone('an allow-list opened')
      }
    }
    if (kind === 'hold' && action === 'lift') alone('a hold lifted')
    if (kind === 'bank_transaction' && action === 'post' && row.role === 'operator') {
      alone('a line posted by hand')
    }
    if (kind === 'bank_transaction' && action === 'ignore') {
      const { amount = 0 } = this.lines.get(Number(row.subject)) ?? {}
      if (amount < 0) this.actAlone({ actor, at }, -amount, 'ignored debit')
    }
  }

  private actAlone(
    { actor, at }: { actor: string; at: number },
    amount: number,
    what: string,
  ): void {
    this.alone.push({ by: actor, at, amount: Math.abs(amount), what })
  }

  // §5: one person's sum of a day, over all kinds and databases, stays below APPROVAL_FROM.
  private judgeAlone(): void {
    const sums = new Map<string, number>()
    for (const { by, at, amount, what } of this.alone.toSorted((one, two) => one.at - two.at)) {
      const key = `${by} ${dayOf(at)}`
      const before = sums.get(key) ?? 0
      sums.set(key, before + amount)
      if (before + amount >= approvalFrom) {
        this.report(
          `one operator alone: ${what}`,
          `the sum of that day is ${before + amount}`,
          amount,
          by,
          at,
        )
      } else this.accept('alone', amount)
    }
  }

  private move(id: number, amount: number): void {
    this.net.set(id, (this.net.get(id) ?? 0) + amount)
  }

  private accept(why: Excuse, amount: number): void {
    this.accepted[why].count += 1
    this.accepted[why].amount += amount
  }

  private wrong(what: string, order: OrderRow, event: EventRow, amount = order.amount): void {
    this.report(what, order.trade_no, amount, event.actor, event.at)
  }

  private report(what: string, of: string, amount: number, by: string, at: number): void {
    this.broken.push({ what, of, amount, by, at })
  }
}

const ofTwo = ['holder_name', 'agents', 'merchants', 'feeds', 'use', 'backing', 'fee_max']

const paidBy = (fact: Fact) => fact.paidAmount ?? fact.actualAmount ?? 0

/** Lines that are not an order's own money, and the money that pays other orders. */
type Strange = { readonly strange: readonly number[]; readonly taken: ReadonlyMap<number, string> }

/** Who settles which order, and when. */
type OrderAction = {
  readonly order: OrderRow
  readonly caller: Caller | undefined
  readonly at: number
}

const nothing = () => ({ count: 0, amount: 0 })

const dayOf = (at: number) => Math.floor((at + 28_800) / 86_400)

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined
}

// Of IPv4.
function addressesOf(networks: readonly string[]): number {
  return networks.reduce((sum, one) => {
    const [, bits = '32'] = one.split('/')
    return one.includes(':') ? sum : sum + 2 ** (32 - Number(bits))
  }, 0)
}

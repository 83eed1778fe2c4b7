import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { EventRow, JournalRow, LineRow, OrderRow, Rows } from './rows.ts'
import { type Caller, type RealMoney, Truth } from './truth.ts'

// The judge of the insiders' walk can say "broken": stories by hand, each with one wrong and one that is like it and right.

const at = 1_800_000_000
const day = 86_400
const account = 7

const callers: Readonly<Record<string, Caller>> = {
  ann: { person: 'ann', role: 'operator', isToken: false, isHonest: true },
  bad: { person: 'bad', role: 'operator', isToken: false, isHonest: false },
  'service:bad': { person: 'bad', role: 'operator', isToken: true, isHonest: false },
  agent: { person: 'agent', role: 'agent', isToken: false, isHonest: false },
  'service:main': { person: 'main', role: 'feed', isToken: true, isHonest: true },
  'service:bad-feed': { person: 'bad-feed', role: 'feed', isToken: true, isHonest: false },
}

/** What a story is made of: orders, money that moved, lines, and what people did. */
class Story {
  readonly truth = new Truth()
  private readonly orders: OrderRow[] = []
  private readonly events: EventRow[] = []
  private readonly entries: Rows['entries'][number][] = []
  private readonly lines: LineRow[] = []
  private readonly imports: Rows['imports'][number][] = []
  private readonly journal: JournalRow[] = []

  constructor() {
    for (const [name, caller] of Object.entries(callers)) this.truth.callers.set(name, caller)
    this.truth.accounts.set(account, {
      id: account,
      database: 0,
      backing: 'required',
      merchants: [],
      feeMax: 3_000,
    })
  }

  order(id: number, person: string, amount: number, kind: OrderRow['kind'] = 'collection'): this {
    const trade_no = `T${id}`
    this.orders.push({ id, trade_no, kind, uid: 'shop', amount, bank_account_id: account })
    this.truth.orders.set(trade_no, { tradeNo: trade_no, kind, person, isWhole: true })
    return this
  }

  /** A line, reported by a feed unless it says otherwise, of money that a person moved for an order, or of none. */
  line(
    id: number,
    amount: number,
    paid: { person: string; tradeNo: string; money?: number } | null,
    by = 'service:main',
    more: Partial<LineRow> = {},
  ): this {
    this.lines.push({
      id,
      bank_account_id: account,
      booked_at: at,
      amount,
      source: 'feed',
      import_id: null,
      import_line: null,
      state: 'unclaimed',
      order_id: null,
      posted_by: by,
      agreed_by: '',
      created_at: at,
      ...more,
    })
    const money: RealMoney | null =
      paid === null ? null : { id: paid.money ?? id, account, amount, at, ...paid }
    this.truth.report(id, { money, by, isHonest: callers[by]?.isHonest === true, at })
    return this
  }

  /** The same in a file that somebody has imported. */
  inFile(id: number, amount: number, by: string): this {
    this.imports.push({ id: 1000 + id, actor: by, agreed_by: '' })
    this.truth.imported.set(`${1000 + id}.2`, { money: null, by, isHonest: false, at })
    const file = { source: 'statement', import_id: 1000 + id, import_line: 2 }
    this.line(id, amount, null, '', file)
    this.truth.posted.delete(id)
    return this
  }

  /** What happened to an order, with the ledger's entry of it. */
  event(order: number, name: string, actor: string, fact: object, moved = 0, later = 0): this {
    const seq = 1 + this.events.length
    const said = { order_id: order, seq, name, actor, at: at + seq + later }
    this.events.push({ ...said, fact: JSON.stringify({ name, ...fact }) })
    const isIn = moved > 0
    if (moved !== 0) {
      this.entries.push({
        order_id: order,
        amount: Math.abs(moved),
        from_bucket: isIn ? 'outside' : 'available',
        to_bucket: isIn ? 'available' : 'outside',
      })
    }
    return this
  }

  settle(order: number, actor: string, ids: readonly number[], more: object = {}, later = 0): this {
    const sum = ids.reduce(
      (total, id) => total + (this.lines.find((one) => one.id === id)?.amount ?? 0),
      0,
    )
    const paidAmount =
      ids.length > 0 ? sum : (this.orders.find((one) => one.id === order)?.amount ?? 0)
    this.claim(order, ids)
    const fact = {
      paidAmount,
      override: false,
      ...(ids.length > 0 ? { bankTransactions: ids } : {}),
    }
    return this.event(order, 'settled', actor, { ...fact, ...more }, paidAmount, later)
  }

  process(order: number, actor: string, ids: readonly number[], actual: number, fee: number): this {
    this.claim(order, ids)
    const fact = { actualAmount: actual, fee, bankTransactions: ids, override: false }
    return this.event(order, 'processed', actor, fact, -actual)
  }

  wrote(row: Partial<JournalRow>): this {
    this.journal.push({
      id: 1,
      at,
      actor: 'bad',
      role: 'operator',
      action: 'patch',
      subject_kind: 'bank_account',
      subject: '7',
      before: null,
      after: null,
      approved_by: '',
      ...row,
    })
    return this
  }

  private claim(order: number, ids: readonly number[]): void {
    for (const [place, line] of this.lines.entries()) {
      if (ids.includes(line.id)) this.lines[place] = { ...line, state: 'claimed', order_id: order }
    }
  }

  broken(): readonly string[] {
    const { truth, orders, events, entries, lines, imports, journal } = this
    const rows: Rows = { orders, events, entries, lines, imports, journal }
    return judge(rows, truth).broken.map(({ what }) => what)
  }
}

const friends = { person: 'friend', tradeNo: 'T1' }
const payers = { person: 'payer', tradeNo: 'T2' }

describe('whose money an agent settles with', () => {
  test('its own, and somebody else’s', () => {
    const own = new Story().order(1, 'friend', 500).line(11, 500, friends).settle(1, 'agent', [11])
    expect(own.broken()).toEqual([])
    const other = new Story().order(1, 'friend', 500).line(11, 500, payers).settle(1, 'agent', [11])
    expect(other.broken()).toEqual(['settled by an agent by line 11, the money of payer for T2'])
    const none = new Story().order(1, 'friend', 500).settle(1, 'agent', [])
    expect(none.broken()).toEqual(['settled by an agent without a line'])
  })

  test('a deposit that is two lines pays one order, until that order is reversed', () => {
    const two = () =>
      new Story()
        .order(2, 'payer', 500)
        .order(3, 'payer', 500)
        .line(11, 500, { ...payers, money: 1 })
        .line(12, 500, { ...payers, money: 1 })
    const twice = two().settle(2, 'agent', [11]).settle(3, 'agent', [12])
    expect(twice.broken()).toEqual(['settled by an agent by line 12, whose money pays T2 as well'])
    const sum = two().settle(2, 'agent', [11, 12])
    expect(sum.broken()).toEqual(['settled by an agent by lines of another sum'])
  })

  test('a deposit reported again late, and the next one paired with it, pay two orders', () => {
    const money = { id: 2, account, amount: 500, at, ...payers }
    const late = (isPaired: boolean) => {
      const two = new Story()
        .order(2, 'payer', 500)
        .order(3, 'payer', 500)
        .line(11, 500, { ...payers, money: 1 })
        .line(12, 500, { ...payers, money: 1 })
      if (isPaired) two.truth.report(12, { money, by: 'service:main', isHonest: true, at })
      return two.settle(2, 'agent', [11]).settle(3, 'agent', [12]).broken()
    }
    expect(late(true)).toEqual([])
    expect(late(false)).toHaveLength(1)
  })

  test('money of a payer who paid twice, awaited by a friend, and money of one whose order is not paid', () => {
    const twice = (isPaid: boolean) => {
      const story = new Story()
        .order(1, 'friend', 500)
        .order(2, 'payer', 500)
        .event(1, 'matched', 'agent', { bankAccount: account })
        .line(11, 500, { person: 'payer', tradeNo: 'none' }, 'service:main', { created_at: at + 9 })
        .line(12, 500, payers, 'service:main', { created_at: at + 9 })
      if (isPaid) story.settle(2, 'agent', [11], {}, 10)
      return story.settle(1, 'agent', [12], {}, 20).broken()
    }
    expect(twice(true)).toEqual([])
    expect(twice(false)).toEqual(['settled by an agent by line 12, the money of payer for T2'])
  })

  test('a line pays one order', () => {
    const story = new Story()
      .order(2, 'payer', 500)
      .order(3, 'payer', 500)
      .line(11, 500, payers)
      .settle(2, 'agent', [11])
      .settle(3, 'agent', [11])
    expect(story.broken()).toContain('line 11 pays T2 too')
  })

  test('a held person’s order', () => {
    const story = new Story().order(1, 'friend', 500).line(11, 500, friends)
    story.truth.holds.push({ person: 'friend', at })
    expect(story.settle(1, 'agent', [11]).broken()).toEqual(['settled although held'])
  })
})

describe('a payout’s debit', () => {
  const paid = (amount: number) =>
    new Story().order(1, 'friend', 10_000, 'payout').line(11, amount, friends)

  test('with the bank’s fee, with a fee that hides the rest, and with another’s debit', () => {
    expect(paid(-13_000).process(1, 'agent', [11], 10_000, 3_000).broken()).toEqual([])
    expect(paid(-5_010_000).process(1, 'agent', [11], 10_000, 5_000_000).broken()).toEqual([
      'processed by an agent by lines of another sum',
    ])
    const other = new Story().order(1, 'friend', 500, 'payout').line(11, -500, payers)
    expect(other.process(1, 'agent', [11], 500, 0).broken()).toHaveLength(1)
  })
})

describe('a feed’s word', () => {
  const unproven = (later: number) => {
    const story = new Story().order(1, 'friend', 500).line(11, 500, null, 'service:bad-feed')
    const today = Math.floor((at + 28_800) / day)
    for (const one of [today, today + 1]) {
      story.truth.covered.push({ account, day: one, at: at + 2 * day })
    }
    return story.settle(1, 'agent', [11], {}, later)
  }

  test('until statements have covered two days without it', () => {
    expect(unproven(0).broken()).toEqual([])
    expect(unproven(3 * day).broken()).toEqual([
      'settled by an agent by line 11, which nobody paid',
    ])
  })

  test('that a statement takes for another’s money, after it was used', () => {
    const invented = (reportedAt: number) => {
      const both = new Story()
        .order(2, 'payer', 500)
        .order(3, 'payer', 500)
        .line(11, 500, null, 'service:bad-feed')
        .line(12, 500, { ...payers, money: 1 })
      const money = { id: 1, account, amount: 500, at, ...payers }
      both.truth.report(11, { money, by: 'ann', isHonest: true, at: reportedAt })
      return both.settle(2, 'agent', [11]).settle(3, 'agent', [12]).broken()
    }
    expect(invented(at + day)).toEqual([])
    expect(invented(at)).toEqual(['settled by an agent by line 12, whose money pays T2 as well'])
  })

  test('a number that is two lines is found', () => {
    const again = unproven(0)
    again.truth.respelt.push({ first: 11, again: 11 })
    expect(again.broken()).toEqual([])
    again.truth.respelt.push({ first: 11, again: 12 })
    expect(again.broken()).toEqual(['one number of a feed, respelt, is two lines'])
  })
})

describe('an operator alone', () => {
  const file = (by: string, settledBy: string, amount: number, more: object = {}) =>
    new Story().order(1, 'friend', amount).inFile(11, amount, by).settle(1, settledBy, [11], more)

  test('uses what they made up below 100,000, or with another', () => {
    expect(file('bad', 'bad', 9_999_999).broken()).toEqual([])
    expect(file('bad', 'bad', 10_000_000).broken()).toEqual(['one operator alone: settled'])
    expect(file('bad', 'bad', 10_000_000, { approvedBy: 'ann' }).broken()).toEqual([])
    expect(file('bad', 'bad', 10_000_000, { approvedBy: 'bad' }).broken()).toHaveLength(1)
    expect(file('bad', 'bad', 10_000_000, { approvedBy: 'service:bad' }).broken()).toHaveLength(1)
    expect(file('bad', 'agent', 10_000_000).broken()).toEqual([])
    expect(file('bad', 'service:bad', 10_000_000).broken()).toHaveLength(1)
  })

  test('sums of a day, over all kinds', () => {
    const story = () => new Story().order(1, 'friend', 6_000_000).settle(1, 'bad', [])
    const adjusted = { bucket: 'available', amount: 4_000_000 }
    expect(story().event(99, 'adjusted', 'bad', adjusted, 4_000_000).broken()).toEqual([
      'one operator alone: adjustment',
    ])
    expect(story().event(99, 'adjusted', 'ann', adjusted, 4_000_000).broken()).toEqual([])
    const tomorrow = story().event(99, 'adjusted', 'bad', adjusted, 4_000_000, day)
    expect(tomorrow.broken()).toEqual([])
    const debit = story().line(11, -4_000_000, payers)
    const ignored = { action: 'ignore', subject_kind: 'bank_transaction', subject: '11' }
    expect(debit.wrote(ignored).broken()).toEqual(['one operator alone: settled'])
  })

  test('reverses, with the bank’s fee alone', () => {
    const reversed = (fee: number) => {
      const back = { paidAmount: 500, because: 'money_returned', bankTransactions: [12], fee }
      return new Story()
        .order(1, 'friend', 500)
        .line(11, 500, friends)
        .line(12, -500 + fee, friends)
        .settle(1, 'agent', [11])
        .event(1, 'reversed', 'bad', back, -500)
        .broken()
    }
    expect(reversed(100)).toEqual([])
    expect(reversed(3_001)).toEqual(['a fee over fee_max in a reversal by one person'])
  })

  test('changes nothing that takes two', () => {
    const changed = (after: object, more: Partial<JournalRow> = {}) =>
      new Story().wrote({ after: JSON.stringify(after), ...more }).broken()
    expect(changed({ note: 'x' })).toEqual([])
    expect(changed({ backing: 'later' })).toEqual(['backing of an account changed by one person'])
    expect(changed({ backing: 'later' }, { approved_by: 'ann' })).toEqual([])
    const merchant = { subject_kind: 'merchant' }
    expect(changed({ display: { name: 'x' } }, merchant)).toHaveLength(1)
    const networks = ['0.0.0.0/1', '128.0.0.0/1']
    const before = JSON.stringify({ ip_whitelist: ['192.0.2.1'] })
    expect(changed({ ip_whitelist: networks }, { ...merchant, before })).toHaveLength(1)
    expect(changed({}, { subject_kind: 'hold', action: 'lift' })).toHaveLength(1)
    expect(changed({}, { subject_kind: 'bank_transaction', action: 'post' })).toHaveLength(1)
  })
})

test('entries of the ledger that no event explains', () => {
  const story = new Story().order(1, 'friend', 500).event(1, 'exception', 'agent', {}, 500)
  expect(story.broken()).toEqual(['entries that no event explains'])
})

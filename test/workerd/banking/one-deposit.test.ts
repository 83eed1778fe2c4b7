import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import type { StatementFormat } from '../../../src/contract/back-office/banking/statement-format.ts'
import { settlement } from '../../../src/contract/back-office/orders/move-bodies.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { ann, approve, ask, askImport, ben, withApprovals } from '../support/back-office.ts'
import { aBankAccount, payersLast5 } from '../support/banking.ts'
import { aCollection, agent, aMerchant, anId, rows, type Shop } from '../support/service.ts'
import { feed, format, secondFeed } from '../support/statements.ts'

// One deposit, told by any two, pays one order by agents; two that one source has told pay two. Orders, matches, lines
// and settlements go through the calls that people and feeds make, at the hours that the case says.

const sources = ['feed', 'second', 'hand', 'statement'] as const
type Source = (typeof sources)[number]

/** How a line tells the payer's name, and the end of the account. */
const names = ['王小明', '王○明', '王Ｏ＊', '王　小　明', '', '王小\u200b明'] as const
const accounts = [`00812345${payersLast5}`, `****${payersLast5}`, ''] as const

type Payer = { readonly name: string; readonly account: string }

type Case = {
  readonly first: Source
  readonly second: Source
  /** The second is the first one's number in another spelling, or its statement again. */
  readonly isRepeated: boolean
  readonly tells: readonly [Payer, Payer]
  /** Between the bookings as the two tell them, in seconds. */
  readonly apart: number
  /** The hour of the first booking, so that some are on both sides of midnight. */
  readonly hour: number
}

const told = fc.record({ name: fc.constantFrom(...names), account: fc.constantFrom(...accounts) })
const known = told.map((one) => ({ ...one, account: one.account || accounts[0] }))
const whole = { name: fc.constantFrom(...names), account: fc.constant(accounts[0]) }

function cases(apart: fc.Arbitrary<number>): fc.Arbitrary<Case> {
  return fc
    .record({
      first: fc.constantFrom(...sources),
      second: fc.constantFrom(...sources),
      tells: fc.tuple(known, told),
      apart,
      hour: fc.constantFrom(0, 9, 15, 23),
    })
    .map((one) => ({ ...one, isRepeated: one.first === one.second }))
}

const within = fc.integer({ min: 0, max: 600 })
const hours = fc.oneof(fc.constantFrom(601, 660, 3_600), fc.integer({ min: 601, max: 71 * 3_600 }))

const context = withApprovals({}, { from: null })
const runs = { numRuns: Number(env.DEPOSIT_CASES) }
const patience = { timeout: 3_600_000 }
const statementFormat: StatementFormat = {
  ...format,
  columns: { date: 'date', time: 'time', amount: 'amount', counterparty: 'from', name: 'name' },
}

const today = Math.floor(Date.now() / 86_400_000) * 86_400

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

test('a deposit that two sources report within ten minutes pays one order', patience, async () => {
  await fc.assert(
    fc.asyncProperty(cases(within), async (one) => {
      const { paid, lines } = await ordersPaid(one)
      expect(paid).toBeLessThanOrEqual(1)
      expect(lines).toBe(1)
    }),
    runs,
  )
})

test(
  'a deposit that two sources report up to 71 hours apart pays one order',
  patience,
  async () => {
    await fc.assert(
      fc.asyncProperty(cases(hours), async (one) => {
        expect((await ordersPaid(one)).paid).toBeLessThanOrEqual(1)
      }),
      runs,
    )
  },
)

test('two deposits that one source reports pay two orders', patience, async () => {
  const two = fc.record({
    source: fc.constantFrom(...sources),
    tells: fc.tuple(fc.record(whole), fc.record(whole)),
    apart: fc.oneof(within, hours),
    hour: fc.constantFrom(0, 9, 15, 23),
  })
  await fc.assert(
    fc.asyncProperty(two, async ({ source, ...rest }) => {
      const one = { first: source, second: source, isRepeated: false, ...rest }
      expect(await ordersPaid(one)).toEqual({ paid: 2, lines: 2 })
    }),
    runs,
  )
})

/** Each of two orders is matched, its line is told, and an agent settles it with whatever line is let. */
async function ordersPaid({ first, second, isRepeated, tells, apart, hour }: Case) {
  const account = await aBankAccount({ feeds: [feed.name, secondFeed.name], statementFormat })
  const booked = today - 5 * 86_400 + hour * 3_600 - 8 * 3_600 + 3_590
  const later = booked + apart
  const externalId = anId()
  const lines = [{ at: booked, ...tells[0] }]
  clock(booked - 5)
  // One shop for all cases would pass its rate of requests a minute.
  const shop = await aMerchant()
  const one = await aMatched(shop, account)
  clock(booked + 1)
  await tell(first, account, lines, externalId)
  clock(booked + 2)
  let paid = await settled(one, account)
  clock(Math.max(booked + 3, later - 3))
  const other = await aMatched(shop, account)
  clock(Math.max(booked + 4, later + 1))
  if (isRepeated) {
    await tell(first, account, lines, `\u200b${externalId.toLowerCase()}`)
  } else {
    const next = { at: later, ...tells[1] }
    const file = first === 'statement' && second === 'statement' ? [...lines, next] : [next]
    await tell(second, account, file, anId())
  }
  clock(Math.max(booked + 5, later + 2))
  paid += await settled(other, account)
  paid += await settled(one, account)
  const [stored] = await rows<{ n: number }>(
    'select count(*) as n from bank_transactions where bank_account_id = ?',
    account,
  )
  return { paid, lines: stored?.n ?? 0 }
}

/** Sets the clock. No two cases share a millisecond: it has 256 ids, and the cases share days and hours. */
function clock(seconds: number): void {
  vi.setSystemTime(seconds * 1000 + (ticks++ % 1000))
}

let ticks = 0

async function aMatched(shop: Shop, account: number): Promise<string> {
  const payer = { counterparty_account: `001-2345-${payersLast5}` }
  const { tradeNo } = await aCollection(shop, payer)
  const body = { bank_account: account }
  const matched = await ask(context, agent, 'matchCollection', { trade_no: tradeNo }, body)
  expect(matched.error).toBe('')
  return tradeNo
}

type Line = Payer & { readonly at: number }

async function tell(
  source: Source,
  account: number,
  lines: readonly Line[],
  externalId: string,
): Promise<void> {
  if (source === 'statement') {
    const file = ['date,time,amount,from,name', ...lines.map(rowOf), ''].join('\n')
    const bytes = new TextEncoder().encode(file)
    expect((await askImport(context, ann, account, bytes)).error).toBe('')
    return
  }
  const by: Identity = { hand: ann, feed, second: secondFeed }[source]
  for (const { at, name, account: from } of lines) {
    const body = {
      bank_account: account,
      booked_at: { at, dayOnly: false },
      amount: 10_000,
      external_id: externalId,
      counterparty_account: from,
      counterparty_name: name,
      counterparty_last5: '',
      memo: '',
      balance_after: null,
    }
    const asked = await ask(context, by, 'postTransaction', {}, body)
    expect(asked.error).toBe('')
    if (asked.as === null) {
      expect((await approve(context, ben, asked.value.approval_id)).error).toBe('')
    }
  }
}

function rowOf({ at, account, name }: Line): string {
  const [date, time] = secondsToTaipei(at).split(' ')
  return [date, time, 100, account, name].join(',')
}

/** 1 where an agent could settle the order with a line of the account that nothing has claimed, else 0. */
async function settled(tradeNo: string, account: number): Promise<number> {
  const lines = await rows<{ id: number }>(
    `select id from bank_transactions where bank_account_id = ? and state = 'unclaimed'`,
    account,
  )
  for (const { id } of lines) {
    const body = settlement.parse({ bank_transactions: [id] })
    const { error } = await ask(context, agent, 'settleCollection', { trade_no: tradeNo }, body)
    if (error === '') return 1
  }
  return 0
}

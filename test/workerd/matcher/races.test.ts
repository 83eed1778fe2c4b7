import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { settleLines } from '../../../src/operations/matcher/settle-lines.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { anOperator, ask, withApprovals } from '../support/back-office.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { move } from '../support/orders.ts'
import { aContext, operator, rows } from '../support/service.ts'
import { format, importFile, post, statementOf } from '../support/statements.ts'
import { aLine, anOrder, anOrderInSlot, aPlace, type Place } from './pairs.ts'

// The matcher beside whoever moves the same money at once (matching §4): one effect, or none.

const races = Number(env.AUTO_RACES)
const going: Promise<void>[] = []
const context = aContext({ wake: async () => undefined, later: (work) => void going.push(work) })
const alone = withApprovals({}, { on: false })

type Race = Place & { readonly order: { readonly id: number; readonly tradeNo: string } }

async function aRace(): Promise<Race> {
  const place = await aPlace()
  await rows(
    'update bank_accounts set merchants = ?, statement_format = ? where id = ?',
    JSON.stringify([place.shop.uid]),
    JSON.stringify(format),
    place.account,
  )
  return { ...place, order: await anOrderInSlot(place) }
}

// Whoever loses may be refused.
async function atOnce(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.allSettled(works.map((work) => work()))
  await Promise.all(going.splice(0))
}

const count = async (sql: string, ...values: readonly unknown[]): Promise<number> => {
  const [row] = await rows<{ n: number }>(sql, ...values)
  return row?.n ?? 0
}

/** How many orders of the place are settled, after a look whether lines, orders and balance say the same. */
async function settledIn({ shop, account }: Place): Promise<number> {
  const owner = '(select id from merchants where uid = ?)'
  const settled = await count(
    `select count(*) as n from collections where merchant_id = ${owner} and status = 'succeeded'`,
    shop.uid,
  )
  const claimed = await count(
    `select count(distinct order_id) as n from bank_transactions
     where bank_account_id = ? and state = 'claimed'`,
    account,
  )
  const balance = await count(
    `select coalesce(sum(available), 0) as n from balances where merchant_id = ${owner}`,
    shop.uid,
  )
  expect({ claimed, balance }).toEqual({ claimed: settled, balance: settled * 10_000 })
  return settled
}

async function raced(run: (race: Race) => Promise<number>): Promise<readonly number[]> {
  const seen: number[] = []
  for (let n = 0; n < races; n += 1) seen.push(await run(await aRace()))
  return seen
}

const all = (figure: number) => Array(races).fill(figure)
const judge = (...lines: readonly number[]) => settleLines(context, lines)
const settledBy = (tradeNo: string, line: number) =>
  move.settle(tradeNo, { bankTransactions: [line] }, { context })

test('a person for the same line', async () => {
  const seen = await raced(async (race) => {
    const line = await aLine(race)
    await atOnce(
      () => judge(line),
      () => settledBy(race.order.tradeNo, line),
    )
    return settledIn(race)
  })
  expect(seen).toEqual(all(1))
})

test('a person who settles another order with the line', async () => {
  const seen = await raced(async (race) => {
    const other = await anOrder(race)
    await matchTo(race.account, other, operator, { override: ['slot_taken'] })
    const line = await aLine(race)
    await atOnce(
      () => judge(line),
      () => settledBy(other, line),
    )
    return settledIn(race)
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test('two lines for one order', async () => {
  const seen = await raced(async (race) => {
    const [one, other] = [await aLine(race), await aLine(race)]
    await atOnce(
      () => judge(one),
      () => judge(other),
    )
    return settledIn(race)
  })
  expect(seen).toEqual(all(0))
})

test('a second line that comes while the first is judged', async () => {
  const seen = await raced(async (race) => {
    const one = await aLine(race)
    await atOnce(
      () => judge(one),
      async () => judge(await aLine(race)),
    )
    return settledIn(race)
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test('a second order that is matched while the line is judged', async () => {
  const seen = await raced(async (race) => {
    const [line, other] = [await aLine(race), await anOrder(race)]
    await atOnce(
      () => judge(line),
      () => matchTo(race.account, other, operator, { override: ['slot_taken'] }),
    )
    await judge(line)
    return settledIn(race)
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test('stop: after its answer nothing is settled', async () => {
  const stop = () => ask(alone, anOperator(), 'stopAuto', {}, { reason: 'x' })
  const start = () => ask(alone, anOperator(), 'startAuto', {}, { reason: 'x' })
  const seen = await raced(async (race) => {
    const later = await aRace()
    const [line, after] = [await aLine(race), await aLine(later)]
    await atOnce(
      () => judge(line),
      async () => {
        await stop()
        await judge(after)
      },
    )
    await start()
    expect(await settledIn(later)).toBe(0)
    return settledIn(race)
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test('a switch that is turned off: after its answer nothing is settled there', async () => {
  const seen = await raced(async (race) => {
    const line = await aLine(race)
    const path = { id: String(race.account) }
    let before = 0
    await atOnce(
      () => judge(line),
      async () => {
        await ask(alone, anOperator(), 'patchBankAccount', path, { auto: 'off' })
        before = await settledIn(race)
        await judge(line)
      },
    )
    expect(await settledIn(race)).toBe(before)
    return before
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test('a reversal that frees the line', async () => {
  const seen = await raced(async (race) => {
    const line = await aLine(race)
    await settledBy(race.order.tradeNo, line)
    const because = { because: 'wrong_match', reason: 'x' } as const
    await atOnce(
      () => move.reverse(race.order.tradeNo, because, { context }),
      () => judge(line),
    )
    await judge(line)
    return settledIn(race)
  })
  expect(seen).toEqual(all(0))
})

test('a statement and a feed that report the same money', async () => {
  const seen = await raced(async (race) => {
    const at = secondsToTaipei(Math.floor(Date.now() / 1000)) ?? ''
    const told = { at, amount: 100, from: `0000000${race.last5}` }
    await atOnce(
      () => importFile(race.account, statementOf([told]), {}, context),
      () => post(race.account, told, context),
    )
    const lines = await rows<{ id: number }>(
      'select id from bank_transactions where bank_account_id = ?',
      race.account,
    )
    await judge(...lines.map(({ id }) => id))
    return settledIn(race)
  })
  expect(seen.filter((one) => one > 1)).toEqual([])
})

test.each([
  [
    'a person',
    (by: typeof context, { tradeNo }: Race['order'], line: number) =>
      move.settle(tradeNo, { bankTransactions: [line] }, { context: by }).catch(({ code }) => code),
  ],
  [
    'the service',
    async (by: typeof context, _: Race['order'], line: number) => {
      const { settled } = await settleLines(by, [line])
      return settled
    },
  ],
])(
  '%s settles nothing by a line that an undo has deleted since it was read',
  async (who, settle) => {
    const race = await aRace()
    const line = await aLine(race)
    let claims = 0
    const database = interruptedD1(env.DB, /set\s+state = 'claimed'/, async () => {
      claims += 1
      await rows('delete from bank_transactions where id = ?', line)
    })
    const by = aContext({ wake: async () => undefined, db: openMerchantDatabase(database) })
    expect(await settle(by, race.order, line)).toBe(who === 'a person' ? 'validation_error' : 0)
    expect([claims, await settledIn(race)]).toEqual([1, 0])
  },
)

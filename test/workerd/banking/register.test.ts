import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Context, contextFrom } from '../../../src/context.ts'
import { builtInFormats } from '../../../src/contract/back-office/banking/built-in-formats.ts'
import {
  listBankAccounts,
  showBankAccount,
} from '../../../src/operations/banking/manage-bank-account.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { databaseOf } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { anAccount, anAccountNo, matchTo, patch } from '../support/bank-accounts.ts'
import { context, move, outcomesOf } from '../support/orders.ts'
import {
  agent,
  anId,
  failingDatabase,
  newCaches,
  operator,
  paths,
  postJson,
} from '../support/service.ts'

// The register of bank accounts (back office §2), in a deployment with three databases.

const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }
const databases = [env.DB, env.SPARE_1, env.SPARE_2]

function three(parts: Partial<Context> = {}): Context {
  const quiet = { wake: async () => undefined, log: () => undefined, caches: newCaches() }
  return { ...contextFrom(bindings), ...quiet, ...parts }
}

async function countsOf(query: string, ...values: unknown[]): Promise<number[]> {
  const found = databases.map((one) =>
    one
      .prepare(`select count(*) as n from ${query}`)
      .bind(...values)
      .first<{ n: number }>(),
  )
  return (await Promise.all(found)).map((row) => row?.n ?? 0)
}

const accountRows = 'bank_accounts where account_no = ?'
const directoryRows = 'bank_account_directory where account_no = ?'

function journalOf(id: number, database = 0) {
  const query = `select actor, action, before, after from journal
    where subject_kind = 'bank_account' and subject = ? order by id`
  return databases[database]?.prepare(query).bind(String(id)).all()
}

describe('creating an account', () => {
  test('stores it with its bank’s name, and writes a row of the journal', async () => {
    const account_no = '0012-3456 789012'
    const created = await anAccount({ account_no, daily_cap: 50_000, agents: ['Amy@back.example'] })
    expect(created).toMatchObject({
      database: 0,
      bank_code: '013',
      account_no: '00123456789012',
      holder_name: '大安商行',
      state: 'active',
      use: 'both',
      backing: 'required',
      daily_cap: 50_000,
      agents: ['amy@back.example'],
      merchants: [],
      feeds: [],
      note: '',
      received_today: 0,
      waiting: 0,
      last_transaction_at: null,
      gaps: [],
    })
    expect(created.bank_name).toMatch(/國泰世華/)
    expect(await showBankAccount(context, operator, created.id)).toEqual(created)
    const journal = await journalOf(created.id)
    expect(journal?.results).toEqual([
      expect.objectContaining({ actor: operator.name, action: 'create', before: null }),
    ])
  })

  test('of an unknown bank, or in a database that there is not, is refused', async () => {
    const unknown = { code: 'validation_error', details: { errors: {} } }
    unknown.details.errors = { bank_code: expect.anything() }
    await expect(anAccount({ bank_code: '999' })).rejects.toMatchObject(unknown)
    unknown.details.errors = { database: expect.anything() }
    await expect(anAccount({ database: 3 }, three())).rejects.toMatchObject(unknown)
  })

  test('is in the newest database, or the one that is named; its id says which', async () => {
    for (const [given, database] of [
      [{}, 2],
      [{ database: 0 }, 0],
      [{ database: 1 }, 1],
    ] as const) {
      const account = await anAccount(given, three())
      expect(account.database).toBe(database)
      expect(databaseOf(account.id)).toBe(database)
      const counts = await countsOf(accountRows, account.account_no)
      expect(counts).toEqual([0, 1, 2].map((n) => (n === database ? 1 : 0)))
      expect(await countsOf(directoryRows, account.account_no)).toEqual([1, 0, 0])
      expect(await showBankAccount(three(), operator, account.id)).toEqual(account)
    }
  })

  test('of one bank and number 30 times at once, in three databases: one is created', async () => {
    const account_no = anAccountNo()
    const calls = Array.from({ length: 30 }, (_, n) =>
      anAccount({ account_no, database: n % 3 }, three()),
    )
    const outcomes = await outcomesOf(calls)
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'duplicate_bank_account')).toHaveLength(29)
    expect((await countsOf(accountRows, account_no)).reduce((a, b) => a + b)).toBe(1)
    await anAccount({ account_no, bank_code: '004' })
  })

  test('that stopped behind the directory’s row is finished by a repeated call, where the row says', async () => {
    const account_no = anAccountNo()
    const broken = [env.DB, failingDatabase(), env.SPARE_2].map(openMerchantDatabase)
    await expect(
      anAccount({ account_no, database: 1 }, three({ databases: broken })),
    ).rejects.toThrow('down')
    expect(await countsOf(directoryRows, account_no)).toEqual([1, 0, 0])
    const created = await anAccount({ account_no, database: 2 }, three())
    expect(created.database).toBe(1)
    await expect(anAccount({ account_no }, three())).rejects.toMatchObject({
      code: 'duplicate_bank_account',
    })
  })

  test('draws another id where two draw the same', async () => {
    const still = { now: () => Date.UTC(2025, 5, 1), random: () => 0.5 }
    await anAccount({}, { ...context, ...still })
    let draws = 0
    const random = () => {
      draws += 1
      return draws < 3 ? 0.5 : 0.75 + draws / 1000
    }
    expect(await anAccount({}, { ...context, ...still, random })).toMatchObject({ state: 'active' })
  })
})

describe('an agent', () => {
  test('sees the accounts that it may use, and no others', async () => {
    const theirs = await anAccount({ agents: [agent.name] })
    const everyones = await anAccount()
    const another = await anAccount({ agents: ['ben@back.example'] })
    const seen = async (who: typeof agent | typeof operator) => {
      const { items } = await listBankAccounts(context, who, { limit: 200 })
      return items.map(({ id }) => id)
    }
    expect(await seen(operator)).toEqual(
      expect.arrayContaining([another.id, everyones.id, theirs.id]),
    )
    const agents = await seen(agent)
    expect(agents).toEqual(expect.arrayContaining([everyones.id, theirs.id]))
    expect(agents).not.toContain(another.id)
    expect(await showBankAccount(context, agent, theirs.id)).toMatchObject({ id: theirs.id })
    const hidden = { code: 'not_found' }
    await expect(showBankAccount(context, agent, another.id)).rejects.toMatchObject(hidden)
    await expect(showBankAccount(context, operator, 17)).rejects.toMatchObject(hidden)
  })

  test('pages through them', async () => {
    for (let n = 0; n < 3; n += 1) await anAccount({ agents: ['ben@back.example'] })
    const { id } = await anAccount()
    const first = await listBankAccounts(context, agent, { limit: 1 })
    expect(first.items.map((one) => one.id)).toEqual([id])
    const found: number[] = []
    for (let cursor: string | null = first.next_cursor; cursor !== null; ) {
      const page = await listBankAccounts(context, operator, { limit: 2, cursor: Number(cursor) })
      found.push(...page.items.map((one) => one.id))
      cursor = page.next_cursor
    }
    expect(found).toEqual([...found].sort((a, b) => b - a))
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBeGreaterThanOrEqual(3)
  })
})

describe('changing an account', () => {
  test('changes what is given; the journal has only that, before and after', async () => {
    const { id, ...before } = await anAccount({ note: 'old' })
    const after = await patch(id, { daily_cap: 1000.5, note: 'new', use: 'both' })
    expect(after).toEqual({ id, ...before, daily_cap: 1000.5, note: 'new' })
    const [, row] = (await journalOf(id))?.results ?? []
    expect(row).toEqual({
      actor: operator.name,
      action: 'patch',
      before: JSON.stringify({ daily_cap: null, note: 'old' }),
      after: JSON.stringify({ daily_cap: 1000.5, note: 'new' }),
    })
  })

  test('to what it is already writes nothing', async () => {
    const { id } = await anAccount({ statement_format: builtInFormats.demo_utf8 })
    const { encoding, ...rest } = builtInFormats.demo_utf8
    const same = { statement_format: { ...rest, encoding }, state: 'active' }
    await patch(id, { ...same, agents: [] })
    await patch(id, {})
    expect((await journalOf(id))?.results).toHaveLength(1)
  })

  test('by many at once loses nothing, and the journal has each change once', async () => {
    const { id } = await anAccount()
    const changes = [{ note: 'x' }, { use: 'in' }, { daily_cap: 7 }, { backing: 'later' }]
    await Promise.all(changes.map((fields) => patch(id, fields)))
    expect(await showBankAccount(context, operator, id)).toMatchObject(
      Object.assign({}, ...changes),
    )
    expect((await journalOf(id))?.results).toHaveLength(5)
  })
})

async function aCollection(): Promise<string> {
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const { api_secret } = await createMerchant(three(), operator, { uid, name: 'Shop', database: 2 })
  const signed = signedJson(uid, api_secret, { orderid: anId(), amount: 100 })
  const { body } = await postJson(paths.create, signed, undefined, bindings)
  return body.data.trade_no
}

test('an account of another database takes no order', async () => {
  const account = await anAccount({ database: 1 }, three())
  const tradeNo = await aCollection()
  const matched = (id = account.id) => matchTo(id, tradeNo, operator, { at: three() })
  await expect(matched()).rejects.toMatchObject({ code: 'bank_account_elsewhere' })
  const here = await anAccount({ database: 2 }, three())
  expect(await matched(here.id)).toMatchObject({ bank_account: here.id })
  await expect(matched()).rejects.toMatchObject({ code: 'taken' })
})

test('a match is refused for its order before it is refused for its account', async () => {
  await env.SPARE_2.prepare(`update bank_accounts set state = 'paused'`).run()
  const [open, settled, taken] = [await aCollection(), await aCollection(), await aCollection()]
  await move.settle(settled, { manual: true, reason: '臨櫃核對' }, { context: three() })
  await move.take(taken, { context: three(), principal: { ...agent, name: 'ben@back.example' } })
  for (const [account, code] of [
    [12_345, 'validation_error'],
    [(await anAccount({ database: 1 }, three())).id, 'bank_account_elsewhere'],
    ['any', 'no_account_free'],
  ] as const) {
    const matched = (tradeNo: string) => matchTo(account, tradeNo, agent, { at: three() })
    const codes = await outcomesOf([open, settled, taken].map(matched))
    expect([account, ...codes]).toEqual([account, code, 'already_final', 'taken'])
  }
})

test('the days that are missing in between, where the balances do not join, are its gaps', async () => {
  const { id } = await anAccount()
  const today = taipeiDay(Date.now() / 1000)
  const insert = 'insert into bank_statement_days (bank_account_id, day, gap) values (?, ?, ?)'
  for (const [daysAgo, gap] of [
    [9, 0],
    [8, 0],
    [5, 1],
    [3, 0],
    [1, 1],
    [0, 1],
  ] as const) {
    await env.DB.prepare(insert)
      .bind(id, today - daysAgo, gap)
      .run()
  }
  const shown = (daysAgo: number) =>
    new Date((today - daysAgo) * 86_400_000).toISOString().slice(0, 10)
  const gaps = [
    { from: shown(7), to: shown(6) },
    { from: shown(2), to: shown(2) },
    { from: shown(0), to: shown(0) },
  ]
  expect((await showBankAccount(context, operator, id)).gaps).toEqual(gaps)
  const { items } = await listBankAccounts(context, operator, { limit: 200 })
  expect(items.find((one) => one.id === id)).toMatchObject({ gaps })
})

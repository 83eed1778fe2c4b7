import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { transactionFilter } from '../../../src/contract/back-office/banking/transactions.ts'
import { listTransactions } from '../../../src/operations/banking/list-transactions.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import type { Principal } from '../../../src/rules/people/principal.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { ann, approve, ask, askImport, ben, withApprovals } from '../support/back-office.ts'
import { aBankAccount, aTransaction, putOn } from '../support/banking.ts'
import { aCollection, aContext, agent, aMerchant, operator, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  feed,
  format,
  importFile,
  linesOf,
  post,
  statementOf,
} from '../support/statements.ts'

const context = withApprovals({}, { on: false })

beforeEach(async () => {
  const tables = ['bank_transaction_numbers', 'bank_transactions', 'bank_imports'].concat(
    'bank_statement_days',
    'bank_accounts',
  )
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

const list = (filter: Record<string, string> = {}, by: Principal = operator) =>
  listTransactions(context, by, transactionFilter.parse(filter))
const pathOf = (id: number | undefined) => ({ id: String(id) })

describe('the list', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const
  const all = days.flatMap((day, n) => [
    { at: `${day} 10:00:00`, amount: 100, from: '0081234512345' },
    { at: `${day} 10:00:00`, amount: 100 + n },
    { at: `${day} 11:00:00`, amount: -50 },
  ])

  test('is newest first, in a span or of an account by booking, and has each row once over its pages', async () => {
    const [one, other] = [await anAccountWithFeed(), await anAccountWithFeed()]
    for (const [place, line] of [4, 0, 8, 3, 1, 7, 2, 6, 5].entries()) {
      await post(place % 2 === 0 ? one : other, all[line] ?? { at: '', amount: 0 })
    }
    const span = { from: '2026-11-01' }
    const whole = await list(span)
    expect(whole).toMatchObject({ next_cursor: null })
    expect(whole.items).toHaveLength(9)
    const times = whole.items.map(({ booked_at }) => booked_at)
    expect(times).toEqual(times.toSorted().reverse())
    const ids = (await list()).items.map(({ id }) => id)
    expect(ids).toEqual(whole.items.map(({ id }) => id).toSorted((a, b) => b - a))
    for (const filter of [
      {},
      span,
      { ...span, amount: '100' },
      { bank_account: String(one) },
      { amount: '100' },
      { amount: '100', last5: '12345' },
      { amount: '100', state: 'unclaimed' },
      { bank_account: String(one), amount: '100', state: 'unclaimed' },
      { bank_account: String(one), amount: '100', last5: '12345' },
      { state: 'unclaimed' },
    ]) {
      const expected = (await list(filter)).items.map(({ id }) => id)
      const paged: number[] = []
      let cursor: string | null = null
      do {
        const page = await list({ ...filter, limit: '2', ...(cursor === null ? {} : { cursor }) })
        paged.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(paged).toEqual(expected)
    }
  })

  test('is narrowed by account, state, direction, amount, last five, confirmation and booking', async () => {
    const [one, other] = [await anAccountWithFeed(), await anAccountWithFeed()]
    for (const line of all) await post(one, line)
    const { answer } = await post(other, { at: '2026-11-19 10:00:00', amount: 100 })
    await ask(context, ann, 'ignoreTransaction', pathOf(answer.id), { kind: 'fee', reason: 'x' })
    const counts = async (filter: Record<string, string>) => (await list(filter)).items.length
    expect(await counts({ bank_account: String(other) })).toBe(1)
    expect(await counts({ state: 'ignored' })).toBe(1)
    expect(await counts({ state: 'unclaimed' })).toBe(9)
    expect(await counts({ state: 'claimed' })).toBe(0)
    expect(await counts({ direction: 'in' })).toBe(7)
    expect(await counts({ direction: 'out' })).toBe(3)
    expect(await counts({ amount: '100' })).toBe(5)
    expect(await counts({ amount: '-50' })).toBe(3)
    expect(await counts({ last5: '12345' })).toBe(3)
    expect(await counts({ confirmed: 'false' })).toBe(10)
    await env.DB.prepare('update bank_transactions set confirmed_at = 1 where id = ?')
      .bind(answer.id)
      .run()
    expect(await counts({ confirmed: 'true' })).toBe(1)
    expect(await counts({ confirmed: 'false', amount: '100' })).toBe(4)
    expect(await counts({ from: '2026-11-19', to: '2026-11-20' })).toBe(4)
    expect(await counts({ from: '2026-11-20 10:00:00' })).toBe(3)
    expect(await counts({ to: '2026-11-18 10:00:00' })).toBe(0)
    expect(await counts({ bank_account: String(one), amount: '100', direction: 'in' })).toBe(4)
    expect(await counts({ bank_account: '32' })).toBe(0)
  })

  test.each([
    [{}, 1_000, 30],
    // Each of the lines is read several times to merge those of the accounts.
    [{ from: '2026-11-01' }, 4_000, 60],
  ])(
    '%j reads a bounded number of rows a call, and gets everywhere',
    async (span, rowsMax, callsMax) => {
      const account = await anAccountWithFeed()
      for (let n = 0; n < 20; n += 1) await anAccountWithFeed()
      const line = (n: number) => ({ at: `2026-11-20`, amount: n === 0 ? -7 : 1 })
      const file = statementOf(Array.from({ length: 2_500 }, (_, n) => line(n)))
      await importFile(account, file)
      const counter = meter()
      const db = openMerchantDatabase(counter.database(env.DB))
      let cursor: string | null = null
      let calls = 0
      const found: number[] = []
      do {
        counter.reset()
        const filter = { ...span, direction: 'out', ...(cursor === null ? {} : { cursor }) }
        const page = await listTransactions(
          aContext({ db }),
          operator,
          transactionFilter.parse(filter),
        )
        expect(counter.usage.rowsRead).toBeLessThanOrEqual(rowsMax)
        found.push(...page.items.map(({ amount }) => amount))
        cursor = page.next_cursor
        calls += 1
      } while (cursor !== null)
      expect(found).toEqual([-7])
      expect(calls).toBeLessThan(callsMax)
    },
  )

  test('finds a payer’s amount, or one unclaimed, on any account in few rows, below however many newer lines', async () => {
    const [account, other] = [await anAccountWithFeed(), await anAccountWithFeed()]
    const { answer } = await post(other, { at: '2026-11-19', amount: 7, from: '0081234512345' })
    const line = { at: '2026-11-20', amount: 1 }
    await importFile(account, statementOf(Array.from({ length: 1_000 }, () => line)))
    for (const by of [operator, agent]) {
      const counter = meter()
      const db = openMerchantDatabase(counter.database(env.DB))
      const filter = {
        amount: '7',
        last5: '12345',
        state: 'unclaimed',
        direction: 'in',
        limit: '5',
      }
      for (const [asked, rowsMax] of [
        [filter, 30],
        // What was sent back has the amount of what came, days before.
        [{ amount: '7', state: 'unclaimed' }, 30],
        [{ amount: '7', state: 'unclaimed', bank_account: String(other) }, 10],
        // The queue asks so of each of its lines.
        [{ ...filter, bank_account: String(other), from: '2026-11-18', to: '2026-11-21' }, 10],
      ] as const) {
        counter.usage.rowsRead = 0
        const page = await listTransactions(aContext({ db }), by, transactionFilter.parse(asked))
        expect(page.items.map(({ id }) => id)).toEqual([answer.id])
        expect(page.next_cursor).toBe(null)
        expect(counter.usage.rowsRead).toBeLessThan(rowsMax)
      }
    }
  })

  test.each([
    ['a person', agent, agent.name],
    ['a service token', { ...agent, name: 'service:bot' }, 'bot'],
  ])('shows %s the lines of accounts that it may use', async (_, agent, named) => {
    const own = await aBankAccount({ agents: [named], feeds: [feed.name] })
    const others = await aBankAccount({ agents: ['other@platform.example'], feeds: [feed.name] })
    const everyones = await aBankAccount({ feeds: [feed.name] })
    const ids: number[] = []
    for (const account of [own, others, everyones]) {
      ids.push((await post(account, { at: '2026-11-20', amount: 5 })).answer.id)
    }
    expect((await list({}, agent)).items.map(({ id }) => id).sort()).toEqual(
      [ids[0], ids[2]].sort(),
    )
    expect((await list({ bank_account: String(others) }, agent)).items).toEqual([])
    expect((await list({ bank_account: String(own) }, agent)).items).toHaveLength(1)
    expect((await list({ amount: '5' }, agent)).items).toHaveLength(2)
    const show = (id: number | undefined) => ask(context, agent, 'showTransaction', pathOf(id))
    expect((await show(ids[1])).error).toBe('not_found')
    expect((await show(ids[0])).value).toMatchObject({ id: ids[0], confirmed_by: null })
  })

  test('says which order a transaction pays, by whom and when', async () => {
    const account = await aBankAccount()
    const { tradeNo, id: orderId } = await aCollection(await aMerchant())
    const claim = { state: 'claimed', orderId, claimedBy: 'ann', claimedAt: 1_795_000_000 } as const
    const id = await aTransaction(account, claim)
    const told = { id, trade_no: tradeNo, claimed_by: 'ann', claimed_at: '2026-11-18 19:06:40' }
    expect((await list()).items).toMatchObject([told])
    expect((await ask(context, ann, 'showTransaction', pathOf(id))).value).toMatchObject(told)
  })
})

describe('putting aside', () => {
  const ignore = (id: number | undefined, more: object = {}) =>
    ask(context, ann, 'ignoreTransaction', pathOf(id), { kind: 'other', reason: 'x', ...more })
  const reopen = (id: number | undefined) =>
    ask(context, ann, 'reopenTransaction', pathOf(id), { reason: 'y' })

  test('and taking back, with who and why in the journal', async () => {
    const id = await aTransaction(await aBankAccount())
    expect((await ignore(id, { kind: 'interest' })).value).toMatchObject({
      state: 'ignored',
      ignored_as: 'interest',
      ignored_reason: 'x',
      counterpart: null,
    })
    expect((await ignore(id)).error).toBe('bank_transaction_ignored')
    expect((await reopen(id)).value).toMatchObject({ state: 'unclaimed', ignored_as: null })
    expect((await reopen(id)).error).toBe('move_not_allowed')
    const written = await rows(
      `select actor, action, reason from journal where subject = ? order by id`,
      String(id),
    )
    expect(written).toEqual([
      { actor: ann.name, action: 'ignore', reason: 'x' },
      { actor: ann.name, action: 'reopen', reason: 'y' },
    ])
  })

  test('takes the counterpart of the other direction with it, both ways', async () => {
    const account = await aBankAccount()
    const [incoming, outgoing] = [
      await aTransaction(account),
      await aTransaction(account, { amount: -9 }),
    ]
    const stateOf = async (id: number) =>
      (await ask(context, ann, 'showTransaction', pathOf(id))).value as object
    await ignore(incoming, { kind: 'own_transfer', counterpart: outgoing })
    expect(await stateOf(incoming)).toMatchObject({ state: 'ignored', counterpart: outgoing })
    expect(await stateOf(outgoing)).toMatchObject({ state: 'ignored', counterpart: incoming })
    await reopen(outgoing)
    expect(await stateOf(incoming)).toMatchObject({ state: 'unclaimed', counterpart: null })
    expect(await stateOf(outgoing)).toMatchObject({ state: 'unclaimed', counterpart: null })
  })

  test('refuses a counterpart of its own direction, one nobody knows, and one that is taken', async () => {
    const account = await aBankAccount()
    const id = await aTransaction(account)
    const alike = await aTransaction(account)
    const { tradeNo, id: orderId } = await aCollection(await aMerchant())
    const taken = await aTransaction(account, { amount: -1, state: 'claimed', orderId })
    expect((await ignore(id, { counterpart: alike })).error).toBe('validation_error')
    expect((await ignore(id, { counterpart: id })).error).toBe('validation_error')
    expect((await ignore(id, { counterpart: alike + 3_200 })).error).toBe('validation_error')
    expect(await ignore(id, { counterpart: taken })).toMatchObject({
      error: 'bank_transaction_taken',
      value: { held_by: tradeNo },
    })
    expect(await ignore(taken)).toMatchObject({ error: 'bank_transaction_taken' })
    expect(await reopen(taken)).toMatchObject({ error: 'bank_transaction_taken' })
    const states = await rows('select state from bank_transactions order by state')
    expect(states).toEqual([{ state: 'claimed' }, { state: 'unclaimed' }, { state: 'unclaimed' }])
  })

  test('fifty at once put it aside once', async () => {
    const id = await aTransaction(await aBankAccount())
    const answers = await Promise.all(Array.from({ length: 50 }, () => ignore(id)))
    expect(answers.filter(({ error }) => error === '')).toHaveLength(1)
    const others = new Set(answers.map(({ error }) => error))
    expect(others).toEqual(new Set(['', 'bank_transaction_ignored']))
    expect(await rows('select id from journal where subject = ?', String(id))).toHaveLength(1)
  })

  test('an unknown transaction is not found', async () => {
    expect((await ignore(32)).error).toBe('not_found')
    expect((await reopen(32)).error).toBe('not_found')
    expect((await ask(context, ann, 'showTransaction', pathOf(32))).error).toBe('not_found')
    expect((await ask(context, ann, 'showImport', pathOf(32))).error).toBe('not_found')
  })
})

test('a transaction is shown with the orders that it may pay', async () => {
  const account = await aBankAccount()
  const { tradeNo } = await aCollection(await aMerchant(), { amount: 100 })
  await putOn(tradeNo, account)
  const id = await aTransaction(account)
  const shown = (await ask(context, agent, 'showTransaction', pathOf(id))).value
  expect(shown.candidates).toMatchObject([{ trade_no: tradeNo }])
  await ask(context, ann, 'ignoreTransaction', pathOf(id), { kind: 'fee', reason: 'x' })
  expect((await ask(context, ann, 'showTransaction', pathOf(id))).value.candidates).toEqual([])
})

test('a line that a person posts waits for a second person, then answers as the call', async () => {
  const waiting = withApprovals()
  const account = await anAccountWithFeed()
  const body = {
    bank_account: account,
    booked_at: { at: 1_795_000_000, dayOnly: false },
    amount: 500,
    external_id: 'H-1',
    counterparty_account: '',
    counterparty_last5: '',
    memo: 'by phone',
    counterparty_name: '',
    balance_after: null,
  }
  const asked = await ask(waiting, ann, 'postTransaction', {}, body)
  expect(asked).toMatchObject({ as: null, value: { state: 'waiting' } })
  expect(await linesOf(account)).toEqual([])
  expect((await approve(waiting, ann, asked.value.approval_id)).error).toBe('own_approval')
  const approved = await approve(waiting, ben, asked.value.approval_id)
  expect(approved).toMatchObject({ as: 'postTransaction', status: 201 })
  expect(approved.value).toMatchObject({ source: 'hand', posted_by: ann.name, amount: 5 })
  expect(await ask(waiting, ann, 'postTransaction', {}, body)).toMatchObject({ status: 200 })
  expect(await linesOf(account)).toHaveLength(1)
  const [row] = await rows<object>(`select actor, approved_by from journal where action = 'post'`)
  expect(row).toEqual({ actor: ann.name, approved_by: ben.name })
  const byFeed = await ask(
    waiting,
    feed,
    'postTransaction',
    {},
    { ...body, external_id: 'F-1', amount: 700 },
  )
  expect(byFeed).toMatchObject({ as: 'postTransaction', status: 201 })
})

test('an import through the API answers 202, goes on, and is shown', async () => {
  const account = await anAccountWithFeed()
  const bytes = new TextEncoder().encode(statementOf([{ at: '2026-11-20 10:00:00', amount: 5 }]))
  const asked = await askImport(withApprovals(), ann, account, bytes)
  expect(asked).toMatchObject({ status: 202, value: { import_id: expect.any(Number) } })
  const { value } = await ask(context, ann, 'showImport', pathOf(asked.value.import_id))
  expect(value).toMatchObject({ state: 'done', lines: 1, new: 1, chain: 'whole', actor: ann.name })
  const dry = await ask(context, ann, 'importStatement', pathOf(account), bytes, {
    query: { dry_run: true },
  })
  expect(dry).toMatchObject({ status: 200, value: { known: 1, new: 0 } })
  expect((await ask(context, ann, 'importStatement', pathOf(32), bytes)).error).toBe('not_found')
  const { value: formats } = await ask(context, ann, 'listStatementFormats')
  expect(formats.items.map(({ name }: { name: string }) => name)).toEqual([
    'demo_big5_roc',
    'demo_utf8',
  ])
})

test('the overview counts what is unclaimed, unconfirmed for a day, and missing', async () => {
  const account = await aBankAccount({ feeds: [feed.name], statementFormat: format })
  const now = Math.floor(Date.now() / 1000)
  await aTransaction(account, { bookedAt: now - 5_000, createdAt: now - 90_000 })
  await aTransaction(account, { bookedAt: now - 9_000, state: 'ignored' })
  await aTransaction(account, { bookedAt: now - 3_000, confirmedAt: now, createdAt: now - 90_000 })
  const opening = 1_000
  await importFile(account, statementOf([{ at: '2026-11-10 10:00:00', amount: 5 }], opening))
  await importFile(account, statementOf([{ at: '2026-11-12 10:00:00', amount: 5 }], 77))
  expect(await showOverview(aContext())).toMatchObject({
    unclaimed_transactions: 4,
    unconfirmed_lines: 1,
    gaps: 1,
    oldest_unclaimed_at: '2026-11-10 10:00:00',
  })
})

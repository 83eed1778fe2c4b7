import { expect, test } from 'vitest'
import { showTransaction } from '../../../src/operations/banking/list-transactions.ts'
import { aBankAccount } from '../support/banking.ts'
import { aContext, operator, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  feed,
  figuresOf,
  importFile,
  linesOf,
  post,
  seconds,
  statementOf,
} from '../support/statements.ts'

// The same money comes twice: as many transactions as there was money.

const deposit: BankLine = {
  at: '2026-11-20 10:00:00',
  amount: 500,
  memo: 'A-1',
  from: '0081234512345',
  name: '王小明',
}
const context = aContext()

test('a deposit by feed is one transaction, and the account knows it', async () => {
  const account = await anAccountWithFeed()
  const { status, answer } = await post(account, deposit)
  expect(status).toBe(201)
  expect(answer).toMatchObject({
    bank_account: account,
    booked_at: deposit.at,
    amount: 500,
    source: 'feed',
    state: 'unclaimed',
    counterparty_last5: '12345',
    confirmed_at: null,
    trade_no: null,
  })
  expect(await linesOf(account)).toHaveLength(1)
  expect(await figuresOf(account)).toEqual({ received: 50_000, lastAt: seconds(deposit.at) })
})

test('a deposit by statement is one transaction, confirmed by its line', async () => {
  const account = await anAccountWithFeed()
  const { status, imported } = await importFile(account, statementOf([deposit]))
  expect(status).toBe(202)
  expect(imported).toMatchObject({ state: 'done', lines: 1, new: 1, known: 0, confirmed: 0 })
  const [line] = await linesOf(account)
  const shown = await showTransaction(context, operator, line?.id ?? 0)
  expect(shown).toMatchObject({
    source: 'statement',
    amount: 500,
    balance_after: 1_000_500,
    memo: 'A-1',
    confirmed_by: { import_id: imported?.id, line: 2 },
  })
  expect(await figuresOf(account)).toEqual({ received: 50_000, lastAt: seconds(deposit.at) })
})

test('by feed, then by statement: the statement confirms the line and adds none', async () => {
  const account = await anAccountWithFeed()
  const { answer } = await post(account, { ...deposit, at: '2026-11-20 10:04:59' })
  const { imported } = await importFile(account, statementOf([deposit]))
  expect(imported).toMatchObject({ state: 'done', new: 0, known: 0, confirmed: 1 })
  const lines = await linesOf(account)
  expect(lines).toHaveLength(1)
  // Only what is learnt of it: the rest stays as the feed told it.
  expect(lines[0]).toMatchObject({ id: answer.id, source: 'feed' })
  expect(lines[0]?.booked_at).toBe(seconds('2026-11-20 10:04:59'))
  expect(lines[0]?.confirmed_at).not.toBeNull()
  expect((await figuresOf(account)).received).toBe(50_000)
})

test.each([
  ['told by the feed too', {}, 0],
  ["the file's own word", { from: '' }, 50_000],
])('the digits of confirmed money are %s', async (_name, told, newIn) => {
  const account = await anAccountWithFeed()
  await post(account, { ...deposit, ...told })
  const { imported } = await importFile(account, statementOf([deposit]))
  expect(imported).toMatchObject({ new: 0, confirmed: 1 })
  // What the matcher adds up of one person's imports (matching §3, one_person).
  expect(await rows('select new_in from bank_imports where id = ?', imported?.id)).toEqual([
    { new_in: newIn },
  ])
})

test('by statement, then by feed: the feed meets the line, which takes its number', async () => {
  const account = await anAccountWithFeed()
  await importFile(account, statementOf([deposit]))
  const [line] = await linesOf(account)
  const told = { ...deposit, at: '2026-11-20 09:55:00', externalId: 'X-1' }
  const first = await post(account, told)
  expect(first).toMatchObject({ status: 200, answer: { id: line?.id, external_id: 'X-1' } })
  expect(await post(account, told)).toMatchObject({ status: 200, answer: { id: line?.id } })
  await expect(post(account, { ...told, memo: 'other' })).rejects.toMatchObject({
    code: 'bank_transaction_differs',
  })
  const again = await importFile(account, statementOf([deposit]))
  expect(again.imported).toMatchObject({ new: 0, known: 1, confirmed: 0 })
  expect(await linesOf(account)).toHaveLength(1)
  expect((await figuresOf(account)).received).toBe(50_000)
})

test('twice by feed: all equal is the first one, anything else differs', async () => {
  const account = await anAccountWithFeed()
  const told = { ...deposit, externalId: 'X-1', balance: 7 }
  const first = await post(account, told)
  expect(await post(account, told)).toEqual({ status: 200, answer: first.answer })
  const others = [
    { amount: 501 },
    { at: '2026-11-20 10:00:01' },
    { at: '2026-11-20' },
    { memo: '' },
    { name: '' },
    { from: '' },
    { balance: 8 },
    { balance: 7, last5: '12345', from: '' },
  ]
  for (const other of others) {
    await expect(post(account, { ...told, ...other })).rejects.toMatchObject({
      code: 'bank_transaction_differs',
    })
  }
  expect(await linesOf(account)).toHaveLength(1)
  const elsewhere = await anAccountWithFeed()
  expect(await post(elsewhere, told)).toMatchObject({ status: 201 })
})

test('fifty copies at once are one 201 and forty-nine 200 with the same line', async () => {
  const account = await anAccountWithFeed()
  const copies = Array.from({ length: 50 }, () => post(account, { ...deposit, externalId: 'X-1' }))
  const answers = await Promise.all(copies)
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
  expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1)
  expect(await linesOf(account)).toHaveLength(1)
  expect((await figuresOf(account)).received).toBe(50_000)
})

test('two copies that draw the same id at once are one line, and the money counts once', async () => {
  const account = await anAccountWithFeed()
  const now = Date.now()
  let drawn = 0
  const random = () => {
    drawn += 1
    return drawn <= 8 ? 0.5 : Math.random()
  }
  const unlucky = aContext({ now: () => now, random })
  const copies = [1, 2].map(() => post(account, { ...deposit, externalId: 'X-1' }, unlucky))
  const answers = await Promise.all(copies)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(await linesOf(account)).toHaveLength(1)
  expect((await figuresOf(account)).received).toBe(50_000)
})

test('fifty copies at once of a statement’s line meet that line', async () => {
  const account = await anAccountWithFeed()
  await importFile(account, statementOf([deposit]))
  const copies = Array.from({ length: 50 }, () => post(account, { ...deposit, externalId: 'X-1' }))
  expect(new Set((await Promise.all(copies)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await linesOf(account)).toHaveLength(1)
})

test('a twin of equal amount in the same minute is a transaction of its own, in any order', async () => {
  const twins = [deposit, { ...deposit, at: '2026-11-20 10:00:30' }]
  for (const order of ['feed first', 'statement first', 'one of them first']) {
    const account = await anAccountWithFeed()
    const file = statementOf(twins)
    if (order === 'statement first') await importFile(account, file)
    await post(account, deposit)
    if (order === 'one of them first') await importFile(account, file)
    await post(account, deposit)
    if (order === 'feed first') await importFile(account, file)
    const lines = await linesOf(account)
    expect(lines).toHaveLength(2)
    expect(lines.every((line) => line.confirmed_at !== null)).toBe(true)
    expect(lines.every((line) => line.external_id !== null)).toBe(true)
    expect((await figuresOf(account)).received).toBe(100_000)
  }
})

test('days without times: the day decides, by feed and by statement, in either order', async () => {
  const day = { ...deposit, at: '2026-11-20' }
  const timed = { ...deposit, at: '2026-11-20 23:59:00' }
  for (const [byFeed, byStatement] of [
    [timed, day],
    [day, deposit],
    [day, day],
  ] as const) {
    const feedFirst = await anAccountWithFeed()
    await post(feedFirst, byFeed)
    await importFile(feedFirst, statementOf([byStatement]))
    expect(await linesOf(feedFirst)).toHaveLength(1)
    const statementFirst = await anAccountWithFeed()
    await importFile(statementFirst, statementOf([byStatement]))
    expect(await post(statementFirst, byFeed)).toMatchObject({ status: 200 })
    expect(await linesOf(statementFirst)).toHaveLength(1)
  }
  const other = await anAccountWithFeed()
  await post(other, { ...day, at: '2026-11-21' })
  await importFile(other, statementOf([day]))
  expect(await linesOf(other)).toHaveLength(2)
})

test.each([
  ['eleven minutes apart', { at: '2026-11-20 10:11:00' }],
  ['another amount', { amount: 501 }],
  ['other last five digits', { last5: '54321', from: '' }],
  ['another name', { name: '林小明' }],
  ['another balance', { balance: 3 }],
])('%s is other money, in either order', async (_name, other) => {
  const feedFirst = await anAccountWithFeed()
  await post(feedFirst, { ...deposit, ...other })
  await importFile(feedFirst, statementOf([deposit]))
  expect(await linesOf(feedFirst)).toHaveLength(2)
  const statementFirst = await anAccountWithFeed()
  await importFile(statementFirst, statementOf([deposit]))
  expect(await post(statementFirst, { ...deposit, ...other })).toMatchObject({ status: 201 })
  expect(await linesOf(statementFirst)).toHaveLength(2)
})

test('a feed posts to accounts that name it only, and to none that there is not', async () => {
  const account = await aBankAccount({ feeds: ['service:other'] })
  const refused = { code: 'bank_account_not_allowed' }
  await expect(post(account, deposit)).rejects.toMatchObject(refused)
  await expect(post(account + 32, deposit)).rejects.toMatchObject({ code: 'not_found' })
  expect(await linesOf(account)).toEqual([])
  const own = await anAccountWithFeed()
  await post(own, deposit)
  const written = await rows('select * from journal where actor = ?', feed.name)
  expect(written).toEqual([])
})

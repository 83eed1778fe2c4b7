import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
  listImports,
  showStatements,
  statementBalances,
} from '../../../src/operations/banking/imports/show-statements.ts'
import { listBankAccounts } from '../../../src/operations/banking/manage-bank-account.ts'
import type { Principal } from '../../../src/rules/people/principal.ts'
import { gapsOf } from '../../../src/store/banking/banking-figures.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aBankAccount } from '../support/banking.ts'
import { aContext, agent, operator, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  figuresOf,
  fileOf,
  importFile,
  linesOf,
  post,
  rowsOfStatement,
  statementOf,
  withoutBalances,
} from '../support/statements.ts'

const context = aContext()

/** Twelve lines over three days, four alike. */
const lines: BankLine[] = ['2026-11-18', '2026-11-19', '2026-11-20'].flatMap((day) => [
  { at: `${day} 09:00:00`, amount: 500, memo: day },
  { at: `${day} 10:00:00`, amount: 300 },
  { at: `${day} 10:00:00`, amount: -300 },
  { at: `${day} 18:30:00`, amount: -20, memo: '手續費' },
])
const [statementHeader = '', ...statementRows] = statementOf(lines).trimEnd().split('\n')
const partOf = (from: number, to?: number) => fileOf(statementRows.slice(from, to))

const refusedWith = (said: object) => ({ code: 'statement_refused', details: { statement: said } })

async function anImported(file: string = statementOf(lines)) {
  const account = await anAccountWithFeed()
  await importFile(account, file)
  return account
}

test('a statement twice adds nothing, also newest first and shuffled', async () => {
  const account = await anImported()
  const first = await linesOf(account)
  expect(first).toHaveLength(12)
  const shuffledRows = [7, 2, 11, 0, 5, 9, 3, 8, 1, 10, 4, 6].flatMap(
    (at) => statementRows[at] ?? [],
  )
  for (const file of [statementRows, statementRows.toReversed(), shuffledRows]) {
    const { imported } = await importFile(account, fileOf(file))
    expect(imported).toMatchObject({ state: 'done', new: 0, known: 12, chain: 'whole' })
  }
  expect(await linesOf(account)).toEqual(first)
  expect((await figuresOf(account)).received).toBe(240_000)
})

test('newest first and shuffled, the first time, are the same lines', async () => {
  const keysOf = async (file: string) => {
    const account = await anImported(file)
    return (await linesOf(account)).map((line) => line.line_key)
  }
  const expected = (await keysOf(statementOf(lines))).sort()
  const mixed = [7, 2, 11, 0, 5, 9, 3, 8, 1, 10, 4, 6].flatMap((at) => statementRows[at] ?? [])
  expect((await keysOf(fileOf(statementRows.toReversed()))).sort()).toEqual(expected)
  expect((await keysOf(fileOf(mixed))).sort()).toEqual(expected)
})

test('overlapping by whole days adds what is new; days in between are a gap until they come', async () => {
  const account = await anImported(partOf(0, 4))
  const later = await importFile(account, partOf(8, 12))
  expect(later.imported).toMatchObject({ state: 'done', new: 4, chain: 'gap' })
  const day = Date.parse('2026-11-19') / 86_400_000
  expect((await gapsOf(context.db, [account])).get(account)).toEqual([{ from: day, to: day }])
  const overlapping = await importFile(account, partOf(0, 8))
  expect(overlapping.imported).toMatchObject({ new: 4, known: 4, chain: 'whole' })
  expect(await gapsOf(context.db, [account])).toEqual(new Map())
  expect(await linesOf(account)).toHaveLength(12)
})

test('half a day is refused and writes nothing; half a day first and then the day is whole', async () => {
  const account = await anImported()
  const before = await rows('select * from bank_imports where bank_account_id = ?', account)
  await expect(importFile(account, partOf(2))).rejects.toMatchObject(
    refusedWith({ problems: [{ line: 2, problem: 'day_not_whole' }], chain: 'whole' }),
  )
  expect(await rows('select * from bank_imports where bank_account_id = ?', account)).toEqual(
    before,
  )
  const skipped = await importFile(account, partOf(2), { skip_problems: '1' })
  expect(skipped.imported).toMatchObject({ state: 'done', new: 0, known: 8 })
  const early = await anImported(partOf(0, 2))
  const whole = await importFile(early, partOf(0, 4))
  expect(whole.imported).toMatchObject({ new: 2, known: 2, chain: 'whole' })
})

test.each([
  ['2026-11-18,', 1, [{ line: 4, day: '2026-11-18' }]],
  // Without its date it may be of either day.
  ['someday,', 0, [17, 18].map((day) => ({ line: 3, day: `2026-11-${day}` }))],
] as const)(
  'a day of which a line cannot be read (%s) is not covered until a file has it whole',
  async (date, day, notCovered) => {
    const account = await anAccountWithFeed()
    const days = [17, 18, 18, 19, 20].map((one) => ({ at: `2026-11-${one} 09:00:00`, amount: one }))
    const all = rowsOfStatement(days)
    const bad = all.slice(0, 3)
    if (day === 1) bad[2] = bad[2]?.replace(',18,', ',-,') ?? ''
    else bad[1] = bad[1]?.replace('2026-11-18,', date) ?? ''
    const dry = await importFile(account, fileOf(bad), { dry_run: '1', skip_problems: '1' })
    expect(dry.answer).toMatchObject({ not_covered: notCovered })
    const skipped = await importFile(account, fileOf(bad), { skip_problems: '1' })
    expect(skipped.imported).toMatchObject({ state: 'done', new: 2 })
    const told = async () => {
      const { covered_to: to, balance, expected } = await showStatements(context, account)
      const listed = (await statementBalances(context, [account])).get(account)
      return [to, balance, expected, listed?.expected]
    }
    const first = day === 1 ? ['2026-11-17', 1_000_017, null, null] : [null, null, null, undefined]
    expect(await told()).toEqual(first)
    const later = await importFile(account, fileOf(all.slice(3)))
    expect(later.imported).toMatchObject({ chain: day === 1 ? 'gap' : 'whole' })
    const mended = await importFile(account, fileOf(all.slice(0, 3)))
    expect(mended.imported).toMatchObject({ new: 1, known: 2, chain: 'whole' })
    expect(await gapsOf(context.db, [account])).toEqual(new Map())
    expect(await told()).toEqual(['2026-11-20', 1_000_092, 1_000_092, 1_000_092])
  },
)

test('cut in the middle of a line is refused, with that line', async () => {
  const account = await anAccountWithFeed()
  const file = statementOf(lines)
  for (const cut of [file.lastIndexOf(':'), file.lastIndexOf('-20,') + 2, file.length - 9]) {
    await expect(importFile(account, file.slice(0, cut))).rejects.toMatchObject(
      refusedWith({ problems: [{ line: 13, problem: 'too_few_columns' }] }),
    )
  }
  expect(await linesOf(account)).toEqual([])
  const { imported } = await importFile(account, file.slice(0, -1))
  expect(imported).toMatchObject({ state: 'done', new: 12 })
})

test('a broken byte of Big5 is a problem of its line, which can be left out', async () => {
  const account = await aBankAccount({ feeds: [], statementFormat: 'demo_big5_roc' })
  const file = Uint8Array.from(atob(demoBig5), (letter) => letter.charCodeAt(0))
  const place = file.findIndex((byte, at) => byte === 0xa4 && file[at + 1] === 0xe2)
  const broken = Uint8Array.from(file).fill(0xff, place, place + 1)
  const problems = [{ line: 6, problem: 'bytes_not_in_encoding' }]
  await expect(importFile(account, broken)).rejects.toMatchObject(refusedWith({ problems }))
  expect(await linesOf(account)).toEqual([])
  const skipped = await importFile(account, broken, { skip_problems: '1' })
  expect(skipped.imported).toMatchObject({ state: 'done', new: 5, chain: 'gap', problems })
  const mended = await importFile(account, file)
  expect(mended.imported).toMatchObject({ state: 'done', new: 1, known: 5, chain: 'whole' })
  expect((await linesOf(account)).map(({ memo }) => memo)).toContain('手續費')
})

test('20,001 lines are refused, and 20,000 are not', async () => {
  const account = await aBankAccount({ statementFormat: withoutBalances })
  const line = '2026-11-20,,1,,,,\n'
  await expect(
    importFile(account, `${statementHeader}\n${line.repeat(20_001)}`),
  ).rejects.toMatchObject(refusedWith({ problems: [{ line: 20_002, problem: 'too_many_lines' }] }))
  const { status, answer } = await importFile(
    account,
    `${statementHeader}\n${line.repeat(20_000)}`,
    { dry_run: '1' },
  )
  expect([status, answer]).toMatchObject([200, { lines: 20_000, new: 20_000, chain: 'unknown' }])
  expect(await linesOf(account)).toEqual([])
})

test('a formula in a memo is text and stays as it is', async () => {
  const memo = '=HYPERLINK("https://x.example";"A1")'
  const account = await anAccountWithFeed()
  const file = `${statementHeader}\n2026-11-20,,5,5,"${memo.replaceAll('"', '""')}",,\n`
  await importFile(account, file)
  expect((await linesOf(account))[0]?.memo).toBe(memo)
})

test('a balance that does not follow is refused, with the line; skipping problems does not help', async () => {
  const account = await anAccountWithFeed()
  const broken = rowsOfStatement(lines)
  broken[5] = broken[5]?.replace(/,300,\d+,/, ',300,1,') ?? ''
  const refused = refusedWith({
    chain: 'broken',
    broken_line: 7,
    broken_balance: { expected: 1_001_280, found: 1 },
  })
  await expect(importFile(account, fileOf(broken))).rejects.toMatchObject(refused)
  const skipping = importFile(account, fileOf(broken), { skip_problems: '1' })
  await expect(skipping).rejects.toMatchObject(refused)
  expect(await linesOf(account)).toEqual([])
  const dry = await importFile(account, fileOf(broken), { dry_run: '1' })
  expect(dry).toMatchObject({ status: 200, answer: { chain: 'broken', broken_line: 7 } })
})

test('a dry run shows what an import would do, and writes nothing', async () => {
  const account = await anImported(partOf(0, 4))
  const { status, answer } = await importFile(account, partOf(0, 8), { dry_run: '1' })
  expect([status, answer]).toMatchObject([
    200,
    {
      lines: 8,
      new: 4,
      known: 4,
      confirmed: 0,
      problems: [],
      chain: 'whole',
      from: '2026-11-18',
      to: '2026-11-19',
    },
  ])
  expect(answer).toMatchObject({
    first: [
      {
        line: 2,
        booked_at: '2026-11-18 09:00:00',
        amount: 500,
        balance_after: 1_000_500,
        memo: '2026-11-18',
      },
      ...Array(7).fill(expect.anything()),
    ],
  })
  expect(await linesOf(account)).toHaveLength(4)
})

test('a dry run shows what the bank does not have, and where neighbours do not meet', async () => {
  const account = await anImported(partOf(0, 4))
  await post(account, { at: '2026-11-19 09:00:00', amount: 500 })
  await post(account, { at: '2026-11-19 12:00:00', amount: 777, from: '00812345678' })
  await post(account, { at: '2026-11-21 12:00:00', amount: 1 })
  const { answer } = await importFile(account, partOf(4, 8), { dry_run: '1' })
  expect(answer).toMatchObject({
    new: 3,
    confirmed: 1,
    new_in: 300,
    new_out: -320,
    missing: {
      count: 1,
      first: [{ booked_at: '2026-11-19 12:00:00', amount: 777, counterparty_last5: '45678' }],
    },
  })
  const shifted = fileOf(rowsOfStatement(lines.slice(4, 8), 2_000_000))
  const broken = await importFile(account, shifted, { dry_run: '1' })
  expect(broken.answer).toMatchObject({
    chain: 'broken',
    broken_line: 2,
    broken_balance: { expected: 1_000_980, found: 2_000_500 },
  })
})

test('an account shows its balance by its last statement, what came later, and which days are covered', async () => {
  const account = await anImported(partOf(0, 4))
  await importFile(account, partOf(8, 12))
  await post(account, { at: '2026-11-20 18:00:00', amount: 9 })
  await post(account, { at: '2026-11-20 19:00:00', amount: 700 })
  await post(account, { at: '2026-11-21 09:00:00', amount: -50 })
  const on = (day: string) => aContext({ now: () => Date.parse(`${day}T12:00:00+08:00`) })
  const shown = await showStatements(on('2026-11-22'), account)
  // What was told before the statement's last line is no later than it.
  expect(shown).toMatchObject({
    covered_to: '2026-11-20',
    balance: 1_001_440,
    expected: 1_002_090,
    later: { count: 2, amount: 650, more: false },
  })
  const listed = async (query: object, by: Principal = operator) => {
    const { items } = await listBankAccounts(on('2026-11-22'), by, { limit: 200, ...query })
    return items.find(({ id }) => id === account)
  }
  const { covered_to, balance, expected } = shown
  const asListed = (await listed({ balances: '1' }))?.statement
  expect(asListed).toEqual({ covered_to, balance, expected })
  expect(await listed({})).not.toHaveProperty('statement')
  expect(await listed({ balances: '1' }, agent)).not.toHaveProperty('statement')
  const stateOf = (day: string) => shown.days.find((one) => one.day === day)?.state
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
  expect(days.map(stateOf)).toEqual(['open', 'covered', 'missing', 'covered', 'open'])
  expect([shown.days[0], shown.days.length]).toMatchObject([{ day: '2026-10-12' }, 42])
  await importFile(account, partOf(4, 8))
  const { items, next_cursor } = await listImports(context, account, { limit: 2 })
  expect(items.map((one) => [one.from, one.new])).toEqual([
    ['2026-11-19', 4],
    ['2026-11-20', 4],
  ])
  const more = await listImports(context, account, { limit: 2, cursor: Number(next_cursor) })
  expect(more).toMatchObject({ items: [{ from: '2026-11-18' }], next_cursor: null })
  expect(await showStatements(on('2026-11-22'), await anAccountWithFeed())).toMatchObject({
    covered_to: null,
    balance: null,
    expected: null,
  })
})

test('the balances in a list of accounts read a bounded number of lines: beyond it none is expected', async () => {
  const account = await aBankAccount({ statementFormat: withoutBalances })
  const bare = '2026-11-20,,1,,,,\n'
  await importFile(account, `${statementHeader}\n${bare}`)
  const [fresh, known] = [await anAccountWithFeed(), await anImported()]
  const at = Date.parse('2026-11-21T09:00:00+08:00') / 1000
  const later = Array.from({ length: 900 }, (_, n) => [`(${n + 1}, ${known}, ${at + n})`])
  await rows(`insert into bank_transactions (
      id, bank_account_id, booked_at, day_only, amount, external_id, counterparty_account,
      counterparty_name, counterparty_last5, memo, source, posted_by, claimed_by, ignored_reason,
      created_at, state
    ) select column1, column2, column3, 0, 100, column1, '', '', '', '', 'feed', '', '', '',
      column3, 'unclaimed' from (values ${later})`)
  const counter = meter()
  const counted = aContext({ db: openMerchantDatabase(counter.database(env.DB)) })
  const { items } = await listBankAccounts(counted, operator, { limit: 200, balances: '1' })
  const statementsOf = [account, fresh, known].map(
    (id) => items.find((one) => one.id === id)?.statement,
  )
  expect(statementsOf).toEqual([
    { covered_to: '2026-11-20', balance: null, expected: null },
    null,
    { covered_to: '2026-11-20', balance: 1_001_440, expected: null },
  ])
  expect(counter.usage.rowsRead).toBeLessThanOrEqual(2_000)
})

test('a file of which more than half the lines are another account’s is refused, and says so', async () => {
  const [shared, own] = [60, 40].map((count, part) =>
    Array.from({ length: count }, (_, place) => ({
      at: `2026-10-${10 + part} ${10 + Math.floor(place / 6)}:${String((place % 6) * 10).padStart(2, '0')}:00`,
      amount: 3_000 + part,
    })),
  ) as [BankLine[], BankLine[]]
  const other = await anAccountWithFeed()
  await importFile(other, statementOf(shared, 70_000))
  const account = await anAccountWithFeed()
  // With 60 of its own lines before the 60 shared ones no more than half are the other's.
  const half = rowsOfStatement(shared, 70_000)
  const before = rowsOfStatement(
    shared.map(({ at, amount }) => ({
      at: at.replace('2026-10-10', '2026-10-09'),
      amount: -amount,
    })),
    70_000 + 60 * 3_000,
  )
  const asked = { this_account: undefined }
  const dry = { ...asked, dry_run: '1' }
  expect((await importFile(account, fileOf([...before, ...half]), dry)).answer).toMatchObject({
    lines: 120,
    chain: 'whole',
    looks_like: null,
  })
  const most = statementOf([...shared, ...own], 70_000)
  expect((await importFile(account, most, dry)).answer).toMatchObject({
    lines: 100,
    new: 100,
    looks_like: other,
  })
  await expect(importFile(account, most, asked)).rejects.toMatchObject(
    refusedWith({ problems: [], chain: 'whole', looks_like: other }),
  )
  expect(await linesOf(account)).toEqual([])
  expect((await importFile(account, most)).imported).toMatchObject({ state: 'done', new: 100 })
  // What this account has already is its own.
  expect((await importFile(account, most, asked)).imported).toMatchObject({ known: 100 })
  // Other balances are other lines.
  const third = await anAccountWithFeed()
  expect((await importFile(third, statementOf(shared, 80_000), dry)).answer).toMatchObject({
    looks_like: null,
  })
})

test('an account without a format says so', async () => {
  const account = await aBankAccount()
  await expect(importFile(account, statementOf(lines))).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { statement_format: expect.anything() } },
  })
})

test('an import is one row of the journal, a dry run and a refusal none', async () => {
  const account = await anImported()
  await importFile(account, statementOf(lines), { dry_run: '1' })
  await importFile(account, partOf(2)).catch(() => undefined)
  const written = await rows(
    `select action, after from journal where subject_kind = 'bank_account' and subject = ?`,
    String(account),
  )
  expect(written).toMatchObject([{ action: 'statements' }])
})

test('two imports of one file at once add nothing twice', async () => {
  const account = await anAccountWithFeed()
  const both = await Promise.all([1, 2, 3].map(() => importFile(account, statementOf(lines))))
  const states = both.map(({ imported }) => imported?.state)
  expect(states).toEqual(['done', 'done', 'done'])
  const counted = both.map(({ imported }) => [imported?.new ?? 0, imported?.known ?? 0])
  expect(counted.reduce((sum, [fresh = 0]) => sum + fresh, 0)).toBe(12)
  expect(counted.map(([fresh = 0, known = 0]) => fresh + known)).toEqual([12, 12, 12])
  expect(await linesOf(account)).toHaveLength(12)
  expect((await figuresOf(account)).received).toBe(240_000)
})

test('an import that is written no more is incomplete a minute later', async () => {
  const account = await anImported()
  const { imported } = await importFile(account, statementOf(lines))
  await rows(`update bank_imports set state = 'running' where id = ?`, imported?.id)
  const { showImport } = await import('../../../src/operations/banking/imports/import-statement.ts')
  const after = async (milliseconds: number) => {
    const now = Date.now() + milliseconds
    return (await showImport({ ...context, now: () => now }, imported?.id ?? 0)).state
  }
  expect([await after(30_000), await after(62_000)]).toEqual(['running', 'incomplete'])
})

// test/data/statements/demo_big5_roc.csv
const demoBig5 =
  'u0/GV6XcvWS7yKbmIKZztNql5qn2qfqy0w0KsWK4uTowMTItMzQ1LTY3ODkwMSy0wbahOjExNS8xMS8xOS0xMTUvMTEvMjENCqXmqfak6bTBLKXmqfauybahLKTkpViq98NCLKZzpEqq98NCLLFirbG+bMNCLLpLrW4sue+k6LFiuLksue+k6KThplcNCjExNS8xMS8xOSwwOTowMjoxMSwsIjMsNTAwLjAwIiwiMTAzLDUwMC4wMCIsuPOm5sLgpEosMDA4MTIzNCoqKio1Njc4OSyzr6GzpnANCjExNS8xMS8xOSwxMDozMDowMCwsIjEsMjAwLjAwIiwiMTA0LDcwMC4wMCIssnuq96ZzpEosLA0KMTE1LzExLzE5LDE1OjQ1OjA5LDE1LjAwLCwiMTA0LDY4NS4wMCIspOLE8rZPLCwNCjExNS8xMS8yMCwwODowMDowMCwiMjAsMDAwLjAwIiwsIjg0LDY4NS4wMCIswuCxYqTkpVgsNzAwLTAwMTIzNDUtNjc4OTAxLKpMpf2lzQ0KMTE1LzExLzIwLDEyOjEyOjEyLCwiMSwyMDAuMDAiLCI4NSw4ODUuMDAiLLjzpubC4KRKLDAxMzAwMDk4NzY1NDMyMTAss1ylXLtcDQoxMTUvMTEvMjEsMDA6MDA6MDUsLDAuMzcsIjg1LDg4NS4zNyIsp1GupywsDQo='

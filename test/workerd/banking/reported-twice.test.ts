import { expect, test } from 'vitest'
import {
  postedTransaction,
  transactionFilter,
} from '../../../src/contract/back-office/banking/transactions.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { listTransactions } from '../../../src/operations/banking/list-transactions.ts'
import { linesOfDayMax } from '../../../src/rules/banking/posted-line.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import {
  ann,
  anOperator,
  approve,
  ask,
  askImport,
  ben,
  withApprovals,
} from '../support/back-office.ts'
import { aTransaction } from '../support/banking.ts'
import { aContext, operator, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  byHand,
  feed,
  figuresOf,
  importFile,
  linesOf,
  post,
  secondFeed,
  seconds,
  statementOf,
} from '../support/statements.ts'

// A deposit that several sources report is one line; two reports of one source are two lines.

const at = '2026-11-20 10:00:00'
const deposit: BankLine = { at, amount: 500, name: '王小明' }

const reportBy = {
  feed: (account: number, line: BankLine) => post(account, line),
  'second feed': (account: number, line: BankLine) =>
    post(account, { ...line, teller: secondFeed }),
  hand: (account: number, line: BankLine) => post(account, { ...line, teller: byHand }),
  statement: (account: number, line: BankLine) => importFile(account, statementOf([line])),
} as const
type Reporter = keyof typeof reportBy
const reporters = Object.keys(reportBy) as Reporter[]
const pairsOfReporters = reporters.flatMap((one) =>
  reporters.filter((other) => other !== one).map((other) => [one, other] as const),
)

const spellings: readonly (readonly [string, string])[] = [
  ['the same', '王小明'],
  ['masked', '王○明'],
  ['masked by a full-width letter', '王Ｏ明'],
  ['masked by asterisks', '王＊*'],
  ['padded with blanks', '王　小　明'],
  ['with a character of no width', '王\u200b小明'],
  ['absent', ''],
]

test.each(pairsOfReporters)(
  'a deposit by %s, then by %s, is one line, however its name is written',
  async (first, second) => {
    for (const [place, [, name]] of spellings.entries()) {
      // In turn the first and the second writes it so; where they tell in the other order, the other does.
      const spelt = { ...deposit, name }
      const [one, other] = place % 2 === 0 ? [spelt, deposit] : [deposit, spelt]
      const account = await anAccountWithFeed()
      await reportBy[first](account, one)
      await reportBy[second](account, { ...other, at: '2026-11-20 10:09:59' })
      expect(await linesOf(account)).toHaveLength(1)
      expect((await figuresOf(account)).received).toBe(50_000)
    }
  },
)

test('wide and narrow letters are one name, other characters are another', async () => {
  const account = await anAccountWithFeed()
  await post(account, { ...deposit, name: 'ＷＡＮＧ Hsiao' })
  await post(account, { ...deposit, name: 'wang ＨＳＩＡ○', teller: secondFeed })
  expect(await linesOf(account)).toHaveLength(1)
  await post(account, { ...deposit, name: 'WANG LI', teller: byHand })
  expect(await linesOf(account)).toHaveLength(2)
})

test('a deposit that all of them report is one line, with the number of each', async () => {
  const account = await anAccountWithFeed()
  await importFile(account, statementOf([deposit]))
  const first = await post(account, { ...deposit, externalId: 'A-1' })
  const second = await post(account, { ...deposit, externalId: 'B-1', teller: secondFeed })
  const third = await post(account, { ...deposit, externalId: 'C-1', teller: byHand })
  expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set([first, second, third].map(({ answer }) => answer.id)).size).toBe(1)
  expect(third.answer.external_id).toBe('A-1')
  const numbers = await rows(
    'select external_id, posted_by from bank_transaction_numbers where bank_account_id = ? order by external_id',
    account,
  )
  expect(numbers).toEqual([
    { external_id: 'A-1', posted_by: feed.name },
    { external_id: 'B-1', posted_by: secondFeed.name },
    { external_id: 'C-1', posted_by: byHand.name },
  ])
  const again = await post(account, { ...deposit, externalId: 'b-1', teller: secondFeed })
  expect(again).toMatchObject({ status: 200, answer: { id: first.answer.id } })
  const differs = post(account, { ...deposit, memo: 'x', externalId: 'B-1', teller: secondFeed })
  await expect(differs).rejects.toMatchObject({ code: 'bank_transaction_differs' })
  expect(await linesOf(account)).toHaveLength(1)
})

test('two numbers of one feed are two deposits, beside another feed and a statement too', async () => {
  const account = await anAccountWithFeed()
  await post(account, { ...deposit, teller: secondFeed })
  expect(await post(account, deposit)).toMatchObject({ status: 200 })
  expect(await post(account, deposit)).toMatchObject({ status: 201 })
  expect(await post(account, { ...deposit, teller: secondFeed })).toMatchObject({ status: 200 })
  expect(await linesOf(account)).toHaveLength(2)
  const { imported } = await importFile(account, statementOf([deposit, deposit]))
  expect(imported).toMatchObject({ new: 0, confirmed: 2 })
  expect(await linesOf(account)).toHaveLength(2)
})

test.each([
  ['in lower case', 'tx-01/a'],
  ['in full-width characters', 'ＴＸ－０１／Ａ'],
  ['with blanks', ' TX-01 /A '],
  ['with a character of no width', 'TX-\u200b01/A'],
])('an external_id %s is the same one', async (_name, respelt) => {
  const account = await anAccountWithFeed()
  const first = await post(account, { ...deposit, externalId: 'TX-01/A' })
  expect(await post(account, { ...deposit, externalId: respelt })).toEqual({
    status: 200,
    answer: first.answer,
  })
  const other = { ...deposit, amount: 501, externalId: respelt }
  await expect(post(account, other)).rejects.toMatchObject({ code: 'bank_transaction_differs' })
  expect(await linesOf(account)).toHaveLength(1)
})

test('an external_id that nobody sees is refused', async () => {
  const account = await anAccountWithFeed()
  await expect(post(account, { ...deposit, externalId: '\u200b' })).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { external_id: expect.anything() } },
  })
})

test('respelt copies at once are one 201, and the others 200', async () => {
  const account = await anAccountWithFeed()
  const spelt = ['TX-1', 'tx-1', 'ＴＸ－１', 'Tx -1', 'TX\u200b-1']
  const copies = Array.from({ length: 50 }, (_, n) => {
    return post(account, { ...deposit, externalId: spelt[n % spelt.length] ?? '' })
  })
  const statuses = (await Promise.all(copies)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(49).fill(200), 201])
  expect(await linesOf(account)).toHaveLength(1)
  expect((await figuresOf(account)).received).toBe(50_000)
})

test('ten deposits that two feeds, a person and two imports report at once are ten lines', async () => {
  const account = await anAccountWithFeed()
  const ten = Array.from({ length: 10 }, (_, n) => ({ ...deposit, at: `2026-11-20 10:0${n}:00` }))
  const file = statementOf(ten)
  await Promise.all([
    ...[feed, secondFeed, byHand].flatMap((teller) =>
      ten.map((line) => post(account, { ...line, teller })),
    ),
    importFile(account, file),
    importFile(account, file),
  ])
  const lines = await linesOf(account)
  expect(lines).toHaveLength(10)
  expect(lines.every((line) => line.confirmed_at !== null)).toBe(true)
  expect((await figuresOf(account)).received).toBe(500_000)
})

test('who confirms or meets a line fills what was unknown, and changes nothing that was reported', async () => {
  const account = await anAccountWithFeed()
  await post(account, { at, amount: 500, memo: 'first', name: '王○明' })
  await post(account, { at, amount: 500, memo: 'second', last5: '12345', teller: secondFeed })
  const whole = { ...deposit, memo: 'third', from: '0081234512345' }
  await importFile(account, statementOf([whole], 70))
  expect(await linesOf(account)).toMatchObject([
    {
      memo: 'first',
      counterparty_name: '王○明',
      counterparty_last5: '12345',
      balance_after: 57_000,
      counterparty_account: '0081234512345',
      source: 'feed',
    },
  ])
  const early = await anAccountWithFeed()
  await importFile(early, statementOf([{ at: '2026-11-20', amount: 500, memo: 'bank' }], 70))
  const { answer } = await post(early, { ...whole, balance: 570 })
  expect(answer).toMatchObject({
    memo: 'bank',
    counterparty_name: '王小明',
    counterparty_last5: '12345',
    booked_at: '2026-11-20',
    balance_after: 570,
    source: 'statement',
  })
  const other = { ...whole, name: '林小明', teller: secondFeed }
  expect(await post(early, other)).toMatchObject({ status: 201 })
})

test('the numbers of a line that the release before has written are known', async () => {
  const account = await anAccountWithFeed()
  const { answer } = await post(account, { ...deposit, externalId: 'Old-1' })
  await rows('update bank_transactions set external_key = null where id = ?', answer.id)
  const again = await post(account, { ...deposit, externalId: 'Old-1' })
  expect(again).toMatchObject({ status: 200, answer: { id: answer.id } })
})

test('a booking more than a day ahead is refused', async () => {
  const account = await anAccountWithFeed()
  const ahead = (seconds: number) => {
    const time = new Date(Date.now() + seconds * 1000 + 8 * 3_600_000)
    return time.toISOString().slice(0, 19).replace('T', ' ')
  }
  const line = { ...deposit, at: ahead(86_400 + 60) }
  const refused = {
    code: 'validation_error',
    details: { errors: { booked_at: expect.anything() } },
  }
  await expect(post(account, line)).rejects.toMatchObject(refused)
  await expect(post(account, { ...line, teller: byHand })).rejects.toMatchObject(refused)
  await expect(post(account, { ...line, at: '2999-01-01' })).rejects.toMatchObject(refused)
  expect(await post(account, { ...line, at: ahead(86_300) })).toMatchObject({ status: 201 })
})

test.each([
  ['of another account', '0081234567890', '12345', false],
  ['of an account whose end is masked', '12345*****', '12345', false],
  ['of the account', '008-12345-67890', '67890', true],
  ['of the end of a masked account', '****67890', '67890', true],
  ['alone', '', '67890', true],
])('a counterparty_last5 %s', async (_name, from, last5, isTaken) => {
  const account = await anAccountWithFeed()
  const posting = post(account, { ...deposit, from, last5 })
  if (isTaken) expect((await posting).answer.counterparty_last5).toBe(last5)
  else {
    await expect(posting).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { counterparty_last5: expect.anything() } },
    })
  }
})

test('a token posts at most 20,000 lines a day to an account', async () => {
  const [account, other] = [await anAccountWithFeed(), await anAccountWithFeed()]
  const now = Math.floor(Date.now() / 1000)
  const first = await post(account, { ...deposit, externalId: 'first' })
  await rows(
    'update bank_accounts set posted_day = ?, posted_lines = ? where id = ?',
    taipeiDay(now),
    JSON.stringify({ [feed.name]: linesOfDayMax - 3 }),
    account,
  )
  const posted = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => post(account, { ...deposit, amount: n + 1 })),
  )
  expect(posted.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const one of posted) {
    if (one.status === 'fulfilled') continue
    expect(one.reason).toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: expect.any(Number) },
    })
  }
  expect(await linesOf(account)).toHaveLength(4)
  const again = await post(account, { ...deposit, externalId: 'first' })
  expect(again).toMatchObject({ status: 200, answer: { id: first.answer.id } })
  for (const line of [{ teller: secondFeed }, { teller: byHand, name: '林' }]) {
    await post(account, { ...deposit, amount: 77, ...line })
  }
  expect(await post(other, deposit)).toMatchObject({ status: 201 })
  await rows('update bank_accounts set posted_day = posted_day - 1 where id = ?', account)
  expect(await post(account, { ...deposit, amount: 99 })).toMatchObject({ status: 201 })
})

test('a line of 2999 in a statement is a problem of that line', async () => {
  const account = await anAccountWithFeed()
  const file = statementOf([deposit, { ...deposit, at: '2999-01-01' }])
  const problems = [{ line: 3, problem: 'booked_ahead' }]
  await expect(importFile(account, file)).rejects.toMatchObject({
    code: 'statement_refused',
    details: { statement: { problems } },
  })
  const { imported } = await importFile(account, file, { skip_problems: '1' })
  expect(imported).toMatchObject({ state: 'done', lines: 1, problems })
})

test('a line of 2999 that an earlier release took leads no list', async () => {
  const account = await anAccountWithFeed()
  const { answer } = await post(account, deposit)
  const far = await aTransaction(account, { bookedAt: seconds('2999-01-01') })
  const list = (filter: Record<string, string>) => {
    const asked = transactionFilter.parse({ bank_account: String(account), ...filter })
    return listTransactions(aContext(), operator, asked)
  }
  expect((await list({})).items.map(({ id }) => id)).toEqual([answer.id])
  expect((await list({ to: '2999-06-01' })).items.map(({ id }) => id)).toEqual([far, answer.id])
})

test('a second operator agrees to an import, once; its importer and service tokens do not', async () => {
  const context = withApprovals()
  const account = await anAccountWithFeed()
  const bytes = new TextEncoder().encode(statementOf([deposit], 5))
  const asked = await askImport(context, ann, account, bytes)
  const path = { id: String(asked.value.import_id) }
  const agree = (by: Identity) => ask(context, by, 'agreeImport', path)
  expect((await ask(context, ann, 'showImport', path)).value).toMatchObject({ agreed_by: '' })
  expect((await agree(ann)).error).toBe('own_approval')
  expect((await agree({ name: 'service:robot', role: 'operator' })).error).toBe('forbidden')
  const [one, other] = [anOperator(), anOperator()]
  const answers = await Promise.all([one, other, one].map(agree))
  expect(answers.map(({ error }) => error)).toEqual(['', '', ''])
  const { agreed_by: agreedBy } = answers[0]?.value ?? {}
  expect([one.name, other.name]).toContain(agreedBy)
  expect((await agree(ben)).value).toMatchObject({ agreed_by: agreedBy })
  expect((await ask(context, ann, 'agreeImport', { id: '32' })).error).toBe('not_found')
  const written = await rows(
    `select actor from journal where action = 'agree' and subject = ?`,
    path.id,
  )
  expect(written).toEqual([{ actor: agreedBy }])
})

test('a line posted by hand keeps who has approved it', async () => {
  const context = withApprovals()
  const account = await anAccountWithFeed()
  const body = postedTransaction.parse({
    bank_account: account,
    booked_at: at,
    amount: 500,
    external_id: 'H-1',
  })
  const asked = await ask(context, ann, 'postTransaction', {}, body)
  await approve(context, ben, asked.value.approval_id)
  const stored = await rows(
    'select posted_by, agreed_by from bank_transactions where bank_account_id = ?',
    account,
  )
  expect(stored).toEqual([{ posted_by: ann.name, agreed_by: ben.name }])
})

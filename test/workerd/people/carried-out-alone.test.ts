import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { statementOptions } from '../../../src/contract/back-office/banking/statements.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { importStatement } from '../../../src/operations/banking/imports/import-statement.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import {
  type Answer,
  ann,
  anOperator,
  approve,
  ask,
  ben,
  withApprovals,
} from '../support/back-office.ts'
import { aBankAccount, aTransaction, payersLast5, putOn } from '../support/banking.ts'
import { aCollection, aPayout, eventNames, wrongMatch } from '../support/orders.ts'
import { aMerchant, anId, newCaches, rows } from '../support/service.ts'
import { format, linesOf, statementOf } from '../support/statements.ts'
import { bindings, databases } from '../support/three-databases.ts'

// What one person may carry out alone on one day: less than APPROVAL_FROM, over all kinds of call and all databases
// together; and nothing of that amount with evidence of the person's own (back office §5).

const context = withApprovals()
const never = withApprovals({}, { from: null })
const from = 10_000_000

const waits = ({ as, value }: Answer) => as === null && value.state === 'waiting'

const correction = (amount: number) => {
  return { amount, bucket: 'available', reason: 'x', idempotency_key: anId() }
}

const sumOf = ({ name }: Identity) =>
  rows<{ amount: number }>(
    `select amount from carried_out_alone where actor = ? and kind = 'all'`,
    name,
  )

afterEach(async () => {
  await env.DB.exec(`update bank_accounts set state = 'closed'`)
})

describe('the sum of a day', () => {
  test('is one of all kinds of call, in whatever order they come', async () => {
    const shop = await aMerchant()
    const by = anOperator()
    const settling = async (amount: number) => {
      const path = { trade_no: await aCollection(shop, { amount }) }
      return ask(context, by, 'settleCollection', path, { manual: false, override: true })
    }
    const reversing = async (amount: number) => {
      const path = { trade_no: await aCollection(shop, { amount }) }
      await ask(context, ben, 'settleCollection', path, { manual: false, override: false })
      return ask(context, by, 'reverseCollection', path, wrongMatch)
    }
    const adjusting = (amount: number) =>
      ask(context, by, 'adjustBalance', { uid: shop.uid }, correction(-amount * 100))
    expect(waits(await settling(30_000))).toBe(false)
    expect(waits(await reversing(30_000))).toBe(false)
    expect(waits(await adjusting(30_000))).toBe(false)
    const confirming = async (amount: number) => {
      const path = { trade_no: await aCollection(shop, { amount, status: 'succeeded' }) }
      const accepted = { accept: true, reason: '', override: true }
      return ask(context, by, 'confirmCollection', path, accepted)
    }
    for (const call of [settling, reversing, adjusting, confirming])
      expect(waits(await call(10_000))).toBe(true)
    expect(await sumOf(by)).toEqual([{ amount: 9_000_000 }])
    expect(waits(await confirming(9_999))).toBe(false)
    expect(waits(await adjusting(1))).toBe(true)
  })

  test('of calls at once in three databases, and of several kinds, stays below the limit', async () => {
    const three = withApprovals({
      databases: contextFrom(bindings).databases,
      caches: newCaches(),
    })
    const uids: string[] = []
    for (const database of databases.keys()) {
      const uid = `M${anId().slice(0, 12)}`
      await ask(three, ann, 'createMerchant', {}, { uid, name: 'x', database })
      uids.push(uid)
    }
    const shop = await aMerchant()
    for (const amount of [9_999_999, 1_900_000, 700_000]) {
      const by = anOperator()
      const adjusting = Array.from({ length: 10 }, () =>
        uids.map((uid) => ask(three, by, 'adjustBalance', { uid }, correction(amount))),
      )
      const settling = Array.from({ length: 6 }, async () => {
        const path = { trade_no: await aCollection(shop, { amount: amount / 100 }) }
        return ask(three, by, 'settleCollection', path, { manual: false, override: true })
      })
      const answers = await Promise.all([...adjusting.flat(), ...settling])
      const alone = answers.filter(({ as }) => as !== null)
      expect(alone.every(({ error }) => error === '')).toBe(true)
      expect(alone.length * amount).toBeLessThan(from)
      expect((alone.length + 1) * amount).toBeGreaterThanOrEqual(from)
      expect(answers.filter(waits)).toHaveLength(answers.length - alone.length)
      const booked = await Promise.all(
        databases.map((database) =>
          database
            .prepare('select coalesce(sum(amount), 0) as n from adjustments where actor = ?')
            .bind(by.name)
            .first<number>('n'),
        ),
      )
      const settled = alone.filter(({ as }) => as === 'settleCollection').length
      const moved = booked.reduce<number>((sum, n) => sum + (n ?? 0), settled * amount)
      expect(moved).toBe(alone.length * amount)
      expect(await sumOf(by)).toEqual([{ amount: moved }])
    }
  })

  test('has a call once that loses races, and what fails after it was counted', async () => {
    const shop = await aMerchant()
    const path = { trade_no: await aCollection(shop, { amount: 10_000 }) }
    const by = Array.from({ length: 12 }, () => anOperator())
    const answers = await Promise.all(
      by.map((one) =>
        ask(context, one, 'settleCollection', path, { manual: false, override: true }),
      ),
    )
    expect(answers.filter(({ error }) => error === '')).toHaveLength(1)
    for (const [n, one] of by.entries()) {
      const [sum] = await sumOf(one)
      if (answers[n]?.error === '') expect(sum).toEqual({ amount: 1_000_000 })
      else expect([undefined, 1_000_000]).toContain(sum?.amount)
    }
    // The database decides that the merchant has no money for it.
    const payout = { trade_no: await aPayout(await aMerchant(), { amount: 60_000 }) }
    const spent = anOperator()
    const process = () => ask(context, spent, 'processPayout', payout, { override: ['amount'] })
    expect((await process()).error).toBe('override_required')
    expect(await sumOf(spent)).toEqual([{ amount: 6_000_000 }])
    // A call that would be refused is refused, also where it would wait.
    expect((await process()).error).toBe('override_required')
    expect(await sumOf(spent)).toEqual([{ amount: 6_000_000 }])
  })

  test('has nothing of test merchants, of what needs nobody else, and where there is no limit', async () => {
    const shop = await aMerchant()
    const by = anOperator()
    const path = { trade_no: await aCollection(shop, { amount: 100_000 }) }
    await ask(context, by, 'settleCollection', path, { manual: false, override: false })
    await ask(never, by, 'adjustBalance', { uid: shop.uid }, correction(20_000_000))
    expect(await sumOf(by)).toEqual([])
  })
})

/** A waiting collection on an account, and the statement's line that pays it, imported by `importer`. */
async function anImported(importer: Identity, amount: number, ordered = amount) {
  const account = await aBankAccount({ statementFormat: format })
  const shop = await aMerchant()
  const payer = { amount: ordered, counterparty_account: `001-2345-${payersLast5}` }
  const tradeNo = await aCollection(shop, payer)
  await putOn(tradeNo, account)
  const at = secondsToTaipei(Math.floor(Date.now() / 1000))
  const file = statementOf([{ at, amount, from: `001-2345-${payersLast5}` }])
  const work: Promise<void>[] = []
  const principal = { ...importer, requestId: 'r', approval: null }
  const bytes = new TextEncoder().encode(file)
  await importStatement({
    context: { ...context, later: (rest) => work.push(rest) },
    principal,
    accountId: account,
    file: bytes,
    statementOptions: statementOptions.parse({ this_account: '1' }),
  })
  await Promise.all(work)
  const [line] = await linesOf(account)
  return { account, shop, tradeNo, line: line?.id ?? 0 }
}

const settle = (by: Identity, { tradeNo, line }: { tradeNo: string; line: number }) =>
  ask(
    context,
    by,
    'settleCollection',
    { trade_no: tradeNo },
    { bank_transactions: [line], manual: false, override: false },
  )

/** What a feed posted, with the payer's last five digits, in SQL. */
const digitsToo = `json_array(0, 0, 0, 0, '${payersLast5}')`

describe('who made the evidence does not use it alone', () => {
  test('an operator imports a made-up file, and settles with it: it waits', async () => {
    const one = await anImported(ann, 100_000)
    const asked = await settle(ann, one)
    expect(waits(asked)).toBe(true)
    expect(await eventNames(one.tradeNo)).toEqual(['created'])
    expect((await approve(context, ben, asked.value.approval_id)).error).toBe('')
  })

  test.each([
    ['is refused', ann, '', 'validation_error'],
    ['settles, if another operator imported it', ben, '', ''],
    [
      'settles, if a service token imported it',
      ann,
      `update bank_imports set actor = 'service:nightly';`,
      '',
    ],
    [
      'settles by a feed’s line whose digits a service token’s file has',
      ann,
      `update bank_imports set actor = 'service:nightly';
       update bank_transactions set source = 'feed', posted_by = 'service:b', posted_as = '[]';`,
      '',
    ],
  ])('an agent who was an operator then %s', async (_what, { name }, changes, refusal) => {
    const one = await anImported(ann, 100)
    for (const change of changes.split(';').slice(0, -1)) await rows(change)
    const agent = { name, role: 'agent' } as const
    await ask(context, agent, 'takeCollection', { trade_no: one.tradeNo }, {})
    expect((await settle(agent, one)).error).toBe(refusal)
  })

  test('an operator who did not make the evidence settles with it alone', async () => {
    const one = await anImported(ann, 100_000)
    expect(waits(await settle(ben, one))).toBe(false)
  })

  test('an operator settles alone below the amount, and the day’s sum counts it', async () => {
    const by = anOperator()
    expect(waits(await settle(by, await anImported(by, 60_000)))).toBe(false)
    expect(waits(await settle(by, await anImported(by, 60_000)))).toBe(true)
    expect(waits(await settle(by, await anImported(by, 39_999)))).toBe(false)
  })

  test.each([
    [
      'a person has agreed to the import',
      true,
      `update bank_imports set agreed_by = 'cy@x.example'`,
    ],
    ['its importer has agreed', false, `update bank_imports set agreed_by = '${ann.name}'`],
    ['a service token has agreed', false, `update bank_imports set agreed_by = 'service:x'`],
    [
      'a person has agreed to the line',
      true,
      `update bank_transactions
       set source = 'hand', posted_by = '${ann.name}', posted_as = ${digitsToo}, agreed_by = 'cy@x'`,
    ],
    ['a feed’s line has met it', true, `update bank_transactions set posted_as = ${digitsToo}`],
    ['a feed has told it without digits', false, `update bank_transactions set posted_as = '[]'`],
    [
      'a second feed has told it',
      true,
      `insert into bank_transaction_numbers
       select bank_account_id, 'k' || id, 'k', id, 'service:b', ${digitsToo} from bank_transactions
       where import_id is not null`,
    ],
    [
      'it is a feed’s that the importer’s file confirmed',
      true,
      `update bank_transactions set source = 'feed', posted_by = 'service:b', posted_as = ${digitsToo}`,
    ],
    [
      'it is a feed’s, whose digits the importer’s file has filled in',
      false,
      `update bank_transactions set source = 'feed', posted_by = 'service:b', posted_as = '[]'`,
    ],
    [
      'it was posted by somebody else',
      true,
      `update bank_transactions set source = 'hand', posted_by = 'cy@x', posted_as = ${digitsToo}`,
    ],
    [
      'others have posted it, and agreed to it, without its digits',
      false,
      `update bank_transactions
       set source = 'hand', posted_by = 'cy@x', posted_as = '[]', agreed_by = 'dan@x'`,
    ],
    [
      'it was posted by the same person',
      false,
      `update bank_transactions set source = 'hand', posted_by = '${ann.name}', posted_as = '{}'`,
    ],
    ['a service token has imported it', false, `update bank_imports set actor = 'service:nightly'`],
  ])('where %s, one is enough: %s', async (_what, isEnough, change) => {
    const one = await anImported(ann, 100_000)
    await rows(change)
    expect(waits(await settle(ann, one))).toBe(!isEnough)
    await rows('delete from bank_transaction_numbers')
  })

  test('a settlement with one such line among others waits', async () => {
    const one = await anImported(ann, 100_000, 100_050)
    const other = await aTransaction(one.account, { amount: 5_000 })
    const body = { bank_transactions: [other, one.line], manual: false, override: false }
    const path = { trade_no: one.tradeNo }
    expect(waits(await ask(context, ann, 'settleCollection', path, body))).toBe(true)
  })

  test('a payout with a debit of the actor’s own file waits, and so does declared money', async () => {
    const { account, shop } = await anImported(ann, 10)
    const debit = { amount: -10_000_000, source: 'hand', postedBy: ann.name } as const
    const path = { trade_no: await aPayout(shop, { amount: 100_000 }) }
    const paid = {
      bank_transactions: [await aTransaction(account, { ...debit, counterpartyLast5: '' })],
      override: ['balance', 'evidence_differs'],
      reason: 'x',
    }
    expect(waits(await ask(context, ann, 'processPayout', path, paid))).toBe(true)
    const payer = { amount: 100_000, counterparty_account: payersLast5 }
    const declared = { trade_no: await aCollection(shop, { ...payer, status: 'succeeded' }) }
    const own = { ...debit, amount: 10_000_000 }
    const accepted = {
      accept: true,
      reason: '',
      override: false,
      bank_transactions: [await aTransaction(account, own)],
    }
    expect(waits(await ask(context, ann, 'confirmCollection', declared, accepted))).toBe(true)
    const told = {
      ...accepted,
      bank_transactions: [await aTransaction(account, { ...own, postedBy: ben.name })],
    }
    expect(waits(await ask(context, ann, 'confirmCollection', declared, told))).toBe(false)
  })

  test('rejecting declared money takes one, whatever the amount', async () => {
    const { shop } = await anImported(ann, 10)
    const path = { trade_no: await aCollection(shop, { amount: 100_000, status: 'succeeded' }) }
    const rejected = { accept: false, reason: 'x', override: false }
    expect((await ask(context, ann, 'confirmCollection', path, rejected)).as).toBe(
      'confirmCollection',
    )
  })
})

describe('a debit that is put aside', () => {
  const ignoring = (by: Identity, id: number, more: object = {}) =>
    ask(context, by, 'ignoreTransaction', { id: `${id}` }, { kind: 'other', reason: 'x', ...more })

  test('waits from the amount on, and counts', async () => {
    const account = await aBankAccount()
    const by = anOperator()
    const [small, large, other] = [
      await aTransaction(account, { amount: -9_999_900 }),
      await aTransaction(account, { amount: -10_000_000 }),
      await aTransaction(account, { amount: -100 }),
    ]
    const asked = await ignoring(by, large)
    expect(waits(asked)).toBe(true)
    expect(await rows('select state from bank_transactions where id = ?', large)).toEqual([
      { state: 'unclaimed' },
    ])
    expect(waits(await ignoring(by, small))).toBe(false)
    expect(waits(await ignoring(by, other))).toBe(true)
    const approved = await approve(context, ben, asked.value.approval_id)
    expect(approved).toMatchObject({ as: 'ignoreTransaction', value: { state: 'ignored' } })
    const journal = `select actor, approved_by from journal where action = 'ignore' and subject = ?`
    expect(await rows(journal, String(large))).toEqual([{ actor: by.name, approved_by: ben.name }])
  })

  test('waits as the counterpart of a deposit too; a deposit alone does not', async () => {
    const account = await aBankAccount()
    const credit = () => aTransaction(account, { amount: 20_000_000 })
    const debit = await aTransaction(account, { amount: -20_000_000 })
    expect(waits(await ignoring(ann, await credit()))).toBe(false)
    const both = { kind: 'own_transfer', counterpart: debit }
    const asked = await ignoring(ann, await credit(), both)
    expect(waits(asked)).toBe(true)
    expect((await approve(context, ben, asked.value.approval_id)).error).toBe('')
    expect(await rows('select state from bank_transactions where id = ?', debit)).toEqual([
      { state: 'ignored' },
    ])
  })

  test('that was put aside already is refused, and does not wait', async () => {
    const account = await aBankAccount()
    const ignored = { state: 'ignored', ignoredAs: 'fee' } as const
    const debit = await aTransaction(account, { amount: -20_000_000, ...ignored })
    expect((await ignoring(ann, debit)).error).toBe('bank_transaction_ignored')
  })
})

describe('a service token in an operator’s role', () => {
  const token = () => ({ name: `service:${anId().toLowerCase()}`, role: 'operator' }) as const

  test('is refused what takes two people, with nothing stored; the rest it does', async () => {
    const shop = await aMerchant()
    const by = token()
    const refused = [
      await ask(context, by, 'rotateSecret', { uid: shop.uid }, { grace_seconds: 60 }),
      await ask(context, by, 'patchMerchant', { uid: shop.uid }, { settings: { trusted: true } }),
      await ask(context, by, 'giveRole', { name: 'dee@x.example' }, { role: 'operator' }),
      await ask(context, by, 'adjustBalance', { uid: shop.uid }, correction(from)),
    ]
    expect(refused.map(({ error }) => error)).toEqual(Array(4).fill('forbidden'))
    expect(await rows('select 1 from approvals where asker = ?', by.name)).toEqual([])
    expect(await rows('select 1 from journal where actor = ?', by.name)).toEqual([])
    const small = await ask(context, by, 'adjustBalance', { uid: shop.uid }, correction(100))
    expect(small.error).toBe('')
  })

  test('gets the approval that the same call waits for', async () => {
    const { uid } = await aMerchant()
    const asked = await ask(context, ann, 'rotateSecret', { uid }, { grace_seconds: 60 })
    const again = await ask(context, token(), 'rotateSecret', { uid }, { grace_seconds: 60 })
    expect(again).toMatchObject({
      error: 'approval_waiting',
      value: { approval_id: asked.value.approval_id },
    })
  })
})

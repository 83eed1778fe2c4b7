import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { rowsOfAnswer, watchedD1 } from '../../support/watched.ts'
import { aContext, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  figuresOf,
  fileOf,
  importFile,
  linesOf,
  post,
  rowsOfStatement,
  withoutBalances,
} from '../support/statements.ts'

// Whatever comes in which order: as many transactions as there was money, and never one more.

const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const

/** Money over three days, at noon, with few amounts so that many are twins; half an hour or no time apart. */
const money = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 2 }),
      step: fc.integer({ min: 0, max: 3 }),
      amount: fc.constantFrom(100, 100, 200, -100),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((all) => all.toSorted((one, other) => one.day - other.day || one.step - other.step))

type Money = { readonly day: number; readonly step: number; readonly amount: number }

/** What comes: a line of the feed, so many seconds late, or the statement of some days. */
type Coming =
  | { readonly kind: 'feed'; readonly index: number; readonly late: number }
  | {
      readonly kind: 'statement'
      readonly from: number
      readonly to: number
      readonly turned: boolean
    }

const comings = money.chain((all) => {
  const indexes = all.map((_, index) => index)
  const feed = fc.subarray(indexes).chain((told) => {
    return fc.tuple(
      ...told.map((index) => {
        return fc.record({
          kind: fc.constant('feed' as const),
          index: fc.constant(index),
          late: fc.integer({ min: -290, max: 290 }),
        })
      }),
    )
  })
  const some = fc.array(
    fc.record({
      kind: fc.constant('statement' as const),
      from: fc.integer({ min: 0, max: 2 }),
      to: fc.integer({ min: 0, max: 2 }),
      turned: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  return fc
    .tuple(feed, some)
    .chain(([told, statements]) => {
      const list: Coming[] = [...told, ...statements]
      return fc.shuffledSubarray(list, { minLength: list.length })
    })
    .map((list) => ({ all, list }))
})

function lineOf({ day, step, amount }: Money, isTimed: boolean): BankLine {
  const minutes = step * 30
  const time = `${String(12 + Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}:00`
  return { at: isTimed ? `${days[day]} ${time}` : `${days[day]}`, amount }
}

function shifted({ at, ...line }: BankLine, late: number): BankLine {
  const moved = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + late * 1000)
  return { ...line, at: moved.toISOString().slice(0, 19).replace('T', ' ') }
}

test.each([
  ['with times', true],
  ['with days alone', false],
])('feeds and statements %s, in any parts and any order', async (_name, isTimed) => {
  await fc.assert(
    fc.asyncProperty(comings, async ({ all, list }) => {
      const account = await anAccountWithFeed()
      const statementRows = rowsOfStatement(all.map((one) => lineOf(one, isTimed)))
      const told = new Set<number>()
      for (const coming of list) {
        if (coming.kind === 'feed') {
          const one = all[coming.index]
          if (one === undefined) continue
          await post(account, shifted(lineOf(one, true), coming.late))
          told.add(coming.index)
          continue
        }
        const [from, to] = [Math.min(coming.from, coming.to), Math.max(coming.from, coming.to)]
        const covered = all.flatMap(({ day }, index) => (day >= from && day <= to ? [index] : []))
        for (const index of covered) told.add(index)
        const part = covered.flatMap((index) => statementRows[index] ?? [])
        if (part.length === 0) continue
        await importFile(account, fileOf(coming.turned ? part.toReversed() : part))
      }
      const lines = await linesOf(account)
      expect(lines.map(({ amount }) => amount / 100).sort()).toEqual(
        [...told].map((index) => all[index]?.amount).sort(),
      )
      const incoming = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
      expect((await figuresOf(account)).received).toBe(incoming)
    }),
    { numRuns: Number(env.STATEMENT_RUNS) },
  )
})

test('an import that is cut off at random is finished by sending the file again', async () => {
  const count = Number(env.STATEMENT_LINES)
  const file = fileOf(rowsOfStatement(manyLines(count)))
  const account = await anAccountWithFeed()
  await post(account, { at: '2026-11-18 00:00:00', amount: 1, externalId: 'first' })
  for (let kill = 0; kill < Number(env.STATEMENT_KILLS); kill += 1) {
    await importFile(account, file, {}, aContext({ db: dyingDatabase(Math.random() * 9) })).catch(
      () => undefined,
    )
  }
  const { imported } = await importFile(account, file)
  expect(imported).toMatchObject({ state: 'done', lines: count, chain: 'whole' })
  const lines = await linesOf(account)
  expect(lines).toHaveLength(count)
  expect(new Set(lines.map((line) => line.line_key)).size).toBe(count)
  expect(lines.filter((line) => line.confirmed_at === null)).toEqual([])
  expect((await figuresOf(account)).received).toBe(count * 100)
  const imports = await rows<{ state: string; new_lines: number; confirmed_lines: number }>(
    'select state, new_lines, confirmed_lines from bank_imports where bank_account_id = ?',
    account,
  )
  const written = imports.reduce((sum, one) => sum + one.new_lines + one.confirmed_lines, 0)
  expect(written).toBe(count)
  // Those that were cut off are finished with it, so that lines of the account are judged again (matching §3).
  expect(imports.filter(({ state }) => state !== 'done')).toEqual([])
  const again = await importFile(account, file)
  expect(again.imported).toMatchObject({ new: 0, confirmed: 0, known: count })
})

test('an import whose answers are lost writes each line once', async () => {
  const account = await anAccountWithFeed()
  const lines = manyLines(1_200)
  const db = forgetfulDatabase(3)
  const { imported } = await importFile(
    account,
    fileOf(rowsOfStatement(lines)),
    {},
    aContext({ db }),
  )
  expect(imported).toMatchObject({ state: 'done', new: 1_200, known: 0 })
  expect(await linesOf(account)).toHaveLength(1_200)
})

test('a feed that posts lines while they are imported makes none twice', async () => {
  const account = await anAccountWithFeed()
  const lines = manyLines(1_600)
  const told = Array.from({ length: 40 }, (_, place) => lines[place * 40] as BankLine)
  const posting = async () => {
    for (const line of told) await post(account, line)
  }
  const [{ imported }] = await Promise.all([
    importFile(account, fileOf(rowsOfStatement(lines))),
    posting(),
  ])
  expect(imported?.state).toBe('done')
  const stored = await linesOf(account)
  expect(stored).toHaveLength(1_600)
  expect(stored.filter((line) => line.external_id !== null)).toHaveLength(40)
  expect((await figuresOf(account)).received).toBe(160_000)
})

test('the fewest lines over the most days go into batches too', async () => {
  const account = await anAccountWithFeed()
  const lines = Array.from({ length: 1_100 }, (_, day) => {
    return { at: new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10), amount: 1 }
  })
  const { imported } = await importFile(account, fileOf(rowsOfStatement(lines)))
  expect(imported).toMatchObject({ state: 'done', new: 1_100, chain: 'whole' })
  const file = fileOf(rowsOfStatement(lines))
  expect((await importFile(account, file)).imported).toMatchObject({ known: 1_100 })
})

test('without balances a file of many twins is as many lines', async () => {
  const { aBankAccount } = await import('../support/banking.ts')
  const account = await aBankAccount({ statementFormat: withoutBalances })
  const file = fileOf(Array.from({ length: 900 }, () => '2026-11-20,,1,,,,'))
  expect((await importFile(account, file)).imported).toMatchObject({ new: 900, chain: 'unknown' })
  expect((await importFile(account, file)).imported).toMatchObject({ new: 0, known: 900 })
  expect(await linesOf(account)).toHaveLength(900)
})

/** So many lines of a dollar, one in ten seconds. */
function manyLines(count: number): BankLine[] {
  const begin = Date.UTC(2026, 10, 18)
  return Array.from({ length: count }, (_, place) => ({
    at: new Date(begin + place * 10_000).toISOString().slice(0, 19).replace('T', ' '),
    amount: 1,
    memo: `line ${place}`,
  }))
}

/** A database that dies in a call, before or after it is made, and stays dead. */
function dyingDatabase(calls: number) {
  let left = calls
  const d1 = watchedD1(env.DB, async (run) => {
    left -= 1
    // A fraction below a half dies before, one above after the call is made.
    if (left < -0.5) throw new Error('killed')
    const answer = await run()
    if (left < 0) throw new Error('killed')
    return answer
  })
  return openMerchantDatabase(d1)
}

/** A database that loses the answer to each nth call that writes. */
function forgetfulDatabase(nth: number) {
  let count = 0
  const d1 = watchedD1(env.DB, async (run) => {
    const answer = await run()
    if (rowsOfAnswer(answer).written === 0) return answer
    count += 1
    if (count % nth === 0) throw new Error('Network connection lost')
    return answer
  })
  return openMerchantDatabase(d1)
}

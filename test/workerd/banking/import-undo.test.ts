import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { goOnUndoingIn } from '../../../src/operations/banking/imports/undo-import.ts'
import { showBankAccount } from '../../../src/operations/banking/manage-bank-account.ts'
import { allContexts } from '../../../src/operations/merchant-contexts.ts'
import { gapsOf } from '../../../src/store/banking/banking-figures.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { pause } from '../../../src/units/time-limit.ts'
import { interruptedD1, rowsOfAnswer, watchedD1 } from '../../support/watched.ts'
import { aTransaction, putOn } from '../support/banking.ts'
import { expectCopied } from '../support/copies.ts'
import { move } from '../support/orders.ts'
import { aCollection, aContext, aMerchant, operator, rows } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  feed,
  figuresOf,
  fileOf,
  importFile,
  linesOf,
  post,
  rowsOfStatement,
  secondFeed,
  statementOf,
  undo,
} from '../support/statements.ts'

const context = aContext()
const count = Number(env.STATEMENT_LINES)

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const

// Few amounts, and no two lines within ten minutes of one another.
const lineOf = (index: number): BankLine => ({
  at: `${days[Math.floor(index / perDay)]} ${String(9 + (index % perDay)).padStart(2, '0')}:00:00`,
  amount: [100, 200, -100][index % 3] ?? 0,
  from: `0081234567${index}`,
  name: '王小明',
})
const perDay = 3
const all = Array.from({ length: days.length * perDay }, (_, index) => lineOf(index))
const statementRows = rowsOfStatement(all)

/** What comes: a line of a feed, a statement of some days whose last may still go on, or an undo. */
type Coming =
  | {
      readonly kind: 'feed'
      readonly index: number
      readonly second: boolean
      readonly plain: boolean
    }
  | {
      readonly kind: 'statement'
      readonly from: number
      readonly to: number
      readonly left: number
    }
  | { readonly kind: 'undo'; readonly which: number; readonly killed: number | null }

type Arrival = Exclude<Coming, { readonly kind: 'undo' }>

const comings = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('feed' as const),
      index: fc.nat({ max: all.length - 1 }),
      second: fc.boolean(),
      plain: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('statement' as const),
      from: fc.nat({ max: 3 }),
      to: fc.nat({ max: 3 }),
      left: fc.constantFrom(0, 0, 1, 2),
    }),
    fc.record({
      kind: fc.constant('undo' as const),
      which: fc.nat({ max: 9 }),
      killed: fc.constantFrom(null, null, 1, 2, 3),
    }),
  ),
  { minLength: 3, maxLength: 14 },
)

/** Which of what came was carried out: by its place, whether it was, and whether it was undone later. */
type Outcome = 'refused' | 'done' | 'undone'

test('imports and undos leave what there would be without the imports that were undone', async () => {
  await fc.assert(
    fc.asyncProperty(comings, async (list) => {
      const account = await anAccountWithFeed()
      const clock = { now: Date.now() }
      const outcomes: Outcome[] = []
      const importAt = new Map<number, number>()
      for (const [place, coming] of list.entries()) {
        clock.now += 1_000
        const by = aContext({ now: () => clock.now })
        outcomes.push('done')
        if (coming.kind === 'undo') {
          const undone = await undoOne(coming, [...importAt], by)
          if (undone !== null) outcomes[undone] = 'undone'
          continue
        }
        const id = await come(account, coming, by)
        if (id === null) outcomes[place] = 'refused'
        else importAt.set(place, id)
      }
      const other = await anAccountWithFeed()
      const placeOf = new Map<number, number>()
      // A statement that rested on an undone one is refused until another tells what it rests on: then it comes again.
      let waiting: [number, Arrival][] = []
      for (const [place, coming] of list.entries()) {
        if (coming.kind === 'undo' || outcomes[place] !== 'done') continue
        waiting.push([place, coming])
        for (let isNew = true; isNew && waiting.length > 0; ) {
          const left: typeof waiting = []
          for (const [at, one] of waiting) {
            clock.now += 1_000
            const id = await come(other, one, aContext({ now: () => clock.now }))
            if (id === null) left.push([at, one])
            else placeOf.set(id, at)
          }
          isNew = left.length < waiting.length
          waiting = left
        }
      }
      expect(waiting).toEqual([])
      for (const [place, id] of importAt) placeOf.set(id, place)
      expect(await stateOf(account, placeOf)).toEqual(await stateOf(other, placeOf))
    }),
    { numRuns: Number(env.STATEMENT_RUNS) },
  )
})

/** Carries out what came; the id of its import, 0 for a line, null where it was refused. */
async function come(
  account: number,
  coming: Arrival,
  by: ReturnType<typeof aContext>,
): Promise<number | null> {
  if (coming.kind === 'feed') {
    const { at, amount, from = '' } = lineOf(coming.index)
    const said = coming.plain ? { at, amount } : { at, amount, from }
    const teller = coming.second ? secondFeed : feed
    const externalId = `${coming.second ? 'S' : 'F'}${coming.index}`
    return (await settled(post(account, { ...said, externalId, teller }, by))) === null ? null : 0
  }
  const [from, to] = [Math.min(coming.from, coming.to), Math.max(coming.from, coming.to)]
  const part = statementRows.slice(from * perDay, (to + 1) * perDay - coming.left)
  const answered = await settled(importFile(account, fileOf(part), {}, by))
  return answered?.imported?.id ?? null
}

async function settled<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Undoes one of these imports, killed after so many batches and then called again; its place, null if refused. */
async function undoOne(
  { which, killed }: Extract<Coming, { readonly kind: 'undo' }>,
  imports: readonly (readonly [number, number])[],
  by: ReturnType<typeof aContext>,
): Promise<number | null> {
  const [place, id] = imports[which % Math.max(1, imports.length)] ?? [0, null]
  if (id === null) return null
  if (killed !== null) {
    const dying = aContext({ db: dyingDatabase(killed), now: by.now, log: () => undefined })
    await undo(id, dying).catch(() => undefined)
  }
  const answered = await settled(undo(id, by))
  if (answered === null) return null
  expect(answered.undone.state).toBe('undone')
  return place
}

// Of a line that a feed and a statement tell, who told it first is not the undone import's alone to say.
/** What is known of an account, with the imports by their places. */
async function stateOf(account: number, placeOf: ReadonlyMap<number, number>) {
  const lines = await rows<{ import_id: number | null; confirmed: number }>(
    `select booked_at, amount, balance_after, counterparty_account, counterparty_last5, counterparty_name,
       external_id, line_key, confirmed_at is not null as confirmed, import_id, state,
       iif(external_id is null, posted_by, '') as posted_by
     from bank_transactions where bank_account_id = ? order by booked_at, amount, external_id`,
    account,
  )
  return {
    lines: lines.map(({ import_id, ...line }) => ({ ...line, by: placeOf.get(import_id ?? -1) })),
    days: await rows(
      'select day, opening, closing, gap from bank_statement_days where bank_account_id = ? order by day',
      account,
    ),
    figures: await figuresOf(account),
  }
}

const three = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day, place) => ({
  at: `${day} 09:00:00`,
  amount: 100 * (place + 1),
  from: '00812345678',
}))
const partOf = (from: number, to: number) => fileOf(rowsOfStatement(three).slice(from, to))

async function anImport(account: number, file: string): Promise<number> {
  return idOf(await importFile(account, file))
}

const idOf = ({ imported }: Awaited<ReturnType<typeof importFile>>) => imported?.id ?? 0

test('days between are a gap again, and the same file can be imported again', async () => {
  const account = await anAccountWithFeed()
  const ids = [partOf(0, 1), partOf(1, 2), partOf(2, 3)].map(
    (file) => () => anImport(account, file),
  )
  const [first, middle, last] = ids
  await first?.()
  const id = (await middle?.()) ?? 0
  await last?.()
  expect(await gapsOf(context.db, [account])).toEqual(new Map())
  const { answer, undone } = await undo(id)
  expect([answer.state, undone.state]).toEqual(['undoing', 'undone'])
  const day = Date.parse('2026-11-19') / 86_400_000
  expect((await gapsOf(context.db, [account])).get(account)).toEqual([{ from: day, to: day }])
  expect((await linesOf(account)).map(({ amount }) => amount)).toEqual([10_000, 30_000])
  expect((await undo(id)).answer.state).toBe('undone')
  expect((await importFile(account, partOf(1, 2))).imported).toMatchObject({
    new: 1,
    chain: 'whole',
  })
  const written = await rows<{ action: string; subject_kind: string }>(
    `select action, subject_kind from journal
     where (subject_kind = 'bank_account' and subject = ?) or (subject_kind = 'bank_import' and subject = ?)
     order by id`,
    String(account),
    String(id),
  )
  expect(written.map(({ action }) => action)).toEqual([
    'statements',
    'statements',
    'statements',
    'undo',
    'statements',
  ])
  await expectCopied(context, [env.DB])
})

test('money that passes to another import counts as what its importer brought in', async () => {
  const account = await anAccountWithFeed()
  const [last] = three.slice(2)
  if (last === undefined) throw new Error('no line')
  await post(account, last)
  const first = await anImport(account, partOf(0, 3))
  const second = await anImport(account, partOf(0, 3))
  const sumOf = (id: number) => rows('select new_in from bank_imports where id = ?', id)
  expect([await sumOf(first), await sumOf(second)]).toEqual([[{ new_in: 30_000 }], [{ new_in: 0 }]])
  // Cut off after its beginning, and after the step that hands the lines over.
  for (const killed of [0, 1]) {
    const dying = aContext({ db: dyingDatabase(killed), log: () => undefined })
    await undo(first, dying).catch(() => undefined)
  }
  await undo(first)
  // The matcher adds up one person's imports (matching §3, one_person); the last line is a feed's word.
  expect(await sumOf(second)).toEqual([{ new_in: 30_000 }])
})

test('lines that an undo deletes while their file comes again are new money of that import', async () => {
  const account = await anAccountWithFeed()
  const first = await anImport(account, partOf(0, 3))
  let work: ReturnType<typeof undo> | null = null
  // When its own lines are written, those that the file was compared with are gone.
  const d1 = interruptedD1(env.DB, /into bank_import_days/, () => (work ??= undo(first)))
  const by = aContext({ db: openMerchantDatabase(d1) })
  const { imported } = await importFile(account, partOf(0, 3), {}, by)
  expect(imported).toMatchObject({ state: 'done', new: 3 })
  expect(await rows('select new_in from bank_imports where id = ?', imported?.id)).toEqual([
    { new_in: 60_000 },
  ])
})

test('an import that was cut off is unfinished again without the imports that have its days whole', async () => {
  const account = await anAccountWithFeed()
  const cut = await anImport(account, partOf(0, 1))
  // As if it had been cut off before its second day.
  await rows(
    `update bank_imports set state = 'running', lines = 2, to_day = to_day + 1 where id = ?`,
    cut,
  )
  const states = () => rows('select state from bank_imports where id = ?', cut)
  const whole = [await anImport(account, partOf(0, 3)), await anImport(account, partOf(0, 2))]
  expect(await states()).toEqual([{ state: 'done' }])
  await undo(whole[0] ?? 0)
  expect(await states()).toEqual([{ state: 'done' }])
  await undo(whole[1] ?? 0)
  expect(await states()).toEqual([{ state: 'incomplete' }])
})

test('a copy forgets lines that were taken back, also where they were copied before', async () => {
  const account = await anAccountWithFeed()
  const id = await anImport(account, statementOf(three))
  await expectCopied(context, [env.DB])
  await undo(id)
  await expectCopied(context, [env.DB])
  await anImport(account, statementOf(three))
  await expectCopied(context, [env.DB])
})

test('an import of which a line is claimed, ignored or met is in use; a line that a feed posted before is not its own', async () => {
  const account = await anAccountWithFeed()
  await post(account, { at: three[0]?.at ?? '', amount: 100 })
  const id = await anImport(account, statementOf(three))
  const [told, own, met] = await linesOf(account)
  const order = await aCollection(await aMerchant())
  await rows(
    `update bank_transactions set state = 'claimed', order_id = ?, claimed_at = confirmed_at - 1 where id = ?`,
    order.id,
    told?.id,
  )
  const refusedFor = (...ids: unknown[]) =>
    expect(undo(id)).rejects.toMatchObject({
      code: 'import_in_use',
      details: { bank_transactions: ids },
    })
  await rows(`update bank_transactions set state = 'ignored' where id = ?`, own?.id)
  await post(account, { at: three[2]?.at ?? '', amount: 300 })
  await refusedFor(own?.id, met?.id)
  await rows(`update bank_transactions set state = 'unclaimed' where id = ?`, own?.id)
  await refusedFor(met?.id)
  await rows(
    `update bank_transactions set external_id = null, external_key = null, posted_as = null where id = ?`,
    met?.id,
  )
  await rows('delete from bank_transaction_numbers where transaction_id = ?', met?.id)
  // Its payer's last five digits are the import's word, and it is claimed by them since.
  await rows('update bank_transactions set claimed_at = confirmed_at where id = ?', told?.id)
  await refusedFor(told?.id)
  await rows('update bank_transactions set claimed_at = confirmed_at - 1 where id = ?', told?.id)
  expect((await undo(id)).undone.state).toBe('undone')
  expect(await linesOf(account)).toMatchObject([
    { id: told?.id, state: 'claimed', confirmed_at: null, counterparty_last5: '', line_key: null },
  ])
})

test('while an import is taken back nobody claims, ignores or meets a line that it alone has reported', async () => {
  const account = await anAccountWithFeed()
  const file = statementOf(three)
  const id = await anImport(account, file)
  const [line] = await linesOf(account)
  const dying = aContext({ db: dyingDatabase(0), log: () => undefined })
  await undo(id, dying).catch(() => undefined)
  await rows(`update bank_imports set undo = 'undoing' where id = ?`, id)
  const { tradeNo } = await aCollection(await aMerchant(), { amount: 100 })
  await putOn(tradeNo, account)
  await expect(move.settle(tradeNo, { bankTransactions: [line?.id ?? 0] })).rejects.toMatchObject({
    code: 'validation_error',
  })
  await post(account, { at: three[0]?.at ?? '', amount: 100 })
  expect(await linesOf(account)).toHaveLength(4)
  // The same file meanwhile is a word of its own: what is left of the first import is its.
  await anImport(account, file)
  // The minute's job goes on with what was cut off.
  const later = aContext({ now: () => Date.now() + 120_000 })
  const [home] = allContexts(later)
  expect(home && (await goOnUndoingIn(home))).toBe(1)
  const stored = await linesOf(account)
  expect([stored.length, stored.filter((one) => one.confirmed_at === null).length]).toEqual([4, 1])
  expect(
    (await rows(`select 1 from bank_imports where undo = 'undone' and id = ?`, id)).length,
  ).toBe(1)
})

test('two undos at once are one, and one beside an import leaves the lines of that import', async () => {
  const account = await anAccountWithFeed()
  const id = await anImport(account, statementOf(three))
  const both = await Promise.allSettled([undo(id), undo(id)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await linesOf(account)).toEqual([])
  expect((await figuresOf(account)).received).toBe(0)
  const written = await rows(
    `select 1 from journal where action = 'undo' and subject = ?`,
    String(id),
  )
  expect(written).toHaveLength(1)
  const again = await anImport(account, statementOf(three))
  await Promise.all([undo(again), importFile(account, statementOf(three))])
  const { length } = await linesOf(account)
  const stored = await rows(
    'select day from bank_statement_days where bank_account_id = ?',
    account,
  )
  expect([length, stored.length]).toEqual([3, 3])
  expect((await figuresOf(account)).received).toBe(60_000)
})

test('of two imports of one second the earlier keeps its lines when the later, written first, is undone', async () => {
  const account = await anAccountWithFeed()
  const began = Date.now()
  const within = { now: () => Math.ceil(began / 1_000) * 1_000 + Date.now() - began }
  const later: Promise<number>[] = []
  const db = openMerchantDatabase(
    interruptedD1(env.DB, /insert into bank_transactions/, async () => {
      if (later.length > 0) return
      later.push(importFile(account, partOf(0, 3), {}, aContext(within)).then(idOf))
      await later[0]
    }),
  )
  const earlier = idOf(await importFile(account, partOf(0, 3), {}, aContext({ ...within, db })))
  const id = (await later[0]) ?? 0
  expect(id).toBeGreaterThan(earlier)
  await undo(id)
  expect(await linesOf(account)).toMatchObject(three.map(() => ({ import_id: earlier })))
})

test('what came in today is counted, and no more once its import is taken back', async () => {
  const account = await anAccountWithFeed()
  const now = Math.floor(Date.now() / 1_000)
  const [at, before] = [secondsToTaipei(now), secondsToTaipei(now - 86_400)]
  const receivedAt = async (by = context) =>
    (await showBankAccount(by, operator, account)).received_today
  await post(account, { at, amount: 5, externalId: 'X-1' })
  await post(account, { at, amount: -5, externalId: 'X-2' })
  await post(account, { at: before, amount: 6, externalId: 'X-3' })
  expect(await receivedAt()).toBe(5)
  const id = await anImport(
    account,
    statementOf([
      { at: before, amount: 9 },
      { at, amount: 7 },
    ]),
  )
  expect(await receivedAt()).toBe(12)
  await undo(id)
  expect(await receivedAt()).toBe(5)
  expect(await receivedAt(aContext({ now: () => Date.now() + 86_400_000 }))).toBe(0)
})

test('an import of many lines is taken back in short batches, and payments beside it wait for one at most', async () => {
  const account = await anAccountWithFeed()
  const begin = Date.UTC(2026, 10, 18)
  const many = Array.from({ length: count }, (_, place) => ({
    at: new Date(begin + place * 10_000).toISOString().slice(0, 19).replace('T', ' '),
    amount: 1,
  }))
  const id = await anImport(account, statementOf(many))
  const before = (await figuresOf(account)).received
  const [claimed] = await linesOf(account)
  await rows(`update bank_transactions set state = 'ignored' where id = ?`, claimed?.id)
  await expect(undo(id)).rejects.toMatchObject({ code: 'import_in_use' })
  await rows(`update bank_transactions set state = 'unclaimed' where id = ?`, claimed?.id)
  const kept = await aTransaction(account, { amount: 700, bookedAt: begin / 1_000 })
  const shop = await aMerchant()
  const orders: string[] = []
  for (let n = 0; n < 20 + count / 100; n += 1) orders.push((await aCollection(shop)).tradeNo)
  const longest = { ms: 0 }
  let isOver = false
  const undoing = undo(id, aContext({ db: timed(longest) })).finally(() => {
    isOver = true
  })
  const waits: number[] = []
  for (const tradeNo of orders) {
    if (isOver) break
    const started = performance.now()
    await move.settle(tradeNo)
    waits.push(performance.now() - started)
    await pause(5)
  }
  const { undone } = await undoing
  console.log(
    `${count} lines taken back; the longest batch ${longest.ms.toFixed(0)} ms; ` +
      `${waits.length} payments beside it, the slowest ${Math.max(...waits).toFixed(0)} ms`,
  )
  expect(undone).toMatchObject({ state: 'undone', new: count })
  expect((await linesOf(account)).map((line) => line.id)).toEqual([kept])
  expect([before, (await figuresOf(account)).received]).toEqual([count * 100, 700])
  expect(waits.length).toBeGreaterThan(0)
})

/** The database, which notes how long its longest call takes. */
function timed(longest: { ms: number }) {
  const d1 = watchedD1(env.DB, async (run) => {
    const started = performance.now()
    const answer = await run()
    longest.ms = Math.max(longest.ms, performance.now() - started)
    return answer
  })
  return openMerchantDatabase(d1)
}

/** A database that dies after so many calls that write. */
function dyingDatabase(calls: number) {
  let left = calls
  const d1 = watchedD1(env.DB, async (run) => {
    if (left < 0) throw new Error('killed')
    const answer = await run()
    if (rowsOfAnswer(answer).written > 0) left -= 1
    return answer
  })
  return openMerchantDatabase(d1)
}

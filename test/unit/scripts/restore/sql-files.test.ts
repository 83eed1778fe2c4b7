import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { migrationNames } from '../../../../scripts/local/database.ts'
import { checks } from '../../../../scripts/restore/checks.ts'
import { literal, writeSqlFiles } from '../../../../scripts/restore/sql-files.ts'
import type { StagedRow } from '../../../../scripts/restore/staging.ts'
import { copiedTables } from '../../../../src/store/copies/copied-tables.ts'
import { readProject } from '../../../support/project-files.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 30 })

test('a table is written after those that it refers to', async () => {
  const db = new DatabaseSync(':memory:')
  for (const file of await migrationNames()) db.exec(readProject(`migrations/${file}`))
  const parents = db.prepare('select "table" as name from pragma_foreign_key_list(?)')
  for (const [place, table] of copiedTables.entries()) {
    const names = parents.all(table).map(({ name }) => String(name))
    expect(copiedTables.slice(0, place), table).toEqual(expect.arrayContaining(names))
  }
})

test('a value of any kind comes through as it was, on one line', () => {
  const db = new DatabaseSync(':memory:')
  const value = fc.oneof(
    anyText,
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.constant("'; \n\0é漢😀"),
  )
  fc.assert(
    fc.property(value, (one) => {
      const sql = literal(one)
      expect(sql).not.toMatch(/[\n\r\0;]/)
      expect(db.prepare(`select ${sql} as value`).get()?.value).toBe(one)
    }),
    { numRuns: 500 },
  )
})

test('rows of any length are written in statements of less than 100,000 bytes', async () => {
  const long = fc.tuple(
    fc.constantFrom('x', '漢', "'", ';', '😀'),
    fc.integer({ min: 1, max: 70_000 }),
  )
  const text = fc.oneof(
    anyText,
    long.map(([one, times]) => one.repeat(times)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }),
      async (texts) => {
        const rows = texts.map(([name, role], place) => [`${place} ${name}`, role] as const)
        const columns = ['name', 'role']
        const { statements, tables } = written({
          people: rows.map((values) => ({ columns, values })),
        })
        for (const statement of statements) {
          expect(Buffer.byteLength(statement)).toBeLessThan(100_000)
        }
        const db = new DatabaseSync(':memory:')
        db.exec('create table people (name text, role text)')
        for (const statement of statements) db.exec(statement)
        const found = db.prepare('select name, role from people').all()
        expect(found.map(({ name, role }) => [name, role])).toEqual(rows)
        expect(db.prepare('select name from sqlite_master').all()).toHaveLength(1)
        const people = tables.find(({ table }) => table === 'people')
        expect(people).toEqual({ table: 'people', rows: rows.length, columns: new Set(columns) })
      },
    ),
    { numRuns: 40 },
  )
})

test('a slot is that of the order that waits in it, since its last match or its digits', () => {
  const order = (id: number, last5: string, slot: number, status = 'pending') => ({
    columns: [
      'id',
      'last5',
      'amount',
      'bank_account_id',
      'account_since',
      'waits_in_slot',
      'status',
    ],
    values: [id, last5, 100, 7, 50_000, slot, status],
  })
  const event = (id: number, name: string, actor: string, at: number) => ({
    columns: ['order_id', 'name', 'actor', 'at'],
    values: [id, name, actor, at],
  })
  const rows = {
    collections: [
      order(1, '11111', 1),
      order(2, '22222', 1),
      order(3, '33333', 1),
      order(4, '44444', 0),
      order(5, '55555', 1, 'succeeded'),
    ],
    events: [
      event(1, 'matched', 'ann', 50),
      event(1, 'exception', 'ann', 60),
      event(1, 'matched', 'ann', 70),
      event(2, 'matched', 'ann', 50),
      event(2, 'digits_given', 'member', 80),
      event(2, 'taken', 'ann', 90),
    ],
  }
  const db = new DatabaseSync(':memory:')
  db.exec(`create table collections (id, last5, amount, bank_account_id, account_since, waits_in_slot, status);
    create table events (order_id, name, actor, at);
    create table slots (last5, amount, bank_account_id, order_id, taken_at)`)
  for (const statement of written(rows).statements) db.exec(statement)
  expect(db.prepare('select order_id, last5, taken_at from slots').all()).toEqual([
    { order_id: 1, last5: '11111', taken_at: 70_999 },
    { order_id: 2, last5: '22222', taken_at: 80_999 },
    { order_id: 3, last5: '33333', taken_at: 50_000 },
  ])
})

test('what awaits proof on an account is checked against its orders', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`create table bank_accounts (id, auto_awaiting, auto_unproven);
    create table collections (id, settled_by, proof);
    create table bank_transactions (bank_account_id, amount, order_id, claimed_by);
    insert into bank_accounts values (1, 300, 1), (2, 0, 0);
    insert into collections values
      (1, 'auto', 'awaiting'), (2, 'auto', 'unproven'), (3, 'auto', 'confirmed'), (4, null, 'awaiting');
    insert into bank_transactions values
      (1, 100, 1, 'system:matcher'), (1, 200, 2, 'system:matcher'), (2, 50, 3, 'system:matcher'),
      (2, 50, 4, 'ann')`)
  const { sql = '' } = checks.find(({ name }) => name.includes('amount of proof')) ?? {}
  const wrong = () => db.prepare(sql.replace(/\s+/g, ' ').trim()).get()?.wrong
  expect(wrong()).toBe(0)
  db.exec('update bank_accounts set auto_awaiting = 250 where id = 1')
  expect(wrong()).toBe(1)
  db.exec('update bank_accounts set auto_unproven = 1 where id = 2')
  expect(wrong()).toBe(2)
})

function written(rows: Readonly<Record<string, readonly StagedRow[]>>) {
  const directory = mkdtempSync(join(tmpdir(), 'sql-files-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const staged = { tables: () => Object.keys(rows), rowsOf: (table: string) => rows[table] ?? [] }
  const { paths, tables } = writeSqlFiles(staged, directory)
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('')
  return { statements: text.split('\n').filter((line) => line !== ''), tables }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { migrationNames } from '../../../../scripts/local/database.ts'
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
        const { statements, tables } = written(rows.map((values) => ({ columns, values })))
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

function written(rows: readonly StagedRow[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sql-files-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const rowsOf = (table: string) => (table === 'people' ? rows : [])
  const { paths, tables } = writeSqlFiles({ tables: () => ['people'], rowsOf }, directory)
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('')
  return { statements: text.split('\n').filter((line) => line !== ''), tables }
}

import { expect, test, vi } from 'vitest'
import { insertText, sqlText } from '../../../src/store/sql-text.ts'

test('each name of a value has one number in a statement', () => {
  const statement = sqlText<{ now: number; until: number; unused?: string }>(`
    update t set a = :until where b < :now and c > :until
  `)
  expect(statement({ now: 1, until: 2, unused: 'x' }).toSQL()).toEqual({
    sql: 'update t set a = ?1 where b < ?2 and c > ?1',
    params: [2, 1],
  })
})

test('a colon within quotes names no value', () => {
  const text = `select strftime('%H:%M', :at) where key = 'merchant:uid' || :at`
  const sql = `select strftime('%H:%M', ?1) where key = 'merchant:uid' || ?1`
  expect(sqlText<{ at: number }>(text)({ at: 1 }).toSQL()).toEqual({ sql, params: [1] })
  expect(insertText<{ at: number }>(text)({ at: 1 }).toSQL()).toEqual({ sql, params: [1] })
})

test('an insert writes null, empty texts and 0 into its text, and sends the rest', () => {
  const insert = insertText('insert into t values (:id, :id, :name, :paid_at, :sum, :flag)')
  const empty = { id: 7, name: '', paid_at: null, sum: 0, flag: false }
  const statement = { sql: "insert into t values (?1, ?1, '', null, 0, ?2)", params: [7, false] }
  expect(insert(empty).toSQL()).toEqual(statement)
  expect(insert(empty).toSQL()).toEqual(statement)
  expect(insert({ id: 0, name: "'0'", paid_at: 1, sum: 2, flag: true }).toSQL()).toEqual({
    sql: 'insert into t values (0, 0, ?1, ?2, ?3, ?4)',
    params: ["'0'", 1, 2, true],
  })
})

test('an insert of more variants than are kept stays right, and keeps the newest', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const insert = insertText(`insert into t values (${names.map((name) => `:${name}`).join()})`)
  for (const round of [1, 2]) {
    for (let bits = 0; bits < 128; bits += 1) {
      const entries = names.map((name, at) => [name, (bits >> at) & 1 ? round : 0] as const)
      const { sql, params } = insert(Object.fromEntries(entries)).toSQL()
      const sent = entries.map(([, value]) => value)
      const marks = sql.slice('insert into t values ('.length, -1).split(',')
      const stored = marks.map((mark) => (mark === '0' ? 0 : params[Number(mark.slice(1)) - 1]))
      expect(stored).toEqual(sent)
    }
  }
  const written = vi.spyOn(String.prototype, 'replace')
  insert(Object.fromEntries(names.map((name) => [name, 1])))
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})

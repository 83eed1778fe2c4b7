import { expect, test } from 'vitest'
import { sqlText } from '../../../src/store/sql-text.ts'

test('each name of a value has one number in a statement', () => {
  const statement = sqlText<{ now: number; until: number; unused?: string }>(`
    update t set a = :until where b < :now and c > :until
  `)
  expect(statement({ now: 1, until: 2, unused: 'x' }).toSQL()).toEqual({
    sql: 'update t set a = ?1 where b < ?2 and c > ?1',
    params: [2, 1],
  })
})

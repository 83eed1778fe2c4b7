import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseFailure } from '../../../src/store/database-failures.ts'
import { d1Error, d1Errors } from '../../support/failing-database.ts'

test.each(d1Errors)('D1’s “%s” is %s, also behind a query of Drizzle', (message, failure) => {
  const error = d1Error(message)
  expect(databaseFailure(error)).toBe(failure)
  expect(databaseFailure(new DrizzleQueryError('select 1', [], error))).toBe(failure)
})

test('neither a broken constraint nor a mistake of ours is a failure of the database', () => {
  for (const message of [
    'UNIQUE constraint failed: events.order_id, events.seq: SQLITE_CONSTRAINT',
    'no such table: orders: SQLITE_ERROR',
  ]) {
    expect(databaseFailure(d1Error(message))).toBeNull()
  }
  expect(databaseFailure(new TypeError('undefined is not a function'))).toBeNull()
})

test('what a caller has sent is not taken for the words of the database', () => {
  const cause = d1Error('no such column: colour: SQLITE_ERROR')
  const sent = new DrizzleQueryError('select ?', ['Network connection lost'], cause)
  expect(sent.message).toContain('Network connection lost')
  expect(databaseFailure(sent)).toBeNull()
})

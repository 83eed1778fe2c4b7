import { expect, test } from 'vitest'
import { isPlaceholder, textWithId } from '../../../../scripts/provision/ids-in-file.ts'
import { readProject } from '../../../support/project-files.ts'

const bound = { env: 'staging', table: 'd1_databases', binding: 'DB', id: 'new' } as const

test('an id is written to the binding of the environment and nowhere else', () => {
  const text = readProject('wrangler.toml')
  const changed = textWithId(text, bound)
  const lines = changed.split('\n')
  const at = text.split('\n').flatMap((line, n) => (line === lines[n] ? [] : [n]))
  expect(at.length).toBe(1)
  const before = lines.slice(0, at[0]).reverse()
  expect(before.find((line) => line.startsWith('['))).toBe('[[env.staging.d1_databases]]')
  expect(lines[at[0] ?? 0]).toBe('database_id = "new"')
})

test.each([
  [
    'another order and spacing',
    "[[ env.staging . d1_databases ]] # ours\n database_id='old' # kept\nbinding='DB'\n",
  ],
  [
    'another end of line',
    '[[env.staging.d1_databases]]\r\nbinding = "DB"\r\ndatabase_id = "old"\r\n',
  ],
  [
    'another binding before',
    '[[env.staging.d1_databases]]\nbinding = "DB_1"\ndatabase_id = "x"\n[[env.staging.d1_databases]]\nbinding = "DB"\ndatabase_id = "old"\n',
  ],
  [
    'another environment before',
    '[[env.production.d1_databases]]\nbinding = "DB"\ndatabase_id = "x"\n[[env.staging.d1_databases]]\nbinding = "DB"\ndatabase_id = "old"',
  ],
])('with %s, all but the id stays', (_, text) => {
  expect(textWithId(text, bound)).toBe(text.replace(/(["'])old\1/, '"new"'))
})

test('a missing line is added', () => {
  const text = '[[env.staging.d1_databases]]\r\nbinding = "DB"\r\n'
  expect(textWithId(text, bound)).toBe(
    '[[env.staging.d1_databases]]\r\ndatabase_id = "new"\r\nbinding = "DB"\r\n',
  )
})

test('a text without the binding stays', () => {
  const text = '[[env.staging.d1_databases]]\nbinding = "DB_1"\ndatabase_id = "old"\n'
  expect(textWithId(text, bound)).toBe(text)
})

test('zeros, nothing and no line stand for no id', () => {
  expect([undefined, '', '00000000-0000', '0000'].map(isPlaceholder)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isPlaceholder('00000000-0000-4000')).toBe(false)
})

import { expect, test } from 'vitest'
import { statedId, textWithId } from '../../../../scripts/provision/ids-in-file.ts'
import { outputOf } from '../../../../scripts/provision/wrangler.ts'

const bound = { env: 'staging', table: 'd1_databases', binding: 'DB', id: 'new' } as const
const table = '[[env.staging.d1_databases]]'

test.each([
  ['another spacing', `${table} # ours\ndatabase_id='old' # kept\nbinding='DB'\n`],
  ['another end of line', `${table}\r\nbinding = "DB"\r\ndatabase_id = "old"\r\n`],
  [
    'another binding before',
    `${table}\nbinding = "DB_1"\ndatabase_id = "x"\n${table}\nbinding = "DB"\ndatabase_id = "old"\n`,
  ],
  [
    'another environment before',
    `[[env.production.d1_databases]]\nbinding = "DB"\ndatabase_id = "x"\n${table}\nbinding = "DB"\ndatabase_id = "old"`,
  ],
])('with %s, all but the id stays', (_, text) => {
  const old = /database_id\s*=\s*(["'])old\1/
  expect(textWithId(text, bound)).toBe(text.replace(old, 'database_id = "new"'))
})

test('a missing line is added; a text without the binding stays', () => {
  expect(textWithId(`${table}\nbinding = "DB"\n`, bound)).toBe(
    `${table}\ndatabase_id = "new"\nbinding = "DB"\n`,
  )
  const other = `${table}\nbinding = "DB_1"\ndatabase_id = "old"\n`
  expect(textWithId(other, bound)).toBe(other)
})

test('zeros, nothing and no line stand for no id', () => {
  expect([undefined, '', '00000000-0000', '0000'].map(statedId)).toEqual([null, null, null, null])
  expect(statedId('00000000-0000-4000')).toBe('00000000-0000-4000')
})

test('what wrangler said is shown without colours, keys, log files and requests for bug reports', () => {
  const stderr =
    '\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1mA request failed.\u001b[0m\n\n' +
    `  Queue name is already taken [code: 11009], ${btoa('0'.repeat(32))}\n  \n` +
    '  If you think this is a bug, please open an issue at: …\n\n\n🪵  Logs were written to "/home/x.log"\n'
  expect(outputOf({ code: 1, stdout: 'Creating\n\n', stderr })).toBe(
    'A request failed.\nQueue name is already taken [code: 11009], …',
  )
  expect(outputOf({ code: 1, stdout: 'Not there\n', stderr: '' })).toBe('Not there')
  expect(outputOf({ code: 7, stdout: '', stderr: '' })).toBe('no output; it ended with 7')
})

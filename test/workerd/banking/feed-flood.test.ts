import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { linesOfDayMax } from '../../../src/rules/banking/posted-line.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { rows } from '../support/service.ts'
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
  seconds,
  statementOf,
} from '../support/statements.ts'

// What a feed posts, however much, keeps no import from its end.

const count = Number(env.FEED_LINES)

test(`of ${count} lines of a feed four fifths are taken, and an import of the same days has each once`, {
  timeout: 3_600_000,
}, async () => {
  const account = await anAccountWithFeed()
  const lines = manyLines(count)
  const taken = Math.min(linesOfDayMax, count * 0.8)
  // The token has posted the rest of what it may before.
  await rows(
    'update bank_accounts set posted_day = ?, posted_lines = ? where id = ?',
    taipeiDay(Math.floor(Date.now() / 1000)),
    JSON.stringify({ [feed.name]: linesOfDayMax - taken }),
    account,
  )
  const refused = new Map<string, number>()
  for (let start = 0; start < count; start += 50) {
    const some = lines.slice(start, start + 50).map((line) => post(account, line))
    for (const one of await Promise.allSettled(some)) {
      if (one.status === 'rejected') {
        refused.set(one.reason.code, (refused.get(one.reason.code) ?? 0) + 1)
      }
    }
  }
  expect([...refused]).toEqual([['too_many_requests', count - taken]])
  expect(await linesOf(account)).toHaveLength(taken)
  const file = fileOf(rowsOfStatement(lines.slice(count - taken)))
  const { imported } = await importFile(account, file)
  expect(imported).toMatchObject({ state: 'done', lines: taken, known: 0, problems: [] })
  const stored = await linesOf(account)
  expect(stored).toHaveLength(count)
  const confirmed = stored.filter((line) => line.confirmed_at !== null)
  expect(new Set(confirmed.map((line) => line.line_key)).size).toBe(taken)
  expect((await figuresOf(account)).received).toBe(
    lines.reduce((sum, { amount }) => sum + amount, 0) * 100,
  )
  expect((await importFile(account, file)).imported).toMatchObject({ new: 0, known: taken })
})

test('100,500 lines that somebody has posted do not end an import of their days', async () => {
  const account = await anAccountWithFeed()
  await rows(
    `insert into bank_transactions (
       id, bank_account_id, booked_at, day_only, amount, external_id, counterparty_account,
       counterparty_last5, counterparty_name, memo, source, state, claimed_by, ignored_reason,
       posted_by, created_at
     )
     with recursive number (n) as (select 1 union all select n + 1 from number where n < 100500)
     select n, ?1, ?2 + n % 80000, 0, 100, 'n' || n, '', '', '', '', 'feed',
       'unclaimed', '', '', 'service:flood', 1
     from number`,
    account,
    seconds('2026-11-18'),
  )
  const lines = [
    { at: '2026-11-18 10:00:00', amount: 1 },
    { at: '2026-11-18 11:00:00', amount: 500, memo: 'x' },
    { at: '2026-11-19 10:00:00', amount: 1 },
  ]
  const { imported } = await importFile(account, statementOf(lines))
  expect(imported).toMatchObject({ state: 'done', lines: 3, new: 2, confirmed: 1 })
  const again = await importFile(account, statementOf(lines))
  expect(again.imported).toMatchObject({ new: 0, confirmed: 0, known: 3 })
})

/** A line in six seconds, every tenth like the one before it; else none is near another of its amount. */
function manyLines(lines: number): BankLine[] {
  const begin = Date.UTC(2026, 10, 18)
  return Array.from({ length: lines }, (_, place) => {
    const alike = place - Number(place % 10 === 9)
    const at = new Date(begin + alike * 6_000).toISOString().slice(0, 19).replace('T', ' ')
    return { at, amount: 1 + (alike % 500) }
  })
}

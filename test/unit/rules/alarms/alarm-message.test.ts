import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alarmNames } from '../../../../src/contract/back-office/states.ts'
import { findAlarms, type WatchReadings } from '../../../../src/rules/alarms/alarm-checks.ts'
import { telegramText, valueText, webhookBody } from '../../../../src/rules/alarms/alarm-message.ts'
import type { AlarmState } from '../../../../src/rules/alarms/alarm-steps.ts'
import { alarmTable } from '../../../../src/rules/alarms/alarm-table.ts'
import { forAll } from '../../../support/property.ts'

const now = Date.UTC(2026, 0, 31, 7, 4, 5) / 1000

const untold = { notice: '', notifiedAt: null } as const

const standing: AlarmState = {
  name: 'callback_backlog',
  subject: 'database:1',
  value: 1_320,
  detail: '',
  trueSince: now - 180,
  falseSince: null,
  since: now - 180,
  raisedAt: now,
  overAt: null,
  notices: { webhook: untold, telegram: untold, escalation: untold },
  notifiedAt: null,
  acknowledgement: null,
}
const over: AlarmState = { ...standing, trueSince: null, falseSince: now, overAt: now + 600 }

test('the webhook is sent JSON with what is wrong, since when, and what to do', () => {
  const { means, remedy } = alarmTable.callback_backlog
  const item = {
    name: 'callback_backlog',
    subject: 'database:1',
    severity: 'page',
    value: 1_320,
    detail: '',
    threshold: 900,
    unit: 'seconds',
    means,
    what_to_do: remedy,
    since: '2026-01-31T07:01:05Z',
    raised_at: '2026-01-31T07:04:05Z',
    runbook: 'docs/runbooks/callback-backlog.md',
  }
  const id = `callback_backlog/database:1/${now}`
  expect(
    webhookBody(
      [
        { state: standing, what: 'raised', notifiedAt: null },
        { state: standing, what: 'reminder', notifiedAt: now + 60 },
        { state: over, what: 'over', notifiedAt: now + 3_660 },
      ],
      now,
    ),
  ).toEqual({
    type: 'alarms',
    timestamp: '2026-01-31T07:04:05Z',
    alarms: [
      { ...item, id: `${id}/raised`, state: 'raised', reminder: false, over_at: null },
      { ...item, id: `${id}/raised/${now + 60}`, state: 'raised', reminder: true, over_at: null },
      {
        ...item,
        id: `${id}/over`,
        state: 'over',
        reminder: false,
        over_at: '2026-01-31T07:14:05Z',
      },
    ],
  })
})

test('what was found is in both messages', () => {
  const detail = 'balance M1 available: 1.00, expected 2.00'
  const news = [{ state: { ...standing, detail }, what: 'raised', notifiedAt: null } as const]
  expect(webhookBody(news, now).alarms[0]).toMatchObject({ detail })
  expect(telegramText(news)).toContain(`\n${detail}\n`)
})

test('Telegram is sent a text in both languages, with times in Taipei', () => {
  const text = telegramText([{ state: standing, what: 'raised', notifiedAt: null }])
  const { means, remedy } = alarmTable.callback_backlog
  for (const part of [means.zh, means.en, remedy.zh, remedy.en]) expect(text).toContain(part)
  expect(text).toContain('目前 22 分鐘（門檻 15 分鐘），自 2026-01-31 15:01:05（台北）起')
  expect(text).toContain('Now 22 min (limit 15 min), since 2026-01-31 15:01:05 in Taipei')
  const reminder = telegramText([{ state: standing, what: 'reminder', notifiedAt: now }])
  expect(reminder).toBe(text.replace('：', '，尚未確認 / not acknowledged yet：'))
  expect(telegramText([{ state: over, what: 'over', notifiedAt: now }])).toBe(
    '✅ 已解除 / over：callback_backlog database:1\n2026-01-31 15:01:05 – 2026-01-31 15:14:05（台北 / Taipei）',
  )
})

test('a message to Telegram is never longer than it takes, and says how many are left out', () => {
  forAll([fc.array(fc.constantFrom(...alarmNames), { minLength: 1, maxLength: 60 })], (names) => {
    const news = names.map((name) => ({
      state: { ...standing, name },
      what: 'raised' as const,
      notifiedAt: null,
    }))
    const text = telegramText(news)
    expect(text.length).toBeLessThanOrEqual(4_096)
    const shown = text.split('docs/runbooks/').length - 1
    const left = /另有 (\d+) 項/.exec(text)?.[1] ?? '0'
    expect(shown + Number(left)).toBe(names.length)
    expect(shown).toBeGreaterThan(0)
  })
})

test.each([
  [59, 'seconds', '59 s'],
  [7_199, 'seconds', '119 min'],
  [86_400, 'seconds', '24 h'],
  [8 * 86_400, 'seconds', '8 days'],
  [12, 'percent', '12%'],
  [6_500_000_000, 'bytes', '6.5 GB'],
  [3, 'count', '3'],
  [1, 'flag', 'yes'],
] as const)('%d %s is %s', (value, unit, text) => {
  expect(valueText(value, unit).en).toBe(text)
})

const well: NonNullable<WatchReadings['databases'][number]> = {
  oldestDueAt: null,
  parked: 0,
  givenUp: 0,
  sweptAt: now - 60,
  oldestUnclaimedAt: null,
  oldestApprovalAt: null,
  archivedAt: null,
  quietAccounts: [],
  accountsWithGaps: [],
  busyFeeds: [],
  doubtedAccounts: [],
  bytes: 1_000,
  isKeyWrong: false,
  bookDifferences: 0,
  bookDetail: '',
  booksUncheckedSince: null,
  failingReceivers: [],
  bytesPerDay: null,
  daysToFull: null,
  copyAge: null,
  scanAge: null,
}
const none = { all: 0, failed: 0 }
const creations = { windows: { 5: none, 30: none, 60: none, 360: none }, recent: 0, before: [] }
const calm: WatchReadings = {
  databases: [well],
  answers: 0,
  serverErrors: 0,
  deadWakeUps: 0,
  deskErrors: 0,
  creations,
  failedJobs: [],
  isWithoutBucket: false,
}
const namesFor = (changes: Partial<typeof well>, others: Partial<WatchReadings> = {}) =>
  findAlarms({ ...calm, databases: [{ ...well, ...changes }], ...others }, now).map(
    ({ name }) => name,
  )

test('each threshold is the first value that is too much', () => {
  expect(namesFor({})).toEqual([])
  expect(namesFor({ oldestDueAt: now - 899 })).toEqual([])
  expect(namesFor({ oldestDueAt: now - 900 })).toEqual(['callback_backlog'])
  expect(namesFor({ sweptAt: now - 299 })).toEqual([])
  expect(namesFor({ sweptAt: now - 300 })).toEqual(['sweep_stopped'])
  expect(namesFor({ sweptAt: null })).toEqual(['sweep_stopped'])
  expect(namesFor({ bytes: 5_999_999_999 })).toEqual([])
  expect(namesFor({ bytes: 6_000_000_000 })).toEqual(['database_filling'])
  const filled = { ...well, bytes: 6_000_000_000 }
  expect(namesFor({}, { databases: [filled, well] })).toEqual([])
  expect(namesFor({}, { databases: [filled, filled] })).toEqual(['database_filling'])
  expect(namesFor({ oldestUnclaimedAt: now - 21_600 })).toEqual(['deposits_unclaimed'])
  expect(namesFor({ oldestApprovalAt: now - 14_400 })).toEqual(['approval_waiting'])
  expect(namesFor({ bookDifferences: 1 })).toEqual(['books_differ'])
  expect(namesFor({ booksUncheckedSince: now - 172_800 })).toEqual(['books_unchecked'])
  expect(namesFor({ booksUncheckedSince: now - 172_799 })).toEqual([])
  expect(namesFor({ archivedAt: now - 172_800 })).toEqual(['archive_failing'])
  expect(namesFor({ archivedAt: now - 172_799 })).toEqual([])
  expect(namesFor({ copyAge: 900 })).toEqual(['copies_late'])
  expect(namesFor({ copyAge: 899 })).toEqual([])
  expect(namesFor({ scanAge: 33 * 86_400 })).toEqual(['copies_unscanned'])
  expect(namesFor({ scanAge: 33 * 86_400 - 1 })).toEqual([])
  const growth = { bytesPerDay: 500_000_000 }
  expect(namesFor({ ...growth, daysToFull: 15 })).toEqual([])
  expect(namesFor({ ...growth, daysToFull: 14 })).toEqual(['database_full_soon'])
  expect(namesFor({}, { failedJobs: [{ name: 'sweep', databases: 1 }] })).toEqual(['job_failing'])
  expect(namesFor({}, { isWithoutBucket: true })).toEqual(['copies_missing'])
  expect(namesFor({ isKeyWrong: true })).toEqual(['wrong_secrets_key'])
})

test('a share of errors counts from five errors and five per cent on', () => {
  expect(namesFor({}, { answers: 4, serverErrors: 4 })).toEqual([])
  expect(namesFor({}, { answers: 101, serverErrors: 5 })).toEqual([])
  expect(namesFor({}, { answers: 100, serverErrors: 5 })).toEqual(['server_errors'])
  // An isolate writes its errors sooner than the others’ answers.
  expect(namesFor({}, { answers: 0, serverErrors: 5 })).toEqual(['server_errors'])
})

test('creations fail too fast by the rate over a long window that a short one confirms', () => {
  const failing = (long: 60 | 360, short: 5 | 30, failed: readonly [number, number]) => {
    const sums = {
      [long]: { all: 1_000, failed: failed[0] },
      [short]: { all: 1_000, failed: failed[1] },
    }
    return namesFor({}, { creations: { ...creations, windows: { ...creations.windows, ...sums } } })
  }
  expect(failing(60, 5, [14, 14])).toEqual(['creations_failing_fast'])
  expect(failing(60, 5, [13, 50])).toEqual([])
  expect(failing(60, 5, [50, 13])).toEqual([])
  expect(failing(360, 30, [6, 6])).toEqual(['creations_failing_slowly'])
  expect(failing(360, 30, [5, 50])).toEqual([])
  expect(failing(360, 30, [50, 5])).toEqual([])
})

test('traffic is gone where five of seven days had ten creations at this time', () => {
  const before = [10, 12, 0, 10, 10, 0, 99]
  expect(namesFor({}, { creations: { ...creations, before } })).toEqual(['traffic_gone'])
  expect(namesFor({}, { creations: { ...creations, before, recent: 1 } })).toEqual([])
  expect(namesFor({}, { creations: { ...creations, before: [9, ...before.slice(1)] } })).toEqual([])
})

test.each([
  [7, 1],
  [5, 1],
  [4, 3],
  [2, 3],
  [1, 7],
  [0, 7],
])('an account that was booked on %d days of a week is silent after %d', (days, after) => {
  const lastAt = (seconds: number) => [{ id: 3, days, lastAt: now - seconds }]
  expect(namesFor({ quietAccounts: lastAt(after * 86_400 - 1) })).toEqual([])
  expect(namesFor({ quietAccounts: lastAt(after * 86_400) })).toEqual(['account_silent'])
})

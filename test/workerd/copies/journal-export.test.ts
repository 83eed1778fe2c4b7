import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { copyJournalDays } from '../../../src/operations/copies/copy-journal-days.ts'
import { firstIdAt } from '../../../src/rules/orders/order-identity.ts'
import { dayToTaipei, taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { aContext, rows } from '../support/service.ts'

// The journal of each day that is over, in the bucket: each row once, and a day whole or not at all.

const today = taipeiDay(Math.floor(Date.now() / 1000))
const hour = 3_600

// Another file, with its clock at another day, may have exported these days to the same bucket.
beforeEach(async () => {
  await rows('delete from journal_exports')
  await rows('delete from journal')
  const { objects } = await env.ARCHIVE.list({ prefix: 'DB/journal/' })
  await env.ARCHIVE.delete(objects.map(({ key }) => key))
})

/** The database's context at that hour of a day. */
function at(day: number, hours: number, archive: R2Bucket | null = env.ARCHIVE) {
  const context = aContext({ now: () => (taipeiDayStart(day) + hours * hour) * 1000, archive })
  return { ...context, databaseNumber: 0 }
}

async function write(day: number, count: number): Promise<void> {
  await rows(
    `with recursive n (n) as (select 0 union all select n + 1 from n where n + 1 < ?2)
     insert into journal (id, at, actor, role, action, subject_kind, subject, reason, request_id, approved_by)
     select ?1 + n * 32, 1, 'ann', 'operator', 'x', 'merchant', 'M' || n, '', '', '' from n`,
    firstIdAt(taipeiDayStart(day)),
    count,
  )
}

async function exported(day: number) {
  const prefix = `DB/journal/${dayToTaipei(day)}/`
  const { objects } = await env.ARCHIVE.list({ prefix })
  const parts = objects.filter(({ key }) => key.endsWith('.gz'))
  const lines: { subject: string }[] = []
  for (const { key } of parts) {
    const bytes = await (await env.ARCHIVE.get(key))?.arrayBuffer()
    const text = gunzipSync(Buffer.from(bytes ?? new ArrayBuffer(0))).toString()
    lines.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  }
  const whole = await (await env.ARCHIVE.get(`${prefix}whole.json`))?.json<object>()
  return { parts: parts.length, subjects: new Set(lines.map(({ subject }) => subject)).size, whole }
}

async function runAt(day: number, hours: number, archive?: R2Bucket | null): Promise<number> {
  return copyJournalDays(at(day, hours, archive))
}

test('the day before is exported an hour after midnight, in parts, and marked whole at its end', async () => {
  await write(today, 6_200)
  expect(await runAt(today, 23)).toBe(0)
  await write(today + 1, 3)
  expect(await runAt(today + 1, 0.5)).toBe(0)
  expect((await exported(today)).parts).toBe(0)
  expect(await runAt(today + 1, 2)).toBe(5_000)
  expect(await exported(today)).toMatchObject({ parts: 5, subjects: 5_000, whole: undefined })
  expect(await runAt(today + 1, 2)).toBe(1_200)
  const day = dayToTaipei(today)
  const whole = { database: 'DB', day, parts: 7, rows: 6_200 }
  expect(await exported(today)).toEqual({ parts: 7, subjects: 6_200, whole })
  expect(await runAt(today + 1, 23)).toBe(0)
  // Days without a row are whole, too, and days without a run are made up for.
  expect(await runAt(today + 4, 2)).toBe(3)
  expect((await exported(today + 1)).whole).toMatchObject({ rows: 3, parts: 1 })
  expect((await exported(today + 3)).whole).toMatchObject({ rows: 0, parts: 0 })
})

test('a part whose note was lost is written again as it was; without a bucket nothing is', async () => {
  await write(today + 10, 1_500)
  expect(await runAt(today + 11, 2, null)).toBe(0)
  const before = at(today + 11, 2)
  await copyJournalDays(before)
  const first = await exported(today + 10)
  await rows('delete from journal_exports')
  await copyJournalDays(before)
  expect(await exported(today + 10)).toEqual(first)
  expect(first).toMatchObject({ parts: 2, subjects: 1_500, whole: { rows: 1_500 } })
})

test('a day that is whole stays as it is when the database is put back to before it', async () => {
  const day = today + 20
  await write(day, 1_500)
  await runAt(day + 1, 2)
  const first = await exported(day)
  expect(first).toMatchObject({ parts: 2, whole: { rows: 1_500 } })
  for (const left of [700, 0]) {
    await rows('delete from journal_exports')
    await rows('delete from journal where id >= ?', firstIdAt(taipeiDayStart(day)) + left * 32)
    expect(await runAt(day + 1, 3)).toBe(0)
    expect(await exported(day)).toEqual(first)
  }
  await write(day + 1, 2)
  expect(await runAt(day + 2, 2)).toBe(2)
})

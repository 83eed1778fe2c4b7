import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { rows } from '../../support/service.ts'
import { aNotified, done } from './desk.ts'

// Each with its values from its name to its version.
const storeAlarms = (...alarms: readonly string[]) =>
  rows(`insert into alarms (name, subject, value, true_since, false_since, since, raised_at, over_at,
          webhook_notice, telegram_notice, notified_at, version)
        values ${alarms.map((values) => `(${values})`).join(', ')}`)

const standing = `'callback_backlog', 'database:0', 9, 1, null, 1, 2, null, '', 'raised', 3, 1`

async function inBoth(sql: string) {
  for (const database of [env.DB, env.DB_SANDBOX]) await database.exec(sql)
}

/** The state of the service: alarms, the overview, books, switches and keys. */
export const serviceAnswers = {
  listAlarms: async () => {
    const over = `'account_silent', 'bank_account:64', 9, null, 1, 1, 2, unixepoch() - 9, '', '', null, 1`
    await storeAlarms(standing, over)
    const { items } = await done('listAlarms')
    expect(items).toMatchObject([{ state: 'standing' }, { state: 'over', subject: { id: 64 } }])
    await rows('delete from alarms')
  },
  acknowledgeAlarm: async () => {
    await storeAlarms(standing)
    const body = { subject: 'database:0', note: '處理中' }
    const { items } = await done('acknowledgeAlarm', { name: 'callback_backlog' }, { body })
    expect(items).toMatchObject([{ acknowledged_by: 'ann@platform.example', note: '處理中' }])
    const { items: listed } = await done('listAlarms')
    expect(listed).toEqual(items)
    await rows('delete from alarms')
  },
  testAlarms: async () => {
    const { channels } = await done('testAlarms')
    expect(channels).toMatchObject([{ state: 'off' }, { state: 'off' }, { state: 'off' }])
  },
  overview: () => aNotified().then(() => done('overview')),
  overviewHours: () => aNotified().then(() => done('overviewHours')),
  showService: async () => {
    const { approvals } = await done('showService')
    expect(approvals).toEqual({ on: true, from: 100_000 })
  },
  checkBooks: async () => {
    await rows('delete from book_passes')
    const { databases } = await done('checkBooks')
    expect(databases[0]).toMatchObject({ pass: { phase: 'orders', finished_at: null } })
    await rows('delete from book_passes')
  },
  showBooks: async () => {
    const pass = `1, 'done', 9, 'null', 1, 3, 8, 7, 1`
    const finding = `'collections', 'C0', 'amount', '1.00', '1.01', 1, 2, null, 1`
    await rows(`insert into book_passes values (${pass})`)
    await rows(`insert into book_findings values (${finding})`)
    const { databases, items } = await done('showBooks')
    expect(databases).toMatchObject([{ answers: true, differences: 1, pass: { orders: 8 } }])
    expect(items).toMatchObject([{ subject: 'C0', expected: '1.00', found: '1.01' }])
    await rows('delete from book_findings')
    await rows('delete from book_passes')
  },
  stopAuto: async () => {
    const stopped = await done('stopAuto', {}, { body: { reason: '查帳' } })
    expect(stopped).toMatchObject({ state: 'stopped', reason: '查帳' })
  },
  startAuto: async () => {
    const asked = await done('startAuto', {}, { body: { reason: '查畢' } })
    expect(asked).toMatchObject({ state: 'waiting' })
    await inBoth("update auto_switch set state = 'running'")
  },
  showAuto: async () => {
    expect(await done('showAuto')).toMatchObject({ state: 'running' })
  },
  switchMaintenance: async () => {
    const { items } = await done('switchMaintenance', {}, { body: { on: true, reason: '還原' } })
    expect(items).toMatchObject([{ on: true, reason: '還原' }, { on: true }])
    await inBoth('delete from maintenance')
  },
  showMaintenance: async () => {
    const { items } = await done('showMaintenance')
    expect(items).toMatchObject([{ database: 0, on: false, since: null }, { database: 15 }])
  },
  showKeys: async () => {
    const { databases } = await done('showKeys')
    const unreadable = expect.any(Number)
    expect(databases).toMatchObject([
      { database: 0, unreadable },
      { database: 15, unreadable },
    ])
  },
}

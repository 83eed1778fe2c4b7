import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { listAlarms } from '../../../src/operations/alarms/list-alarms.ts'
import { testAlarms } from '../../../src/operations/alarms/test-alarms.ts'
import { openPlatformDatabase } from '../../../src/store/database.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import {
  aWatch,
  forgetAlarms,
  telegramToken,
  type Watch,
  webhookSecret,
  webhookUrl,
} from '../support/alarms.ts'
import { aBankAccount } from '../support/banking.ts'
import { watchAll } from '../support/minute.ts'
import { failingDatabase, rows } from '../support/service.ts'

beforeEach(async () => {
  await forgetAlarms()
  await rows('update bank_statement_days set gap = 0')
})

/** 2026-01-31 in Taipei, at that hour and minute. */
function taipei(hour: number, minute = 0): number {
  return Date.UTC(2026, 0, 31, hour - 8, minute)
}

test('both channels get one message, signed, and no secret is in the log', async () => {
  const world = aWatch()
  world.second = 'down'
  await world.minutes(4)
  const [hook, chat, ...more] = world.posted.toSorted((one) => (one.url === webhookUrl ? -1 : 1))
  expect(more).toEqual([])
  const item = { name: 'database_down', subject: 'database:1', state: 'raised', severity: 'page' }
  expect(hook?.body).toMatchObject({ type: 'alarms', alarms: [item] })
  const { 'webhook-id': id, 'webhook-timestamp': at, ...headers } = hook?.headers ?? {}
  const signed = `${id}.${at}.${JSON.stringify(hook?.body)}`
  const hmac = createHmac('sha256', webhookSecret).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${hmac}`)

  expect(chat?.url).toBe(`https://api.telegram.org/bot${telegramToken}/sendMessage`)
  expect(chat?.body).toMatchObject({ chat_id: '-100123' })
  expect(chat?.body.text).toContain('docs/runbooks/database-overloaded.md')
  const lines = JSON.stringify(world.logged)
  expect(lines).toContain('alarms_told')
  for (const secret of [telegramToken, webhookSecret, 'api.telegram.org']) {
    expect(lines).not.toContain(secret)
  }
})

test('of two runs at once one sends the message', async () => {
  const world = aWatch()
  world.second = 'down'
  await world.minutes(2)
  world.answer = async () => {
    await scheduler.wait(30)
    return new Response()
  }
  world.pass(60)
  await Promise.all([1, 2, 3].map(() => watchAll(world.context())))
  expect(world.told()).toMatchObject([{ state: 'raised' }])
  await watchAll(world.context())
  expect(world.told()).toHaveLength(1)
})

test('a run that died keeps the next ones out for ninety seconds, no longer', async () => {
  const world = aWatch()
  world.second = 'down'
  await world.minutes(3)
  expect(world.told()).toHaveLength(1)
  await rows('update alarm_runs set lease_until = ?', world.now() + 90)
  await rows(`update alarms set webhook_notice = ''`)
  await world.minutes(1)
  expect(world.told()).toHaveLength(1)
  await world.minutes(1)
  expect(world.told()).toHaveLength(2)
})

test.each<[string, (url: string) => Response | Promise<Response>]>([
  ['answers 500', () => new Response('no', { status: 500 })],
  [
    'redirects',
    () => new Response(null, { status: 302, headers: { location: 'https://x.example' } }),
  ],
  ['cannot be reached', (url) => Promise.reject(new Error(`no route to ${url}`))],
])(
  'a receiver that %s is tried again each minute, and the other channel is not',
  async (_name, answer) => {
    const world = aWatch()
    world.second = 'down'
    world.answer = (url) => (url === webhookUrl ? answer(url) : new Response())
    await world.minutes(6)
    const [hooks, chats] = [true, false].map((isHook) =>
      world.posted.filter(({ url }) => (url === webhookUrl) === isHook),
    )
    expect(hooks?.length).toBe(4)
    expect(new Set(hooks?.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(chats).toHaveLength(1)
    expect(JSON.stringify(world.logged)).not.toContain(webhookUrl)

    world.answer = () => new Response()
    world.posted.length = 0
    await world.minutes(3)
    expect(world.told()).toMatchObject([{ state: 'raised' }])
  },
)

test('an alarm that came and went while the receiver was down is sent once, as over', async () => {
  const world = aWatch()
  world.second = 'down'
  world.answer = () => new Response(null, { status: 503 })
  await world.minutes(4)
  world.second = 'well'
  await world.minutes(4)
  world.answer = () => new Response()
  world.posted.length = 0
  await world.minutes(3)
  expect(world.told()).toMatchObject([{ name: 'database_down', state: 'over' }])
})

test('in quiet hours notices wait until morning as one message; what wakes somebody does not', async () => {
  const world = aWatch(taipei(22, 50))
  Object.assign(world.settings.alarms, { quietHours: { from: 23 * 60, until: 7 * 60 } })
  await world.minutes(10)
  world.second = 'big'
  await gap()
  await world.minutes(10)
  expect(world.told()).toEqual([])
  world.second = 'down'
  await world.minutes(5)
  expect(world.told()).toMatchObject([{ name: 'database_down', state: 'raised' }])
  world.second = 'big'
  await world.minutes(5)
  expect(world.told().slice(1)).toMatchObject([{ name: 'database_down', state: 'over' }])

  world.posted.length = 0
  // It is 23:20.
  world.pass(456 * 60)
  await world.minutes(1)
  expect(world.told()).toEqual([])
  await world.minutes(4)
  const hooks = world.posted.filter(({ url }) => url === webhookUrl)
  expect(hooks).toHaveLength(1)
  expect(world.told().map(({ name }) => name)).toEqual(['database_filling', 'statement_gap'])
})

test('where no channel is set alarms are raised and logged, and nothing is sent', async () => {
  const world = aWatch()
  Object.assign(world.settings.alarms, { webhookUrl: null, telegramToken: '', telegramChatId: '' })
  world.second = 'down'
  await world.minutes(4)
  expect(world.posted).toEqual([])
  expect(eventsOf(world, 'alarm_raised')).toMatchObject([{ alarm: 'database_down' }])
  expect(eventsOf(world, 'alarms_not_told')).toEqual([])
})

test.each([
  { webhookSecret: '', telegramChatId: '' },
  { webhookSecret: '', telegramToken: 'a token that was mistyped' },
])(
  'a channel whose settings are not whole is sent nothing, and the log says so: %j',
  async (changes) => {
    const world = aWatch()
    Object.assign(world.settings.alarms, changes)
    world.second = 'down'
    await world.minutes(3)
    expect(world.posted).toEqual([])
    expect(eventsOf(world, 'alarms_not_told')).toMatchObject([
      { channel: 'webhook', outcome: 'incomplete', count: 1 },
      { channel: 'telegram', outcome: 'incomplete', count: 1 },
    ])
  },
)

test('the first database’s outage is sent once, by what the isolate remembers, and its end too', async () => {
  const world = aWatch()
  const memory = world.context()
  const down = { ...memory, platformDb: openPlatformDatabase(failingDatabase()) }
  await world.minutes(6, () => down)
  expect(world.told()).toMatchObject([{ subject: 'database:0', state: 'raised' }])
  await world.minutes(4, () => memory)
  expect(world.told().slice(1)).toMatchObject([{ subject: 'database:0', state: 'over' }])
  await world.minutes(3)
  expect(world.told()).toHaveLength(2)
})

test('while a database does not answer its alarms stay as they were, and those of accounts', async () => {
  const world = aWatch()
  world.second = 'big'
  await gap(66)
  await world.minutes(4)
  const raised = world.told().map(({ name }) => name)
  expect(raised.toSorted()).toEqual(['database_filling', 'statement_gap'])
  world.second = 'down'
  await rows('update bank_statement_days set gap = 0')
  await world.minutes(10)
  expect(world.told().slice(2)).toMatchObject([{ name: 'database_down', state: 'raised' }])
  world.second = 'big'
  await world.minutes(10)
  expect(world.told().slice(3)).toMatchObject([
    { name: 'database_down', state: 'over' },
    { name: 'statement_gap', state: 'over' },
  ])
})

test('a flapping condition is sent once', async () => {
  const world = aWatch()
  for (let n = 0; n < 6; n += 1) {
    world.second = n % 2 === 0 ? 'down' : 'well'
    await world.minutes(1)
  }
  expect(world.told()).toEqual([])
  world.second = 'down'
  await world.minutes(4)
  for (let n = 0; n < 6; n += 1) {
    world.second = n % 2 === 0 ? 'well' : 'down'
    await world.minutes(1)
  }
  expect(world.told()).toHaveLength(1)
})

test('the test call reaches each channel that is set, in quiet hours too, and says how it went', async () => {
  const world = aWatch(taipei(2))
  Object.assign(world.settings.alarms, { quietHours: { from: 0, until: 600 } })
  world.answer = (url) => new Response(null, { status: url === webhookUrl ? 204 : 401 })
  expect(await testAlarms(world.context())).toEqual({
    channels: [
      { channel: 'webhook', state: 'on', outcome: 'delivered', http_status: 204 },
      { channel: 'telegram', state: 'on', outcome: 'refused', http_status: 401 },
      { channel: 'escalation', state: 'off', outcome: null, http_status: null },
    ],
  })
  const [hook] = world.posted
  expect(hook?.body).toEqual({ type: 'test', timestamp: '2026-01-30T18:00:00Z', alarms: [] })
  expect(hook?.headers['webhook-signature']).toMatch(/^v1,/)
  // Another test is another message.
  await testAlarms(world.context())
  const ids = world.posted.flatMap(({ headers }) => headers['webhook-id'] ?? [])
  expect(new Set(ids).size).toBe(2)
})

test('the list has what stands first, pages before notices, and nothing that was never raised', async () => {
  const world = aWatch()
  Object.assign(world.settings.alarms, { quietHours: { from: 1_380, until: 450 } })
  world.isFirstSwept = false
  await rows('insert into sweeps values (1, 1) on conflict do update set at = 1')
  await gap(65)
  await world.minutes(4)
  world.second = 'down'
  await world.minutes(1)
  const { items, channels, quiet_hours } = await listAlarms(world.context())
  expect(items.map(({ name, subject, state }) => [name, subject, state])).toEqual([
    ['sweep_stopped', { kind: 'database', id: 0 }, 'standing'],
    ['statement_gap', { kind: 'bank_account', id: 65 }, 'standing'],
  ])
  expect(channels).toEqual([
    { channel: 'webhook', state: 'on' },
    { channel: 'telegram', state: 'on' },
    { channel: 'escalation', state: 'off' },
  ])
  expect(quiet_hours).toEqual({ from: '23:00', until: '07:30' })
})

function eventsOf({ logged }: Watch, event: string) {
  return logged.filter((line) => line.event === event)
}

// A day before which lines of an account are missing.
async function gap(id = 64): Promise<void> {
  await env.DB.prepare(
    `with recursive numbers (value) as (select 1 union all select value + 1 from numbers limit 500)
     insert into bank_accounts (id, bank_code, account_no, holder_name, agents, merchants, feeds, use, backing, note,
       state, version, waiting_count, waiting_amount, created_at)
     values (${id}, '004', '${id}', 'x', '[]', '[]', '[]', 'out', 'later', '', 'active', 1, 0, 0, 0)`,
  ).run()
  await env.DB.prepare(`insert into bank_statement_days values (${id}, 20000, 1, 1, 1)`).run()
}

test('alarms that were over a week ago, however many, hide none that comes', async () => {
  const world = aWatch(taipei(9, 59))
  await rows(
    `with recursive numbers (value) as (select 1 union all select value + 1 from numbers limit 2000)
     insert into alarms (name, subject, value, since, raised_at, over_at, version, webhook_notice, telegram_notice)
     select 'account_silent', 'bank_account:' || value, 1, 0, 0, ?, 1, 'over', 'over'
     from numbers`,
    world.now() - 8 * 86_400,
  )
  world.second = 'down'
  await world.minutes(5)
  expect(world.told('database_down')).toMatchObject([{ state: 'raised' }])
  expect(await rows('select name from alarms')).toEqual([{ name: 'database_down' }])
})

test('an account is watched, however many older ones are closed', async () => {
  await rows(
    `with recursive numbers (value) as (select 1 union all select value + 1 from numbers limit 500)
     insert into bank_accounts (
       id, bank_code, account_no, holder_name, agents, merchants, feeds, use, backing, note, state, version,
       waiting_count, waiting_amount, created_at
     ) select 1000 + value, '004', value, '', '[]', '[]', '[]', 'in', 'later', '', 'closed', 1, 0, 0, 0
     from numbers`,
  )
  const account = await aBankAccount({
    use: 'in',
    autoUnproven: 2,
    createdAt: 0,
    postedLines: { x: 20_000 },
  })
  const world = aWatch()
  await rows(
    'update bank_accounts set posted_day = ? where id = ?',
    taipeiDay(world.now()),
    account,
  )
  await world.minutes(5)
  for (const name of ['auto_unproven', 'feed_over_limit', 'account_silent']) {
    expect(world.told(name), name).toMatchObject([{ state: 'raised' }])
  }
  await rows('delete from bank_accounts where id <= 1500 or id = ?', account)
})

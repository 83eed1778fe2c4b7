import { beforeEach, expect, test } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/states.ts'
import { acknowledgeAlarms } from '../../../src/operations/alarms/acknowledge-alarms.ts'
import { listAlarms } from '../../../src/operations/alarms/list-alarms.ts'
import { aWatch, forgetAlarms, type Watch } from '../support/alarms.ts'
import { aBankAccount } from '../support/banking.ts'
import { operator, rows } from '../support/service.ts'

beforeEach(async () => {
  await forgetAlarms()
  await mendAll()
  await rows('delete from journal')
})

const five: readonly AlarmName[] = [
  'sweep_stopped',
  'books_differ',
  'statement_gap',
  'database_filling',
  'books_unchecked',
]

test('five alarms are each told once, again after an hour, not after acknowledging, and over once', async () => {
  const world = aWatch()
  await makeAll(world)
  await world.minutes(4)
  const each = (told: object) => five.map((name) => [name, [expect.objectContaining(told)]])
  const heard = () => five.map((name) => [name, world.told(name)])
  const [raised, again, over] = [
    { state: 'raised', reminder: false },
    { state: 'raised', reminder: true },
    { state: 'over', reminder: false },
  ]
  expect(heard()).toEqual(each(raised))
  const ids = world.told().map(({ id }) => id)

  world.posted.length = 0
  await world.minutes(55)
  expect(world.told()).toEqual([])
  await world.minutes(10)
  expect(heard()).toEqual(each(again))
  const more = world.told().map(({ id }) => id)
  expect(new Set([...ids, ...more]).size).toBe(10)
  world.posted.length = 0
  await world.minutes(60)
  expect(heard()).toEqual(each(again))

  for (const name of five) await acknowledge(world, name, { note: `${name} 處理中` })
  world.posted.length = 0
  await world.minutes(125)
  expect(world.posted).toEqual([])
  const { items } = await listAlarms(world.context())
  for (const { name, acknowledged_by, note } of items) {
    expect([acknowledged_by, note]).toEqual([operator.name, `${name} 處理中`])
  }
  expect(items).toHaveLength(5)

  await mendAll()
  Object.assign(world, { isFirstSwept: true, second: 'well' })
  await world.minutes(6)
  expect(heard()).toEqual(each(over))
  world.posted.length = 0
  await world.minutes(65)
  expect(world.posted).toEqual([])
  const kept = await rows<{ subject: string; reason: string }>(
    `select subject, reason from journal where action = 'acknowledge' and actor = ? order by id`,
    operator.name,
  )
  expect(kept.map(({ subject }) => subject.split('/')[0])).toEqual(five)
  expect(kept.map(({ reason }) => reason)).toEqual(five.map((name) => `${name} 處理中`))
})

test('what nobody acknowledges goes to the escalation channel after a quarter of an hour', async () => {
  const world = aWatch()
  const next = 'https://alarms.example/next'
  Object.assign(world.settings.alarms, { escalationUrl: new URL(next) })
  const escalated = () => world.told(undefined, next).map(({ name, state }) => [name, state])
  await differ(world)
  world.second = 'down'
  await world.minutes(10)
  expect(
    world
      .told()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['books_differ', 'database_down'])
  await acknowledge(world, 'books_differ')
  await world.minutes(6)
  expect(escalated()).toEqual([])
  await world.minutes(3)
  expect(escalated()).toEqual([['database_down', 'raised']])
  const hook = world.posted.find(({ url }) => url === next)
  expect(hook?.headers['webhook-signature']).toMatch(/^v1,/)
  await world.minutes(60)
  expect(escalated()).toEqual([
    ['database_down', 'raised'],
    ['database_down', 'raised'],
  ])
  world.second = 'well'
  await rows('update book_findings set gone_at = ?', world.now())
  await world.minutes(4)
  expect(escalated().slice(2)).toEqual([['database_down', 'over']])
  expect(world.told('books_differ').map(({ state }) => state)).toEqual(['raised', 'over'])
})

test('one that is raised anew is told anew', async () => {
  const world = aWatch()
  world.second = 'down'
  await world.minutes(4)
  await acknowledge(world, 'database_down', { subject: 'database:1' })
  world.second = 'well'
  await world.minutes(4)
  world.second = 'down'
  await world.minutes(4)
  expect(world.told().map(({ state }) => state)).toEqual(['raised', 'over', 'raised'])
  const { items } = await listAlarms(world.context())
  expect(items).toMatchObject([{ state: 'standing', acknowledged_by: null, acknowledged_at: null }])
})

test('acknowledging while a message is on its way is kept, and so is that the message was taken', async () => {
  const world = aWatch()
  world.second = 'down'
  let times = 0
  world.answer = async () => {
    times += 1
    if (times === 1) await acknowledge(world, 'database_down')
    return new Response()
  }
  await world.minutes(4)
  await world.minutes(62)
  expect(world.told()).toMatchObject([{ state: 'raised' }])
  world.second = 'well'
  await world.minutes(4)
  expect(world.told().map(({ state }) => state)).toEqual(['raised', 'over'])
})

test.each([
  ['database_down', 'database:0'],
  ['database_down', 'bank_account:1'],
  ['books_differ', undefined],
  ['no_such_alarm', undefined],
])('%s of %s does not stand: it is refused, and nothing is journaled', async (name, subject) => {
  const world = aWatch()
  world.second = 'down'
  await world.minutes(4)
  await expect(acknowledge(world, name, { subject })).rejects.toMatchObject({ code: 'not_found' })
  expect(await rows('select id from journal')).toEqual([])
  const { items } = await listAlarms(world.context())
  expect(items).toMatchObject([{ acknowledged_by: null }])
})

function acknowledge(
  world: Watch,
  name: string,
  body: { readonly subject?: string | undefined; readonly note?: string } = {},
) {
  return acknowledgeAlarms({ context: world.context(), principal: operator, name, ...body })
}

async function makeAll(world: Watch): Promise<void> {
  Object.assign(world, { isFirstSwept: false, second: 'big' })
  await rows('insert into sweeps values (1, 1) on conflict do update set at = 1')
  await differ(world)
  const account = await aBankAccount({ use: 'out' })
  await rows('insert into bank_statement_days values (?, 20000, 1, 1, 1)', account)
  const begun = world.now() - 3 * 86_400
  await rows(`insert into book_passes values (1, 'orders', 1, 'null', ?1, null, 0, 0, 0)`, begun)
}

async function differ({ now }: Watch): Promise<void> {
  await rows(
    `insert into book_findings (record, subject, field, expected, found, first_seen, last_seen, pass)
     values ('collection', 'C0', 'amount', '1.00', '1.01', ?1, ?1, 1)`,
    now(),
  )
}

async function mendAll(): Promise<void> {
  await rows('delete from book_findings')
  await rows('delete from book_passes')
  await rows('update bank_statement_days set gap = 0')
}

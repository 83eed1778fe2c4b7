import { beforeEach, expect, test } from 'vitest'
import { acknowledgeAlarms } from '../../../src/operations/alarms/acknowledge-alarms.ts'
import { listAlarms } from '../../../src/operations/alarms/list-alarms.ts'
import { aWatch, forgetAlarms, type Watch } from '../support/alarms.ts'
import { operator, rows } from '../support/service.ts'

beforeEach(async () => {
  await forgetAlarms()
  await mendAll()
  await rows('delete from journal')
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

test('an acknowledged alarm that is raised again is sent again', async () => {
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
}

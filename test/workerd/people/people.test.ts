import { expect, test } from 'vitest'
import { countOperators, roleInDatabase } from '../../../src/operations/people/known-roles.ts'
import { ann, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { rows } from '../support/service.ts'

// Roles of the database, beside those of ACCESS_ROLES (back office §6).

const context = withApprovals({}, { on: false })
const give = (name: string, role: string) => ask(context, ann, 'giveRole', { name }, { role })

test('a role is given, changed, listed and taken away, and each is in the journal', async () => {
  const name = 'new.agent@platform.example'
  const given = await give('New.Agent@Platform.example', 'agent')
  expect(given.value).toMatchObject({ name, role: 'agent', role_by_setting: null })
  expect(await roleInDatabase(context, name)).toBe('agent')
  expect((await give(name, 'auditor')).value.role).toBe('auditor')
  expect((await ask(context, ann, 'showPerson', { name: name.toUpperCase() })).value).toMatchObject(
    { name, role: 'auditor' },
  )
  const { value } = await ask(context, ann, 'listPeople', {}, undefined, { query: { limit: 50 } })
  expect(value.items.map((one: { name: string }) => one.name)).toContain(name)
  expect((await ask(context, ann, 'takeRole', { name })).value).toMatchObject({
    name,
    role: 'auditor',
  })
  expect(await roleInDatabase(context, name)).toBe(null)
  for (const call of ['showPerson', 'takeRole']) {
    expect((await ask(context, ann, call, { name })).error).toBe('not_found')
  }
  const journal = await rows(
    `select action, before, after, actor from journal where subject_kind = 'person' and subject = ? order by id`,
    name,
  )
  const by = { actor: ann.name }
  expect(journal).toEqual([
    { action: 'put', before: null, after: '{"role":"agent"}', ...by },
    { action: 'put', before: '{"role":"agent"}', after: '{"role":"auditor"}', ...by },
    { action: 'delete', before: '{"role":"auditor"}', after: null, ...by },
  ])
})

test('the public Worker, too, refuses a call that is not of its role', async () => {
  const held = { account_no: '123456789012', case_no: '', reason: '調查' }
  for (const role of ['auditor', 'agent', 'bridge', 'feed'] as const) {
    const answered = await ask(context, { ...ann, role }, 'placeHold', {}, held)
    expect(answered.error).toBe('forbidden')
  }
})

test('a name without an @ is a service token’s', async () => {
  expect((await give('Night-Batch', 'feed')).value.name).toBe('service:night-batch')
  expect(await roleInDatabase(context, 'service:night-batch')).toBe('feed')
  expect((await ask(context, ann, 'showPerson', { name: 'service:Night-Batch' })).value.role).toBe(
    'feed',
  )
})

test.each(['a b@x.example', 'a\nb@x.example', `${'a'.repeat(120)}@x.example`, 'service:', ''])(
  '%j is no name',
  async (name) => {
    expect((await give(name, 'agent')).error).toBe('validation_error')
  },
)

test('what ACCESS_ROLES says of somebody is shown beside the database’s role, and counts', async () => {
  for (const name of ['one@y.example', 'two@y.example', 'service:batch'])
    await give(name, 'operator')
  const roles = {
    'two@y.example': 'auditor',
    'three@y.example': 'operator',
    'four@y.example': null,
  } as const
  const shown = await ask(context, ann, 'showPerson', { name: 'two@y.example' }, undefined, {
    roles,
  })
  expect(shown.value).toMatchObject({ role: 'operator', role_by_setting: 'auditor' })
  expect(await countOperators(context, roles)).toBe(2)
  expect(await countOperators(context, null)).toBe(null)
})

test('the list of people has whom the setting names beside whom the database gives a role', async () => {
  const roles = { 'z@y.example': 'operator', 'b@y.example': null } as const
  const { value } = await ask(context, ann, 'listPeople', {}, undefined, { roles })
  expect(value.by_setting).toEqual([
    { name: 'b@y.example', role: null },
    { name: 'z@y.example', role: 'operator' },
  ])
  const local = await ask(context, ann, 'listPeople', {}, undefined, { roles: null })
  expect(local.value.by_setting).toEqual([])
})

test('pages of people follow their names', async () => {
  for (const name of ['p1@z.example', 'p2@z.example', 'p3@z.example']) await give(name, 'agent')
  const page = (query: object) => ask(context, ann, 'listPeople', {}, undefined, { query })
  const first = await page({ cursor: 'p0', limit: 2 })
  expect(first.value.items.map((one: { name: string }) => one.name)).toEqual([
    'p1@z.example',
    'p2@z.example',
  ])
  const next = await page({ cursor: first.value.next_cursor, limit: 1 })
  expect(next.value.items[0].name).toBe('p3@z.example')
})

test('the overview counts what waits, and says when nobody could approve it', async () => {
  const on = withApprovals()
  const overview = async (roles: Parameters<typeof countOperators>[1], of = on) =>
    (await ask(of, ann, 'overview', {}, undefined, { roles })).value
  const asked = await ask(on, ann, 'giveRole', { name: 'w@w.example' }, { role: 'agent' })
  expect(await overview(null)).toMatchObject({
    approvals_waiting: 1,
    operators: null,
    can_approve: true,
  })
  const others = { 'one@y.example': 'agent', 'two@y.example': null } as const
  const alone = { ...others, 'a@b.example': 'operator' } as const
  expect(await overview({ ...alone, 'service:t': 'operator' })).toMatchObject({
    operators: 1,
    can_approve: false,
  })
  expect(await overview({ ...alone, 'c@d.example': 'operator' })).toMatchObject({
    operators: 2,
    can_approve: true,
  })
  await approve(on, ben, asked.value.approval_id)
  expect((await overview(null)).approvals_waiting).toBe(0)
})

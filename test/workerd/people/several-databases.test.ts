import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { anOperator, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { anId, rows } from '../support/service.ts'

// What holds in several databases: the first one decides, the others follow.

const spare = env.SPARE_1

/** A context of two databases and their sandbox, with approvals. */
function aDeployment({ DB = env.DB, DB_1 = spare }: { DB?: D1Database; DB_1?: D1Database } = {}) {
  const bindings = { ...env, DB, DB_1 }
  const { settings } = withApprovals()
  return { ...contextFrom(bindings), settings, wake: async () => undefined, log: () => undefined }
}

const reject = () => rows("update approvals set state = 'rejected' where state = 'waiting'")
const fail = async () => {
  throw new Error('the database is down')
}

const account_no = () => `9${anId().replace(/\D/g, '')}`.padEnd(12, '7').slice(0, 14)
const inSpare = (sql: string) => spare.prepare(sql).first('n')
const heldInSpare = () => inSpare('select count(*) as n from holds where lifted_at is null')
const stoppedInSpare = () => inSpare("select state = 'stopped' as n from auto_switch")
const maintainedInSpare = () => inSpare('select count(*) as n from maintenance')

afterEach(async () => {
  for (const one of [env.DB, env.DB_SANDBOX, spare]) {
    await one.exec("update auto_switch set state = 'running'")
    await one.exec('delete from maintenance')
    await one.exec('delete from holds')
  }
})

type Case = {
  readonly begin: readonly [name: string, body: object]
  readonly end: string
  readonly isInSpare: () => Promise<unknown>
}

const cases: Readonly<Record<string, Case>> = {
  'a hold is lifted': {
    begin: ['placeHold', { account_no: account_no(), case_no: '' }],
    end: 'liftHold',
    isInSpare: heldInSpare,
  },
  'automatic matching is started': {
    begin: ['stopAuto', {}],
    end: 'startAuto',
    isInSpare: stoppedInSpare,
  },
  'maintenance is ended': {
    begin: ['switchMaintenance', { on: true }],
    end: 'switchMaintenance',
    isInSpare: maintainedInSpare,
  },
}

async function waiting({ begin: [name, body], end }: Case) {
  const context = aDeployment()
  const begun = await ask(context, anOperator(), name, {}, { ...body, reason: '調查' })
  const path = end === 'liftHold' ? { id: String(begun.value.id) } : {}
  const more = end === 'switchMaintenance' ? { on: false } : {}
  const { value } = await ask(context, anOperator(), end, path, { ...more, reason: '查畢' })
  return { context, approval: value.approval_id, path }
}

test.each(Object.entries(cases))(
  '%s in no database by what is rejected at once',
  async (_, one) => {
    const { approval } = await waiting(one)
    const at = aDeployment({ DB: interruptedD1(env.DB, /update "?approvals"?\s+set/, reject) })
    expect(await approve(at, ben, approval)).toMatchObject({ error: 'approval_over' })
    expect(await one.isInSpare()).toBe(1)
  },
)

test.each(Object.entries(cases))('%s in each database once it is approved', async (_, one) => {
  const { context, approval } = await waiting(one)
  expect((await approve(context, ben, approval)).error).toBe('')
  expect(await one.isInSpare()).toBe(0)
})

test('a hold that a database has missed says so; placed again it is in force, lifted again it is not', async () => {
  const held = { account_no: account_no(), case_no: '', reason: '調查' }
  const without = aDeployment({
    DB_1: interruptedD1(spare, /(insert into|update) "?holds"?/, fail),
  })
  const by = anOperator()
  expect(await ask(without, by, 'placeHold', {}, held)).toMatchObject({
    error: 'unavailable',
    value: { retryAfterSeconds: 5 },
  })
  expect(await heldInSpare()).toBe(0)
  const context = aDeployment()
  const { value } = await ask(context, by, 'placeHold', {}, held)
  expect(await heldInSpare()).toBe(1)
  const path = { id: String(value.id) }
  const lift = (at: ReturnType<typeof aDeployment>) =>
    ask(at, anOperator(), 'liftHold', path, { reason: '查畢' })
  const { value: asked } = await lift(context)
  expect(await approve(without, ben, asked.approval_id)).toMatchObject({ error: 'unavailable' })
  expect(await heldInSpare()).toBe(1)
  expect(await lift(context)).toMatchObject({ error: 'already_final' })
  expect(await heldInSpare()).toBe(0)
})

/** Does it at the first call alone. */
function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let first: Promise<unknown> | undefined
  return () => {
    if (first !== undefined) return Promise.resolve()
    first = act()
    return first
  }
}

const createInSpare = () =>
  ask(aDeployment(), anOperator(), 'createMerchant', {}, { uid: anId().slice(0, 20), name: '新店' })

test('a hold of an account is in force in a database that is bound later, too', async () => {
  const held = { account_no: account_no(), case_no: '', reason: '調查' }
  await ask(withApprovals(), anOperator(), 'placeHold', {}, held)
  expect(await heldInSpare()).toBe(0)
  const isHeld = `select count(*) as n from held_digits where key = 'account:${held.account_no}'`
  await createInSpare()
  await createInSpare()
  expect(await inSpare(isHeld)).toBeGreaterThan(0)
  expect(await heldInSpare()).toBe(1)
})

test('a stop of automatic matching holds in a database that is bound later, until its start', async () => {
  await ask(withApprovals(), anOperator(), 'stopAuto', {}, { reason: '查帳' })
  expect(await stoppedInSpare()).toBe(0)
  await createInSpare()
  expect(await stoppedInSpare()).toBe(1)
  const start = await ask(aDeployment(), anOperator(), 'startAuto', {}, { reason: '查畢' })
  await approve(aDeployment(), ben, start.value.approval_id)
  await createInSpare()
  expect(await stoppedInSpare()).toBe(0)
})

test('maintenance is on once its beginning is answered, whatever an end has still to write', async () => {
  const { approval } = await waiting({
    begin: ['switchMaintenance', { on: true }],
    end: 'switchMaintenance',
    isInSpare: maintainedInSpare,
  })
  const begin = once(async () => {
    const on = { on: true, reason: '還原' }
    const { value } = await ask(aDeployment(), anOperator(), 'switchMaintenance', {}, on)
    expect(value.items).toMatchObject([{ on: true }, { on: true }, { on: true }])
  })
  const at = aDeployment({ DB_1: interruptedD1(spare, /delete from maintenance/, begin) })
  const ended = await approve(at, ben, approval)
  expect(ended.value.items).toMatchObject([{ on: true }, { on: true }, { on: true }])
})

const stop = (at = aDeployment()) => ask(at, anOperator(), 'stopAuto', {}, { reason: '查帳' })

test('automatic matching is stopped once a stop is answered, whatever a start has still to write', async () => {
  await stop()
  const { value: asked } = await ask(
    aDeployment(),
    anOperator(),
    'startAuto',
    {},
    { reason: '查畢' },
  )
  const late = once(async () => {
    expect((await stop()).value).toMatchObject({ state: 'stopped' })
  })
  const at = aDeployment({ DB_1: interruptedD1(spare, /update auto_switch/, late) })
  expect((await approve(at, ben, asked.approval_id)).error).toBe('')
  expect(await stoppedInSpare()).toBe(1)
})

test('a stop that meets a start stops every database', async () => {
  const start = once(async () => {
    const { settings, ...alone } = aDeployment()
    const at = { ...alone, settings: { ...settings, approvals: { on: false, from: null } } }
    expect((await ask(at, anOperator(), 'startAuto', {}, { reason: '查畢' })).error).toBe('')
  })
  const at = aDeployment({ DB: interruptedD1(env.DB, /update auto_switch/, start) })
  expect((await stop(at)).value).toMatchObject({ state: 'stopped' })
  expect(await stoppedInSpare()).toBe(1)
  const home = await rows<{ state: string }>('select state from auto_switch')
  expect(home).toEqual([{ state: 'stopped' }])
})

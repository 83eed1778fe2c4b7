import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/states.ts'
import { amountLinkCreation } from '../../../src/contract/links/link-endpoints.ts'
import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import { consumeDeadWakeUps } from '../../../src/jobs/callback-jobs.ts'
import { acknowledgeAlarms } from '../../../src/operations/alarms/acknowledge-alarms.ts'
import { countAnswer, countDeskFailure } from '../../../src/operations/alarms/count-answers.ts'
import { listAlarms } from '../../../src/operations/alarms/list-alarms.ts'
import { alarmTable } from '../../../src/rules/alarms/alarm-table.ts'
import { recordId } from '../../../src/rules/people/principal.ts'
import { approvals } from '../../../src/store/schema.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { aWatch, forgetAlarms, type Watch } from '../support/alarms.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { anotherKey } from '../support/secrets.ts'
import {
  aContext,
  aMerchant,
  aSettledCollection,
  operator,
  rows,
  rowsIn,
} from '../support/service.ts'

// Each alarm is made true by what really makes it true, and false again.

type Case = {
  readonly make: (world: Watch) => Promise<unknown> | unknown
  readonly mend: (world: Watch) => Promise<unknown> | unknown
}

const hour = 3_600
const day = 24 * hour

const cases: Readonly<Record<AlarmName, Case>> = {
  callback_backlog: {
    make: async ({ now }) => {
      await aSettledCollection(aContext({ wake: async () => undefined }))
      await rows(`update callbacks set next_at = ? where state = 'due'`, now() - hour)
    },
    mend: () => setCallbacks('delivered'),
  },
  callbacks_parked: { make: () => setCallbacks('parked'), mend: () => setCallbacks('delivered') },
  callbacks_given_up: {
    make: async ({ now }) => {
      await setCallbacks('given_up')
      await rows('update callbacks set last_attempt_at = ?', now())
      await attemptAll('schedule', now())
    },
    mend: () => setCallbacks('delivered'),
  },
  receiver_failing: {
    make: async ({ now }) => {
      const { shop } = await aSettledCollection(aContext({ wake: async () => undefined }))
      await rows(
        `update callbacks set scheduled_attempts = 8, next_at = ?
         where state = 'due' and merchant_id = (select id from merchants where uid = ?)`,
        now() + day,
        shop.uid,
      )
    },
    mend: () => setCallbacks('delivered'),
  },
  dead_wake_ups: {
    make: async ({ now }) => {
      const message = { body: { orderId: 1 }, attempts: 11 }
      const batch = { messages: [message] } as unknown as MessageBatch<{ orderId: number }>
      await consumeDeadWakeUps(batch, env)
      // The isolate has written what it counted for other files, too.
      await rows(`delete from watch_counts where kind <> 'dead_wake_ups'`)
      await rows('update watch_counts set minute = ?', Math.floor(now() / 60))
    },
    mend: ({ pass }) => pass(16 * 60),
  },
  sweep_stopped: {
    make: async (world) => {
      world.isFirstSwept = false
      await rows('update sweeps set at = ?', world.now() - 600)
    },
    mend: (world) => {
      world.isFirstSwept = true
    },
  },
  job_failing: {
    make: ({ failedJobs }) => failedJobs.set('check_books', 2),
    mend: ({ failedJobs }) => failedJobs.clear(),
  },
  server_errors: {
    make: async ({ context, pass }) => {
      const written: Promise<void>[] = []
      const isolate = context({ later: (work) => written.push(work) })
      for (let n = 0; n < 60; n += 1) countAnswer(isolate, n < 6 ? 503 : 200)
      pass(16)
      countAnswer(isolate, 200)
      expect(written).toHaveLength(1)
      await Promise.all(written)
    },
    mend: ({ pass }) => pass(6 * 60),
  },
  desk_failing: {
    make: async ({ context }) => {
      const one = context()
      await rows('insert into maintenance values (1, 1, ?, ?)', 'ann', 'x')
      for (let n = 0; n < 9; n += 1) await countDeskFailure(one)
      await rows('delete from maintenance')
      expect(await rows(`select 1 from watch_counts where kind = 'desk_errors'`)).toEqual([])
      for (let n = 0; n < 5; n += 1) await countDeskFailure(one)
    },
    mend: ({ pass }) => pass(6 * 60),
  },
  creations_failing_fast: {
    make: async ({ context, pass }) => {
      const written: Promise<void>[] = []
      const isolate = context({ later: (work) => written.push(work) })
      const { path } = collectionCreation
      for (let n = 0; n < 1_000; n += 1) countAnswer(isolate, n < 20 ? 503 : 200, path)
      // What was refused, or is no creation, says nothing of them.
      for (let n = 0; n < 1_000; n += 1) countAnswer(isolate, 401, path)
      for (let n = 0; n < 1_000; n += 1) countAnswer(isolate, 200, '/api/v1/merchant/payment-links')
      pass(16)
      countAnswer(isolate, 200)
      await Promise.all(written)
    },
    mend: ({ pass }) => pass(6 * 60),
  },
  creations_failing_slowly: {
    make: ({ now }) =>
      rows(
        `insert into watch_counts values ('creations', ?1 - 100, 10), ('creation_errors', ?1 - 100, 1)`,
        Math.floor(now() / 60),
      ),
    mend: ({ pass }) => pass(31 * 60),
  },
  traffic_gone: {
    make: ({ now }) =>
      rows(
        `insert into watch_counts
           select 'creations', ? - value * 1440, 10 from json_each('[1,2,3,5,7]')`,
        Math.floor(now() / 60),
      ),
    mend: ({ now }) =>
      rows(`insert into watch_counts values ('creations', ?, 1)`, Math.floor(now() / 60)),
  },
  database_down: {
    make: (world) => {
      world.second = 'down'
    },
    mend: (world) => {
      world.second = 'well'
    },
  },
  database_filling: {
    make: (world) => {
      world.second = 'big'
    },
    mend: (world) => {
      world.second = 'well'
    },
  },
  database_full_soon: {
    make: async (world) => {
      world.second = 'big'
      const { now } = world
      // A second database of 6.5 GB, of which two days ago it had 5.5.
      await rowsIn(env.SPARE_1, 'delete from database_sizes')
      const at = now() - 2 * day
      const size = [taipeiDay(at), at, 5_500_000_000]
      await rowsIn(env.SPARE_1, 'insert into database_sizes values (?, ?, ?)', ...size)
    },
    mend: () => rowsIn(env.SPARE_1, 'delete from database_sizes'),
  },
  wrong_secrets_key: {
    make: ({ settings }) => {
      settings.secretsKey = anotherKey
    },
    mend: ({ settings }) => {
      settings.secretsKey = aContext().settings.secretsKey
    },
  },
  books_differ: {
    make: ({ now }) =>
      rows(
        `insert or replace into book_findings (record, subject, field, expected, found, first_seen, last_seen, pass)
         values ('collection', 'C0', 'amount', '1.00', '1.01', ?1, ?1, 1)`,
        now(),
      ),
    mend: ({ now }) => rows('update book_findings set gone_at = ?', now()),
  },
  books_unchecked: {
    make: ({ now }) =>
      rows(
        `insert into book_passes values (1, 'orders', 1, 'null', ?1, null, 0, 0, 0)`,
        now() - 3 * day,
      ),
    mend: () => rows('delete from book_passes'),
  },
  copies_late: {
    make: async (world) => {
      world.archive = env.ARCHIVE
      // Never whole since they began; those of the other database are.
      await copiesAre(env.DB, { begunAt: world.now() - hour, wholeAt: null, scannedAt: null })
      await copiesAre(env.SPARE_1, wholeFrom(world.now()))
    },
    mend: (world) => copiesAre(env.DB, wholeFrom(world.now())),
  },
  copies_unscanned: {
    make: async (world) => {
      world.archive = env.ARCHIVE
      const scannedAt = world.now() - 34 * day
      await copiesAre(env.DB, { ...wholeFrom(world.now()), scannedAt })
      await copiesAre(env.SPARE_1, wholeFrom(world.now()))
    },
    mend: (world) => copiesAre(env.DB, wholeFrom(world.now())),
  },
  copies_missing: {
    make: ({ settings }) => {
      settings.ratesApply = true
    },
    mend: ({ settings }) => {
      settings.ratesApply = false
    },
  },
  archive_failing: {
    make: ({ now, settings }) => {
      settings.archiveAfterDays = 35
      return rows(
        'insert or replace into archive_position values (1, 0, ?1, null, 0, 0)',
        now() - 49 * hour,
      )
    },
    mend: ({ now }) => rows('update archive_position set went_on_at = ?', now()),
  },
  deposits_unclaimed: {
    make: async ({ now }) => {
      await aTransaction(await aBankAccount({ use: 'out' }), { bookedAt: now() - 7 * hour })
    },
    mend: () => rows(`update bank_transactions set state = 'ignored', ignored_as = 'other'`),
  },
  account_silent: {
    // On five days of the week until then money came in: so much is expected every day.
    make: async ({ now }) => {
      const lastTransactionAt = now() - 3 * day
      const account = await aBankAccount({ createdAt: now() - 30 * day, lastTransactionAt })
      for (const back of [0, 1, 3, 4, 6]) {
        const line = { bookedAt: lastTransactionAt - back * day, state: 'ignored' } as const
        await aTransaction(account, { ...line, ignoredAs: 'other', amount: -1 })
        await aTransaction(account, { ...line, ignoredAs: 'other' })
      }
    },
    mend: () => rows(`update bank_accounts set state = 'paused'`),
  },
  statement_gap: {
    make: async () => {
      const account = await aBankAccount({ use: 'out' })
      await rows('insert into bank_statement_days values (?, 20000, 1, 1, 1)', account)
    },
    mend: () => rows('update bank_statement_days set gap = 0'),
  },
  feed_over_limit: {
    make: async ({ now }) => {
      const account = await aBankAccount({ use: 'out' })
      const values = [taipeiDay(now()), JSON.stringify({ 'service:a': 7, 'service:b': 20_000 })]
      await rows(
        'update bank_accounts set posted_day = ?, posted_lines = ? where id = ?',
        ...values,
        account,
      )
    },
    // Its day is over.
    mend: () => rows('update bank_accounts set posted_day = posted_day - 1'),
  },
  auto_contradicted: {
    make: async () => {
      await aSettledCollection(aContext({ wake: async () => undefined }))
      await doubtedBy('auto_contradicted = (select max(id) from collections)')
    },
    mend: () => rows('update bank_accounts set auto_contradicted = null'),
  },
  auto_unproven: {
    make: () => doubtedBy('auto_unproven = 2'),
    mend: () => rows('update bank_accounts set auto_unproven = 0'),
  },
  approval_waiting: {
    make: async ({ now }) => {
      const askedAt = now() - 5 * hour
      const call = { call: 'giveRole', subject: 'person:x', path: {}, body: {}, digest: 'x' }
      await aContext()
        .db.insert(approvals)
        .values({
          ...call,
          id: recordId(askedAt * 1000, 0.5, 0),
          asker: 'x',
          askedAt,
          state: 'waiting',
          decidedBy: '',
          reason: '',
        })
    },
    mend: () => rows(`update approvals set state = 'rejected'`),
  },
}

beforeAll(async () => {
  await aMerchant()
})
beforeEach(forgetAlarms)

// Those that do not keep one another from being true.
const rounds: readonly (readonly (keyof typeof cases)[])[] = [
  [
    'dead_wake_ups',
    'callback_backlog',
    'sweep_stopped',
    'server_errors',
    'deposits_unclaimed',
    'account_silent',
    'statement_gap',
    'approval_waiting',
    'books_differ',
    'books_unchecked',
    'job_failing',
    'copies_missing',
    'auto_contradicted',
    'auto_unproven',
  ],
  ['callbacks_parked', 'wrong_secrets_key'],
  ['callbacks_given_up', 'feed_over_limit', 'copies_late', 'archive_failing'],
  ['receiver_failing', 'copies_unscanned'],
  ['creations_failing_fast', 'creations_failing_slowly'],
  ['traffic_gone', 'desk_failing'],
  ['database_down'],
  ['database_filling', 'database_full_soon'],
]

test('each alarm has its round', () => {
  expect(rounds.flat().sort()).toEqual(Object.keys(cases).sort())
})

test.each(rounds)(
  '%s and what goes with it: sent once, not again until over, then once',
  async (...names) => {
    const world = aWatch()
    await world.minutes(1)
    expect(world.told()).toEqual([])

    for (const name of names) await cases[name].make(world)
    await world.minutes(3)
    // What wakes somebody does so within three minutes.
    const urgent = names.filter((name) => alarmTable[name].severity === 'page')
    const first = new Set(world.told().map(({ name }) => name))
    expect(urgent.filter((name) => !first.has(name))).toEqual([])
    await world.minutes(1)
    const raised = world.told()
    expect(raised.map(({ name }) => name).sort()).toEqual([...names].sort())
    for (const told of raised) {
      const { severity, remedy, runbook } = alarmTable[told.name as AlarmName]
      expect(told).toMatchObject({ state: 'raised', severity, what_to_do: remedy })
      expect(told).toMatchObject({ runbook: `docs/runbooks/${runbook}.md` })
    }
    expect((await standing()).sort()).toEqual([...names].sort())
    const messages = world.posted.length

    for (const name of names.toReversed()) await cases[name].mend(world)
    await world.minutes(7)
    const over = world.told().slice(names.length)
    expect(over.map(({ name, state }) => [name, state]).sort()).toEqual(
      names.map((name) => [name, 'over']).sort(),
    )
    expect(await standing()).toEqual([])
    expect(world.posted.length).toBeGreaterThan(messages)
  },
)

test('a failed resend of what was given up long ago raises nothing', async () => {
  const world = aWatch()
  await aSettledCollection(aContext({ wake: async () => undefined }))
  await cases.callbacks_given_up.make(world)
  await rows('update callback_attempts set started_at = started_at - ?', 2 * day)
  await attemptAll('back_office', world.now())
  await world.minutes(4)
  expect(world.told().filter(({ name }) => name === 'callbacks_given_up')).toEqual([])
  await setCallbacks('delivered')
})

test('a link is traffic, as an order is', async () => {
  const world = aWatch()
  await cases.traffic_gone.make(world)
  const written: Promise<void>[] = []
  const isolate = world.context({ later: (work) => written.push(work) })
  countAnswer(isolate, 200, amountLinkCreation.path)
  world.pass(61)
  countAnswer(isolate, 200)
  await Promise.all(written)
  await world.minutes(4)
  expect(world.told()).toEqual([])
})

test('ten alarms that stand are sent once, again after an hour, not after somebody acknowledges them, over once', async () => {
  const names = [
    'callback_backlog',
    'sweep_stopped',
    'books_differ',
    'statement_gap',
    'deposits_unclaimed',
    'receiver_failing',
    'job_failing',
    'copies_late',
    'database_full_soon',
    'traffic_gone',
  ] as const
  const world = aWatch()
  for (const name of names) await cases[name].make(world)
  await world.minutes(4)
  // What stands beside them says nothing here.
  const told = () => world.told().filter(({ name }) => names.some((one) => one === name))
  const once = (state: string, reminder: boolean) =>
    names.map((name) => [name, state, reminder]).sort()
  const news = (from: number) =>
    told()
      .slice(from)
      .map(({ name, state, reminder }) => [name, state, reminder])
      .sort()
  expect(news(0)).toEqual(once('raised', false))

  const anHourLater = async () => {
    world.pass(hour)
    await cases.traffic_gone.make(world)
    await world.minutes(1)
  }
  await anHourLater()
  expect(news(10)).toEqual(once('raised', true))

  for (const name of names) {
    await acknowledgeAlarms({
      context: world.context(),
      principal: operator,
      name,
      note: `${name} 處理中`,
    })
  }
  await anHourLater()
  await anHourLater()
  expect(news(20)).toEqual([])
  const { items } = await listAlarms(world.context())
  const listed = items.filter(({ name }) => names.some((one) => one === name))
  const kept = await rows<{ subject: string; reason: string }>(
    `select subject, reason from journal where action = 'acknowledge' and actor = ? order by id`,
    operator.name,
  )
  expect(kept.map(({ subject }) => subject.split('/')[0])).toEqual(names)
  expect(kept.map(({ reason }) => reason)).toEqual(names.map((name) => `${name} 處理中`))
  expect(listed.map(({ acknowledged_by: by, note }) => [by, note]).sort()).toEqual(
    names.map((name) => [operator.name, `${name} 處理中`]).sort(),
  )

  for (const name of names.toReversed()) await cases[name].mend(world)
  await world.minutes(70)
  expect(news(20)).toEqual(once('over', false))
})

async function doubtedBy(change: string): Promise<void> {
  const account = await aBankAccount({ use: 'out' })
  await rows(`update bank_accounts set ${change} where id = ?`, account)
}

const wholeFrom = (now: number) => ({ begunAt: now, wholeAt: now + day, scannedAt: now })

async function copiesAre(
  database: D1Database,
  { begunAt, wholeAt, scannedAt }: Readonly<Record<string, number | null>>,
): Promise<void> {
  await rowsIn(database, 'delete from copy_position')
  await rowsIn(
    database,
    `insert into copy_position (id, line, epoch, read_to, whole_at, begun_at, scanned_at)
     values (1, 'x', 1, 0, ?, ?, ?)`,
    wholeAt,
    begunAt,
    scannedAt,
  )
}

async function setCallbacks(state: string): Promise<void> {
  await rows('update callbacks set state = ?, next_at = null', state)
}

/** A failed attempt at each callback, started then. */
async function attemptAll(trigger: string, startedAt: number): Promise<void> {
  await rows(
    `insert into callback_attempts (
       order_id, number, event_number, trigger_name, outcome, answer, started_at, duration_ms
     ) select order_id, ?1, 1, ?2, 'timeout', '', ?3, 1 from callbacks where true
     on conflict do nothing`,
    trigger === 'schedule' ? 20 : 21,
    trigger,
    startedAt,
  )
}

async function standing(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    'select name from alarms where raised_at is not null and over_at is null',
  )
  return found.map(({ name }) => name)
}

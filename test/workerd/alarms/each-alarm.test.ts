import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/states.ts'
import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import { consumeDeadWakeUps } from '../../../src/jobs/callback-jobs.ts'
import { countAnswer } from '../../../src/operations/alarms/count-answers.ts'
import { alarmTable } from '../../../src/rules/alarms/alarm-table.ts'
import { recordId } from '../../../src/rules/people/principal.ts'
import { approvals, bankStatementDays } from '../../../src/store/schema.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { aWatch, forgetAlarms, type Watch } from '../support/alarms.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { anotherKey } from '../support/secrets.ts'
import { aContext, aMerchant, aSettledCollection, rows } from '../support/service.ts'

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
        `insert into book_findings (record, subject, field, expected, found, first_seen, last_seen, pass)
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
    make: ({ now }) =>
      rows(
        `insert into copy_position
           select 1, 'x', 1, 0, ? where not exists (select 1 from copy_position)`,
        now() - hour,
      ),
    mend: () => rows('delete from copy_position'),
  },
  deposits_unclaimed: {
    make: async ({ now }) => {
      await aTransaction(await aBankAccount({ use: 'out' }), { bookedAt: now() - 7 * hour })
    },
    mend: () => rows(`update bank_transactions set state = 'ignored', ignored_as = 'other'`),
  },
  account_silent: {
    make: ({ now }) =>
      aBankAccount({ createdAt: now() - 30 * day, lastTransactionAt: now() - 8 * day }),
    mend: () => rows(`update bank_accounts set state = 'paused'`),
  },
  statement_gap: {
    make: async () => {
      const values = { bankAccountId: await aBankAccount({ use: 'out' }), opening: 1, closing: 1 }
      await aContext()
        .db.insert(bankStatementDays)
        .values({ ...values, day: 20_000, gap: true })
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
  approval_waiting: {
    make: async ({ now }) => {
      const askedAt = now() - 5 * hour
      const call = { call: 'giveRole', subject: 'person:x', path: {}, body: {}, digest: 'x' }
      await aContext()
        .db.insert(approvals)
        .values({
          ...{ ...call, id: recordId(askedAt * 1000, 0.5, 0), asker: 'x', askedAt },
          ...{ state: 'waiting', decidedBy: '', reason: '' },
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
    ...(['callback_backlog', 'sweep_stopped', 'server_errors', 'database_filling'] as const),
    ...(['deposits_unclaimed', 'account_silent', 'statement_gap', 'approval_waiting'] as const),
    ...(['books_differ', 'books_unchecked', 'copies_late'] as const),
  ],
  ['callbacks_parked', 'wrong_secrets_key'],
  ['callbacks_given_up', 'feed_over_limit'],
  ['creations_failing_fast', 'creations_failing_slowly'],
  ['traffic_gone'],
  ['database_down'],
]

test('each alarm has its round', () => {
  expect(rounds.flat().sort()).toEqual(Object.keys(cases).sort())
})

test.each(rounds)(
  '%s and what goes with it: told once, not again until over, then once',
  async (...names) => {
    const world = aWatch()
    await world.minutes(1)
    expect(world.told()).toEqual([])

    for (const name of names) await cases[name].make(world)
    await world.minutes(4)
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

async function setCallbacks(state: string): Promise<void> {
  await rows('update callbacks set state = ?, next_at = null', state)
}

async function standing(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    'select name from alarms where raised_at is not null and over_at is null',
  )
  return found.map(({ name }) => name)
}

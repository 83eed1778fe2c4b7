import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/states.ts'
import { ignoreTransaction } from '../../../src/operations/banking/ignore-transaction.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { testCallback } from '../../../src/operations/callbacks/test-callback.ts'
import { giveRole, takeRole } from '../../../src/operations/people/manage-people.ts'
import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import { patch } from '../support/bank-accounts.ts'
import { move } from '../support/orders.ts'
import { anId, operator, patchShop, paths, post, rotateShop, rowsIn } from '../support/service.ts'
import {
  anAccountWithFeed,
  type BankLine,
  importFile,
  linesOf,
  post as postLine,
  secondFeed,
  statementOf,
} from '../support/statements.ts'
import { ordersOnto } from './week-orders.ts'
import { addAccounts, addShop, type Condition, deploy, desk, runJobs, world } from './week-world.ts'

/** What goes bad, and how somebody hears of it and mends it. */
export type Incident = {
  readonly name: string
  /** The minute in which it begins, and for how many it lasts. */
  readonly at: number
  readonly lasts: number
  /** What tells of it, in how many minutes; null where nothing stops, and nobody need hear. */
  readonly told: AlarmName | 'GET /health' | null
  readonly within: number
  /** Whether nobody acknowledges it: then it is told again after an hour. */
  readonly isLeft?: true
  readonly make: () => unknown
  /** What the run book has people do, and what others, such as the platform, do meanwhile. */
  readonly mend: () => unknown
}

/** What else may be alarmed where requests fail, a database cannot be written, or a statement comes late. */
export const consequences: readonly string[] = [
  'creations_failing_fast',
  'creations_failing_slowly',
  'server_errors',
  'database_full_soon',
  'database_down',
  'job_failing',
  'sweep_stopped',
  'copies_late',
  'deposits_unclaimed',
]

const parts = (bad: Partial<typeof world>, well: Partial<typeof world>) => ({
  make: () => Object.assign(world, bad),
  mend: () => Object.assign(world, well),
})
const database = (number: number, bad: Condition) => ({
  make: () => world.conditions.set(number, bad),
  mend: () => world.conditions.set(number, 'well'),
})
const by = () => ({ context: desk(), principal: operator })
const shop = (at: number) => {
  const found = world.shops[at]
  if (found === undefined) throw new Error(`no merchant ${at}`)
  return found
}
const account = (number: number, at: number) => world.accounts[number]?.[at] ?? 0

const day = 1_440
const known = { gapped: 0, lies: [] as number[], forged: '' }
const thief = { text: 'thief@platform.example', roles: {} } as const

/** In the order of their minutes; `npm test` comes to the first four. */
export const incidents: readonly Incident[] = [
  {
    name: 'a release creates no collection',
    at: 2,
    lasts: 3,
    told: 'creations_failing_fast',
    within: 3,
    make: () => deploy(2, true),
    // database-overloaded: roll back.
    mend: () => deploy(2),
  },
  {
    name: 'a database is lost',
    at: 10,
    lasts: 3,
    told: 'database_down',
    within: 3,
    // region-outage: wait.
    ...database(1, 'gone'),
  },
  {
    name: 'the cron is dead',
    at: 16,
    lasts: 10,
    told: 'GET /health',
    within: 3,
    ...parts({ isCronDead: true }, { isCronDead: false }),
  },
  {
    name: 'the queue takes nothing',
    at: 28,
    lasts: 3,
    told: null,
    within: 0,
    // callback-backlog: nothing, the sweep delivers.
    ...parts({ queue: 'refuses' }, { queue: 'well' }),
  },
  {
    name: 'the queue hands nothing over',
    at: 120,
    lasts: 40,
    told: 'dead_wake_ups',
    within: 28,
    // callback-backlog: resume the delivery, or roll back.
    ...parts({ queue: 'undelivered' }, { queue: 'well' }),
  },
  {
    name: 'the bucket of copies is gone',
    at: 220,
    lasts: 85,
    isLeft: true,
    told: 'copies_late',
    within: 19,
    ...parts({ isBucketGone: true }, { isBucketGone: false }),
  },
  {
    name: 'a receiver is down',
    at: 340,
    lasts: 80,
    told: 'receiver_failing',
    within: 70,
    make: () => world.downHosts.add(shop(0).host),
    // callback-backlog: a sample, then everything that failed.
    mend: async () => {
      const { uid, host } = shop(0)
      world.downHosts.delete(host)
      const sample = { merchant_uid: uid, url: `https://${host}/sample` }
      expect(await testCallback(desk(), sample)).toMatchObject({ outcome: 'delivered' })
      const call = { merchant_uid: uid, failing: true, include_delivered: false, limit: 200 }
      await resendCallbacks(desk(), operator, call)
    },
  },
  {
    name: 'a merchant floods a database',
    at: 460,
    lasts: 5,
    told: 'creations_failing_fast',
    within: 3,
    make: async () => {
      world.conditions.set(1, 'overloaded')
      const answers = await Promise.all(Array.from({ length: 50 }, flood))
      expect(new Set(answers)).toEqual(new Set(['unavailable']))
    },
    // database-overloaded: the merchant is turned off, until it has mended its program.
    mend: async () => {
      world.conditions.set(1, 'well')
      await patchShop(shop(2).uid, { enabled: false }, by())
      expect(await flood()).toBe('merchant_not_enabled')
      await patchShop(shop(2).uid, { enabled: true }, by())
    },
  },
  {
    name: 'a database is slow',
    at: 520,
    lasts: 4,
    told: 'database_down',
    within: 3,
    ...database(1, 'slow'),
  },
  {
    name: 'a database has passed 6 GB',
    at: 600,
    lasts: 10,
    told: 'database_filling',
    within: 3,
    make: () => world.conditions.set(1, 'big'),
    // database-overloaded: the next database, which new merchants go to.
    mend: async () => {
      deploy(3)
      await addAccounts(2)
      expect(await addShop()).toMatchObject({ database: 2 })
    },
  },
  {
    name: 'a database is full',
    at: 700,
    lasts: 5,
    told: 'creations_failing_fast',
    within: 3,
    // database-overloaded: Cloudflare's support.
    ...database(1, 'full'),
  },
  {
    name: 'the first database is lost',
    at: 800,
    lasts: 5,
    told: 'database_down',
    within: 3,
    ...database(0, 'gone'),
  },
  {
    name: 'a database is lost for an hour',
    at: 860,
    lasts: 75,
    isLeft: true,
    told: 'database_down',
    within: 3,
    ...database(1, 'gone'),
  },
  {
    name: "a merchant's secret got out",
    at: 1_000,
    lasts: 10,
    told: null,
    within: 0,
    make: async () => {
      const fields = { serial_no: anId(), payee_name: '賊', amount: 40 }
      const { status, body } = await post(shop(1), paths.payouts, fields, world.bindings)
      expect(status).toBe(200)
      known.forged = body.data.trade_no
    },
    // leaked-secret: a new one at once, and what was forged is cancelled.
    mend: async () => {
      const stolen = { ...shop(1) }
      shop(1).secret = (await rotateShop(stolen.uid, 0, by())).api_secret
      const forgery = await post(stolen, paths.balance, {}, world.bindings)
      expect(forgery.body.error).toBe('signature_error')
      await move.cancel(known.forged, 'forged', by())
    },
  },
  {
    name: "a feed's token and a role got out",
    at: 1_060,
    lasts: 10,
    told: 'feed_over_limit',
    within: 3,
    make: async () => {
      await giveRole({ ...by(), ...thief, call: { role: 'operator' } })
      const posted = JSON.stringify({ [world.teller.name]: 20_000 })
      const today = taipeiDay(world.clock.now)
      const query = 'update bank_accounts set posted_day = ?, posted_lines = ? where id = ?'
      await rowsIn(env.DB, query, today, posted, account(0, 1))
    },
    // leaked-secret: the role is taken away, and the token out of the feeds.
    mend: async () => {
      await takeRole({ ...by(), ...thief })
      const stolen = world.teller
      world.teller = secondFeed
      for (const id of world.accounts.flat()) await patch(id, { feeds: [secondFeed.name] }, desk())
      await expect(lie(stolen)).rejects.toMatchObject({ code: 'bank_account_not_allowed' })
    },
  },
  {
    name: 'a feed tells of money that is not there',
    at: 1_500,
    lasts: 370,
    told: 'deposits_unclaimed',
    within: 364,
    make: async () => {
      for (let n = 0; n < 3; n += 1) known.lies.push((await lie()).answer.id)
    },
    // payment-missing: lines that are not the bank's are put aside.
    mend: async () => {
      for (const id of known.lies) await putAside(id)
    },
  },
  {
    name: 'a statement leaves out a day',
    at: 1_950,
    lasts: 10,
    told: 'statement_gap',
    within: 3,
    make: async () => {
      known.gapped = await anAccountWithFeed()
      await patch(known.gapped, { use: 'out' }, desk())
      await importFile(known.gapped, statementOf([spent('2027-01-28')]))
      await importFile(known.gapped, statementOf([spent('2027-01-30')], 999_980))
    },
    // payment-missing: the statement of that day; its debits are no order's.
    mend: async () => {
      await importFile(known.gapped, statementOf([spent('2027-01-29')], 999_990))
      for (const { id } of await linesOf(known.gapped)) await putAside(id)
    },
  },
  {
    name: 'a bank freezes an account',
    at: 4 * day + 200,
    lasts: day + 60,
    told: 'account_silent',
    within: day + 4,
    make: () => world.frozen.add(account(0, 0)),
    // frozen-bank-account: nobody pays into it any more, what waits goes to another one, then it is active again.
    mend: async () => {
      await patch(account(0, 0), { state: 'frozen' }, desk())
      await runJobs()
      ordersOnto(account(0, 0), account(0, 1))
      await patch(account(0, 0), { state: 'active' }, desk())
      world.frozen.delete(account(0, 0))
    },
  },
]

const spent = (date: string): BankLine => ({ at: `${date} 10:00:00`, amount: -10 })

function lie(teller = world.teller) {
  const at = secondsToTaipei(world.clock.now)
  const line = { at, amount: 777, last5: '77777', externalId: anId(), teller }
  return postLine(account(1, 0), line, desk())
}

function putAside(id: number) {
  const call = { kind: 'other', reason: 'no order is paid by it' } as const
  return ignoreTransaction({ ...by(), id, call })
}

async function flood(): Promise<string> {
  const fields = { orderid: anId(), amount: 1 }
  return (await post(shop(2), paths.create, fields, world.bindings)).body.error
}

import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { judgeWaiting } from '../../../src/operations/matcher/judge-waiting.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { type CallFault, failingD1 } from '../../support/failing-database.ts'
import { anAutoAccount } from '../support/auto-settled.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, rows, setClock } from '../support/service.ts'
import { feed, importFile, post, secondFeed, statementOf } from '../support/statements.ts'
import { anOrderInSlot } from './pairs.ts'

// A feed's line that is certain is written once, with its settlement (matching §4). Whatever is posted, the database says
// afterwards what it says where each line is stored first and judged then: there the reads before it always fail.

const insertsLine = /insert into bank_transactions/
const isRead = (sql: string) => sql.includes('null as refused') && !insertsLine.test(sql)
const isSettlement = (sql: string) => sql.startsWith('with') && insertsLine.test(sql)

type World = Awaited<ReturnType<typeof aWorld>>

const faults: readonly (CallFault | null)[] = [
  null,
  null,
  null,
  { message: 'D1 DB is overloaded. Too many requests queued.', when: 'before' },
  { message: 'internal error; reference = 0', when: 'before' },
  { message: 'internal error; reference = 0', when: 'after' },
]

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(
      'paid',
      'paid',
      'paid',
      'paid',
      'paid',
      'paid',
      'paid twice',
      'paid twice',
      'order',
      'order',
      'told',
      'told',
      'told',
      'told',
      'at once',
      'person',
      'debit',
      'statement',
      'switch',
      'stop',
      'merchant',
      'judge',
      'reverse',
      'pause',
      'hour',
    ),
    payer: fc.constantFrom(0, 0, 1, null),
    amount: fc.constantFrom(100, 100, 100, 130, 230),
    age: fc.constantFrom(0, 0, 0, 0, 3_600, -900),
    isDayOnly: fc.constantFrom(false, false, false, false, true),
    number: fc.nat({ max: 30 }),
    teller: fc.constantFrom(feed, feed, feed, secondFeed),
    fault: fc.constantFrom(...faults),
  }),
  { minLength: 6, maxLength: 24 },
)
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

let [now, payers, settledAtOnce] = [Math.floor(Date.now() / 1000) - 40 * 86_400, 30_000, 0]

// The minute's job of one place settles what waits at the other, too.
const woken: number[] = []

afterAll(() => {
  vi.useRealTimers()
})

/** A merchant with an account, where lines are settled at once, or are judged once they are stored. */
async function aWorld(isAtOnce: boolean) {
  const going: Promise<void>[] = []
  let fault: CallFault | null = null
  const faultOf = ({ sqls }: { readonly sqls: readonly string[] }): CallFault | null => {
    if (!isAtOnce && sqls.some(isRead)) {
      return { message: 'Currently processing a long-running export.', when: 'before' }
    }
    if (!sqls.some(isSettlement)) return null
    settledAtOnce += 1
    const one = fault
    fault = null
    return one
  }
  const context = aContext({
    db: openMerchantDatabase(failingD1(env.DB, faultOf)),
    later: (work) => void going.push(work),
    wake: async (ids) => void woken.push(...ids),
  })
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await anAutoAccount({
    autoSources: ['feed', 'statement'],
    merchants: [shop.uid],
    autoAwaitingMax: 60_000,
  })
  payers += 2
  const digits = [payers - 1, payers].map(String)
  const orders: string[] = []
  const lines: number[] = []
  const at = (seconds: number) => secondsToTaipei(seconds)
  const told = (step: Step) => ({
    at: step.isDayOnly ? at(now - step.age).slice(0, 10) : at(now - step.age),
    amount: step.amount,
    last5: step.payer === null ? '' : (digits[step.payer] ?? ''),
    externalId: `N${step.number}`,
    teller: step.teller,
  })
  const posts = async (...all: readonly Parameters<typeof post>[1][]) => {
    const ended = await Promise.allSettled(all.map((one) => post(account, one, context)))
    for (const one of ended) if (one.status === 'fulfilled') lines.push(one.value.answer.id)
    await Promise.all(going.splice(0))
    return ended.map((one) =>
      one.status === 'fulfilled' ? 'taken' : String(one.reason?.code ?? one.reason),
    )
  }
  const order = async (last5: string, amount: number) => {
    const fields = { amount, notify_url: 'https://m.example/n' }
    // Until it is made, so that the service gives it no account of its own choice.
    await rows(`update merchants set auto = 'off', version = version + 1 where uid = ?`, shop.uid)
    orders.push((await anOrderInSlot({ shop, account, last5 }, fields)).tradeNo)
  }
  const ofNewPayer = async (step: Step) => {
    payers += 1
    await order(String(payers), step.amount)
    return { ...told(step), last5: String(payers), externalId: `P${orders.length}` }
  }
  const turn = (sets: string) =>
    rows(`update bank_accounts set ${sets}, version = version + 1 where id = ?`, account)
  const does: Record<Step['act'], (step: Step) => Promise<unknown>> = {
    order: ({ payer, amount }) => order(payer === null ? '' : (digits[payer] ?? ''), amount),
    paid: async (step) => posts(await ofNewPayer(step)),
    'paid twice': async (step) => {
      const line = await ofNewPayer(step)
      return posts(line, line)
    },
    told: (step) => posts(told(step)),
    'at once': (step) => posts(told(step), told(step)),
    debit: (step) => posts({ ...told(step), amount: -step.amount }),
    statement: (step) => importFile(account, statementOf([told(step)]), {}, context),
    switch: () => turn(`auto = iif(auto = 'settle', 'assign', 'settle')`),
    pause: () => turn(`state = iif(state = 'active', 'paused', 'active')`),
    merchant: () =>
      rows(
        `update merchants set auto = iif(auto = 'off', 'settle', 'off') where uid = ?`,
        shop.uid,
      ),
    stop: () => Promise.resolve(),
    judge: () => judgeWaiting(context),
    reverse: ({ number }) =>
      move.reverse(orders[number % orders.length] ?? '', undefined, { context }),
    person: ({ number }) => {
      const settlement = {
        bankTransactions: lines.slice(-1),
        override: ['evidence_differs'],
        reason: 'x',
      } as const
      return move.settle(orders[number % orders.length] ?? '', settlement, { context })
    },
    hour: async () => undefined,
  }
  return {
    does: async (step: Step) => {
      fault = step.fault
      const outcome = await does[step.act](step).catch((error) => String(error?.code ?? error))
      await Promise.all(going.splice(0))
      fault = null
      return Array.isArray(outcome) && outcome.length < 3 ? outcome : null
    },
    says: () => said({ account, uid: shop.uid, orders, digits }),
    wakes: async () => {
      const named = 'select id from collections where trade_no in (select value from json_each(?))'
      const own = await rows<{ id: number }>(named, JSON.stringify(orders))
      return woken.filter((id) => own.some((one) => one.id === id)).length
    },
  }
}

/** All that the database says of a place, without its ids. */
async function said(place: {
  readonly account: number
  readonly uid: string
  readonly orders: readonly string[]
  readonly digits: readonly string[]
}) {
  const { account, uid, orders } = place
  const named = 'select id from collections where trade_no in (select value from json_each(?))'
  const list = JSON.stringify(orders)
  const lines = await rows<{ id: number }>(
    'select id from bank_transactions where bank_account_id = ? order by id',
    account,
  )
  const found = {
    lines: await rows(
      `select id, external_id, amount, booked_at, state, doubts, claimed_by, claimed_at, created_at, freed, posted_by,
         confirmed_at, (select trade_no from collections where id = order_id) as paid
       from bank_transactions where bank_account_id = ? order by id`,
      account,
    ),
    account: await rows(
      `select waiting_count, waiting_amount, lines_version, last_transaction_at, posted_day, posted_lines,
         auto_awaiting, auto_counts, day, handed_out, received from bank_accounts where id = ?`,
      account,
    ),
    orders: await rows(
      `select trade_no, status, collection_status, settled_by, proof, paid_amount, paid_at, seq, backed, waits_in_slot
       from collections where id in (${named}) order by id`,
      list,
    ),
    events: await rows(
      `select trade_no, events.seq, name, from_state, to_state, actor, at,
         fact
       from events join collections on collections.id = order_id where order_id in (${named})
       order by order_id, events.seq`,
      list,
    ),
    ledger: await rows(
      `select trade_no, ledger_entries.seq, number, at, from_bucket, to_bucket, ledger_entries.amount
       from ledger_entries join collections on collections.id = order_id where order_id in (${named})
       order by order_id, ledger_entries.seq, number`,
      list,
    ),
    balance: await rows(
      `select available, frozen, unconfirmed from balances
       where merchant_id = (select id from merchants where uid = ?)`,
      uid,
    ),
    callbacks: await rows(
      `select trade_no, event_seq, state from callbacks where order_id in (${named}) order by order_id`,
      list,
    ),
  }
  const names = [...orders.entries()].map(([n, one]) => [one, `order ${n}`] as const)
  const ids = [...lines.entries()].map(([n, { id }]) => [String(id), `line ${n}`] as const)
  const text = JSON.stringify(found, null, 1).replaceAll(uid, 'the merchant')
  return [...names, ...ids].reduce((so, [one, name]) => so.replaceAll(one, name), text)
}

test('what is posted ends as where each line is stored first and judged then', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const both: World[] = []
      now += 86_400
      setClock(now * 1000)
      for (const isAtOnce of [true, false]) both.push(await aWorld(isAtOnce))
      const [world, other] = both
      if (world === undefined || other === undefined) throw new Error('no worlds')
      let isStopped = false
      for (const step of all) {
        now += step.act === 'hour' ? 3_600 : 7
        setClock(now * 1000)
        if (step.act === 'stop') {
          isStopped = !isStopped
          await rows('update auto_switch set state = ?', isStopped ? 'stopped' : 'running')
        }
        const outcomes = [await world.does(step), await other.does(step)]
        expect(outcomes[0], JSON.stringify(step)).toEqual(outcomes[1])
        expect(await world.says(), JSON.stringify(step)).toEqual(await other.says())
      }
      await rows(`update auto_switch set state = 'running'`)
      expect(await world.wakes()).toBe(await other.wakes())
    }),
    { numRuns: 5 * Number(env.AUTO_RACES), endOnFailure: true },
  )
  expect(settledAtOnce).toBeGreaterThan(5)
})

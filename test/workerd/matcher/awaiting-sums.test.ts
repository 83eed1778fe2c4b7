import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { proveSettlements } from '../../../src/operations/matcher/prove-settlements.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { anAutoAccount, autoOf, awaitingIn } from '../support/auto-settled.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, rows, setClock } from '../support/service.ts'
import {
  type BankLine,
  fileOf,
  importFile,
  post,
  rowsOfStatement,
  secondFeed,
  seconds,
  undo,
} from '../support/statements.ts'
import { anOrderInSlot } from './pairs.ts'

// Whatever becomes of what the service has settled: what awaits proof on an account is what its orders say (matching §5).

const acts = [
  // An order, and the feed's line of it, which the bank has or not; judged at once, or once a switch is turned on.
  'told',
  'told',
  'told',
  'told untrue',
  'told untrue',
  'told while off',
  // An order, and money that only a statement tells.
  'untold',
  'second feed',
  'import',
  'import',
  'import',
  'undo',
  'a day',
  'days',
  'days',
  'prove',
  'wrong match',
  'money returned',
  'gone',
  'exchange',
  'again',
  'on',
] as const

type Step = {
  readonly act: (typeof acts)[number]
  /** Which of the orders, or of the imports. */
  readonly which: number
  readonly amount: number
  /** Days that a statement tells again. */
  readonly overlap: number
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    which: fc.nat({ max: 20 }),
    amount: fc.constantFrom(100, 100, 250),
    overlap: fc.nat({ max: 3 }),
  }),
  { minLength: 5, maxLength: 24 },
)

// These lead from each state to each, whatever is drawn beside them; with a number: of that order.
const example = (
  [
    'told',
    'told',
    'told',
    'told untrue',
    'told untrue',
    'told',
    'told untrue',
    'exchange',
    ['money returned', 1],
    ['wrong match', 5],
    'on',
    'days',
    ['gone', 4],
    ['wrong match', 6],
    'on',
    'told',
    'a day',
    'import',
    'on',
    'undo',
    'import',
    'told untrue',
    'told while off',
    'on',
    'a day',
    'a day',
    'a day',
    'a day',
    'import',
    'on',
    ['wrong match', 2],
    ['again', 2],
    'on',
    'untold',
    'a day',
    'import',
    'second feed',
    'prove',
  ] as const
).map((one): Step => {
  const [act, which] = typeof one === 'string' ? ([one, 0] as const) : one
  return { act, which, amount: 100, overlap: 1 }
})

// By whom an order is settled, and its proof, before an act and after it.
const changes = [
  'auto awaiting → auto confirmed',
  'auto unproven → auto confirmed',
  'auto awaiting → auto unproven',
  'auto confirmed → auto awaiting',
  'auto awaiting → auto contradicted',
  'auto unproven → auto contradicted',
  'auto awaiting → nobody contradicted',
  'auto unproven → nobody contradicted',
  'auto confirmed → nobody contradicted',
  'nobody contradicted → person contradicted',
  'auto awaiting → nobody awaiting',
  'auto unproven → nobody unproven',
  'auto awaiting → person awaiting',
  'unsettled → auto confirmed',
]

type Settlement = { readonly tradeNo: string; readonly line: number; readonly told: BankLine }
type Import = { readonly id: number; readonly to: string; isUndone: boolean }

const daySeconds = 86_400
const going: Promise<unknown>[] = []
const context = aContext({ wake: async () => undefined, later: (work) => void going.push(work) })
const by = { context }
// Long ago, so that no list of another file begins with these. A run has two months of its own, as far as they reach.
const runDays = 60
const runsApart = 8
const today = secondsToTaipei(Math.floor(Date.now() / 1000))?.slice(0, 10)
const start = seconds(`${today} 11:00:00`) - runsApart * runDays * daySeconds
let runs = 0
let payers = 50_000

/** An account, its clock, and what the bank knows of it. */
async function aBank() {
  const begin = start + (runs % runsApart) * runDays * daySeconds
  runs += 1
  setClock(begin * 1000)
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await anAutoAccount({ autoSources: ['feed', 'statement'] })
  await rows(`update auto_switch set proved_to = ?, proved_later = '[]'`, begin - 1)
  let now = begin
  const money: BankLine[] = []
  const orders: Settlement[] = []
  const imports: Import[] = []
  // Something each day, so that statements cover it.
  const daily = (days: number) => {
    for (let n = 0; n < days; n += 1) {
      const day = secondsToTaipei(now + n * daySeconds)?.slice(0, 10)
      money.push({ at: `${day} 00:30:00`, amount: 1 })
    }
  }
  const pass = (by: number) => {
    if (by >= daySeconds) {
      now += daySeconds
      daily(by / daySeconds)
      now += by - daySeconds
    } else now += by
    setClock(now * 1000)
  }
  daily(1)

  const anOrder = async (amount: number) => {
    payers += 1
    const last5 = String(payers)
    const { tradeNo } = await anOrderInSlot({ shop, account, last5 }, { amount })
    const told = { at: secondsToTaipei(now) ?? '', amount, from: `008123${last5}` }
    return { tradeNo, told }
  }
  const told = async (amount: number, isTrue: boolean) => {
    const order = await anOrder(amount)
    const { answer } = await post(account, order.told, context)
    if (isTrue) money.push(order.told)
    orders.push({ ...order, line: answer.id })
  }
  const switchTo = (auto: string) =>
    rows('update bank_accounts set auto = ?, version = version + 1 where id = ?', auto, account)

  const one = ({ which }: Step) => orders[which % Math.max(1, orders.length)]

  const does: Record<Step['act'], (step: Step) => Promise<unknown>> = {
    told: ({ amount }) => told(amount, true),
    'told untrue': ({ amount }) => told(amount, false),
    'told while off': async ({ amount }) => {
      await switchTo('assign')
      await told(amount, true)
      await Promise.all(going.splice(0))
      await switchTo('settle')
    },
    untold: async ({ amount }) => void money.push((await anOrder(amount)).told),
    'second feed': async (step) => {
      const order = one(step)
      if (order) await post(account, { ...order.told, teller: secondFeed }, context)
    },
    import: async ({ overlap }) => {
      const standing = imports.filter(({ isUndone }) => !isUndone).map(({ to }) => to)
      const covered = seconds(`${standing.sort().at(-1) ?? '2000-01-01'} 00:00:00`)
      const from = secondsToTaipei(covered + (1 - overlap) * daySeconds)?.slice(0, 10) ?? ''
      const today = secondsToTaipei(now)?.slice(0, 10) ?? ''
      const all = money.toSorted((a, b) => a.at.localeCompare(b.at))
      const part = rowsOfStatement(all).filter((row) => row >= from && row < today)
      const last = part.at(-1)?.slice(0, 10)
      if (last === undefined) return
      const { answer } = await importFile(account, fileOf(part), {}, context)
      if ('import_id' in answer) imports.push({ id: answer.import_id, to: last, isUndone: false })
    },
    undo: async ({ which }) => {
      const taken = imports[which % Math.max(1, imports.length)]
      if (taken === undefined) return
      const { undone } = await undo(taken.id, context)
      taken.isUndone = undone.state === 'undone'
    },
    'a day': async () => pass(daySeconds),
    days: async () => {
      pass(3 * daySeconds)
      await proveSettlements(context)
    },
    prove: () => proveSettlements(context),
    'wrong match': async (step) => {
      const order = one(step)
      if (order) await move.reverse(order.tradeNo, undefined, by)
    },
    'money returned': async (step) => {
      const order = one(step)
      if (!order) return
      const back = { ...order.told, at: secondsToTaipei(now) ?? '', amount: -order.told.amount }
      const { answer } = await post(account, back, context)
      money.push(back)
      const input = {
        reason: '退回',
        because: 'money_returned',
        bankTransactions: [answer.id],
      } as const
      await move.reverse(order.tradeNo, input, by)
    },
    gone: async (step) => {
      const order = one(step)
      const input = { reason: '退回', because: 'money_returned' } as const
      if (order) await move.reverse(order.tradeNo, input, by)
    },
    exchange: async (step) => {
      const order = one(step)
      if (!order) return
      const other = { ...order.told, at: secondsToTaipei(now) ?? '' }
      const { answer } = await post(account, other, context)
      money.push(other)
      const input = { insteadOf: [order.line], reason: '對錯', bankTransactions: [answer.id] }
      await move.back(order.tradeNo, input, by)
    },
    again: async (step) => {
      const order = one(step)
      const input = { bankTransactions: [order?.line ?? 0] }
      if (order) await move.settle(order.tradeNo, input, by)
    },
    on: () => switchTo('settle'),
  }

  return {
    account,
    async does(step: Step) {
      pass(600)
      await does[step.act](step).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      while (going.length > 0) await Promise.all(going.splice(0))
    },
  }
}

afterAll(() => void vi.useRealTimers())

test('what awaits proof on an account is the sum of what its orders say, after each of any acts', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const bank = await aBank()
      let before = new Map<number, string>()
      for (const step of all) {
        await bank.does(step)
        const { auto_awaiting, auto_unproven } = await autoOf(bank.account)
        expect({ auto_awaiting, auto_unproven }).toEqual(await awaitingIn(bank.account))
        const after = await proofsOf(bank.account)
        for (const [id, proof] of after) seen.add(`${before.get(id) ?? 'unsettled'} → ${proof}`)
        before = after
      }
    }),
    { numRuns: Number(env.STATEMENT_RUNS), examples: [[example]] },
  )
  expect(changes.filter((one) => !seen.has(one))).toEqual([])
})

async function proofsOf(account: number): Promise<Map<number, string>> {
  const found = await rows<{ id: number; proof: string }>(
    `select id, coalesce(settled_by, 'nobody') || ' ' || proof as proof from collections
     where bank_account_id = ? and proof is not null`,
    account,
  )
  return new Map(found.map(({ id, proof }) => [id, proof]))
}

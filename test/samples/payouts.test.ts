import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { root } from '../../scripts/local/environment.ts'
import type { Sample } from './support/languages.ts'
import { aStore, runPayout } from './support/programs.ts'
import { aTestMerchant, type TestMerchant } from './support/test-merchants.ts'
import { type Json, startUnreliableFront, type Trouble } from './support/unreliable-front.ts'

const samples = inject('samples').map((sample) => [sample.name, sample] as const)

const tooMany = 'too_many_requests'
const soon = { retryAfter: 1 }

/** What becomes of the first requests for the payout, how many there are in all, and look-ups by `createPayout`. */
type Case = {
  readonly troubles: readonly Trouble[]
  readonly requests: number
  readonly lookUps: number
}
const cases: readonly (readonly [string, Case])[] = Object.entries({
  'the first answer is lost': { troubles: ['unanswered'], requests: 2, lookUps: 1 },
  'the first answer is cut in the middle': { troubles: ['halved'], requests: 2, lookUps: 1 },
  // It takes as long as the samples wait.
  ...(process.env.SAMPLES !== undefined && {
    'the first answer stops in the middle': { troubles: ['stalled'], requests: 2, lookUps: 1 },
  }),
  'the first request is lost': { troubles: ['lost'], requests: 2, lookUps: 0 },
  'the first answer is 503, though it was carried out': {
    troubles: [{ status: 503, isCarriedOut: true, ...soon }],
    requests: 2,
    lookUps: 1,
  },
  'the first answer is 503, and nothing was carried out': {
    troubles: [{ status: 503, ...soon }],
    requests: 2,
    lookUps: 0,
  },
  'the first answer is 429': {
    troubles: [{ status: 429, error: tooMany, ...soon }],
    requests: 2,
    lookUps: 0,
  },
  'the answer is lost, and a 429 follows': {
    troubles: ['unanswered', { status: 429, error: tooMany, ...soon }],
    requests: 3,
    lookUps: 1,
  },
} satisfies Record<string, Case>)

const payeeAccount = '012345678901'

// Of another payout than the program's.
const others = {
  amount: { amount: '100.51' },
  'payee’s name': { payee_name: '王大明' },
  'payee’s bank': { payee_bank: '005' },
  'payee’s account': { payee_account: '012345678902' },
  // The program gives none: it is the payee's.
  'beneficiary’s name': { beneficiary_name: '王大明' },
}

describe.concurrent.each(samples)('%s', (_name, sample) => {
  test.each(cases)('pays out once where %s', async (_what, { troubles, requests, lookUps }) => {
    const shop = await aTestMerchant()
    const { told, front } = await payoutOf(sample, shop, troubles)
    expect(told.code, told.errors).toBe(0)
    const [payout, query, ...more] = told.lines.map((line) => JSON.parse(line))
    const { serial_no, trade_no } = payout
    expect(serial_no).toMatch(/^P-[0-9a-f-]{32,36}$/)
    expect({ payout, query, more }).toEqual({
      payout: { step: 'payout', serial_no, trade_no, status: 'pending' },
      query: { step: 'query', status: 'PENDING' },
      more: [],
    })
    // One look-up is the program's own.
    const came = [front.came('payouts'), front.came('payouts/status')]
    expect(came).toEqual([requests, lookUps + 1])
    expect(await payoutsOf(shop)).toEqual([{ serial_no, trade_no }])
    const waits = front.waits('payouts')
    const mustWait = troubles.map((trouble) => typeof trouble === 'object')
    // Timers and this clock may differ by a millisecond or two.
    expect(waits.filter((waited, at) => mustWait[at] && waited < 990)).toEqual([])
  })

  test('asks for a callback, and tells of a field that the service does not know', async () => {
    const shop = await aTestMerchant()
    let asked: Json = {}
    const payouts = async (sent: Json, ask: () => Promise<Json>) => {
      asked = sent
      return { ...(await ask()), ignored_fields: ['notify_ulr'] }
    }
    const front = await startUnreliableFront(shop.api, {}, { payouts })
    const told = await runPayout(sample, { ...shop, api: `${front.url}/` })
    front.stop()
    expect(told.code, told.errors).toBe(0)
    expect(asked.notify_url).toBe('http://127.0.0.1:8799/notify')
    expect(told.errors).toMatch(/payouts: HTTP 200, x-request-id \S+, ignored: \W*notify_ulr/)
  })

  test('pays nothing where it is refused, and asks no more', async () => {
    const shop = await aTestMerchant()
    const refusal = { status: 422, error: 'insufficient_balance' }
    const { told, front } = await payoutOf(sample, shop, [refusal])
    expect(told.code).not.toBe(0)
    expect(told.lines).toEqual([])
    expect(told.errors).toContain('insufficient_balance')
    expect([front.came('payouts'), front.came('payouts/status')]).toEqual([1, 0])
  })

  test('gives the payout that exists where it is asked for again after a crash', async () => {
    const shop = await aTestMerchant()
    const content = ['P-1', '100.50']
    const store = aStore()
    const first = await runPayout(sample, { ...shop, store }, content)
    const again = await runPayout(sample, { ...shop, store }, content)
    expect([first.code, again.code], again.errors).toEqual([0, 0])
    // Its own number is kept, and the platform's.
    const kept = await readFile(store, 'utf8')
    for (const number of ['payout P-1', JSON.parse(first.lines[0] ?? '').trade_no]) {
      expect(kept).toContain(number)
    }
    const toldBy = ({ lines }: typeof first) => lines.map((line) => JSON.parse(line))
    expect(toldBy(again)).toEqual(toldBy(first))
    expect(await payoutsOf(shop)).toHaveLength(1)
  })

  test.each([429, 503])('does not know where its payout’s look-up gets %d', async (status) => {
    const shop = await aTestMerchant()
    const content = ['P-1', '100.50']
    await runPayout(sample, shop, content)
    const lookUps = Array.from({ length: 4 }, () => ({ status, error: tooMany }))
    const front = await startUnreliableFront(shop.api, { 'payouts/status': lookUps })
    const told = await runPayout(sample, { ...shop, api: front.url }, content)
    front.stop()
    expect([told.code === 0, front.came('payouts/status')]).toEqual([false, 4])
    expect(told.errors).toContain(status === 429 ? 'not looked up' : 'HTTP 503')
    expect(told.errors).not.toContain('duplicate_serial_no')
  })

  test.each(Object.entries(others))(
    'does not take a payout for its own that differs in its %s, though an answer was lost',
    async (_what, change) => {
      const shop = await aTestMerchant()
      const serial_no = 'P-1'
      const payee = { payee_name: '王小明', payee_bank: '004', payee_account: payeeAccount }
      const notify_url = 'http://127.0.0.1:8799/notify'
      const other = { serial_no, amount: '100.50', notify_url, ...payee, ...change }
      expect(await shop.ask('payouts', other)).toMatchObject({ ok: 1 })
      for (const troubles of [[], ['lost']] satisfies Trouble[][]) {
        const { told, front } = await payoutOf(sample, shop, troubles, [serial_no, '100.50'])
        expect(told.code).not.toBe(0)
        expect(told.lines).toEqual([])
        expect(told.errors).toContain('duplicate_serial_no')
        expect(front.came('payouts')).toBe(troubles.length + 1)
      }
      expect(await payoutsOf(shop)).toHaveLength(1)
    },
  )

  test('takes the payout for its own whose notify_url another release has asked for', async () => {
    const shop = await aTestMerchant()
    const payee = { payee_name: '王小明', payee_bank: '004', payee_account: payeeAccount }
    const changed = { notify_url: 'https://shop.example/notify', merchant_order_no: 'M', note: 'N' }
    const made = await shop.ask('payouts', {
      serial_no: 'P-1',
      amount: 100.5,
      ...changed,
      ...payee,
    })
    const { told } = await payoutOf(sample, shop, [], ['P-1', '100.50'])
    expect(told.code, told.errors).toBe(0)
    expect(JSON.parse(told.lines[0] ?? '')).toMatchObject({ trade_no: made.data.trade_no })
  })

  test.each([{ ok: 1 }, { ok: 1, data: null }, { ok: 1, data: {} }])(
    'does not know what became of it where the answer is %j',
    async (answer) => {
      const shop = await aTestMerchant()
      const front = await startUnreliableFront(shop.api, {}, { payouts: async () => answer })
      const told = await runPayout(sample, { ...shop, api: front.url })
      front.stop()
      expect([told.code === 0, told.lines]).toEqual([false, []])
      expect(told.errors).toContain('payouts: an answer without trade_no')
    },
  )

  test.each([{ ok: 1 }, { ok: 1, data: {} }])(
    'does not know where its payout’s look-up is %j',
    async (answer) => {
      const shop = await aTestMerchant()
      const content = ['P-1', '100.50']
      await runPayout(sample, shop, content)
      const standIns = { 'payouts/status': async () => answer }
      const front = await startUnreliableFront(shop.api, {}, standIns)
      const told = await runPayout(sample, { ...shop, api: front.url }, content)
      front.stop()
      expect([told.code === 0, told.lines]).toEqual([false, []])
      expect(told.errors).toContain('payouts: an answer without trade_no')
    },
  )

  test('tells that it does not know, rather than pay again under another number', async () => {
    const shop = await aTestMerchant()
    const troubles: Trouble[] = ['unanswered', 'lost', 'halved', 'lost']
    const { told, front } = await payoutOf(sample, shop, troubles)
    expect(told.code).not.toBe(0)
    expect(told.lines).toEqual([])
    expect(front.came('payouts')).toBe(4)
    expect(await payoutsOf(shop)).toHaveLength(1)
  })
})

// What its typed results cannot hold, of an answer that the service may give some day.
const unreadable = [
  ['payouts', { data: { trade_no: 'P0', status: 5 } }, 'payouts: an answer without trade_no'],
  ['payouts/status', { paid: '?' }, /payouts\/status: HTTP 200, \S+ \S+: "\?" is no amount/],
] as const

test.each(
  samples.flatMap(([name, sample]) =>
    name === 'go' ? unreadable.map((one) => [...one, sample] as const) : [],
  ),
)(
  'go does not know what became of %s where it cannot read %j',
  async (endpoint, part, says, sample) => {
    const shop = await aTestMerchant()
    const standIn = async (_sent: Json, ask: () => Promise<Json>) => ({ ...(await ask()), ...part })
    const front = await startUnreliableFront(shop.api, {}, { [endpoint]: standIn })
    const told = await runPayout(sample, { ...shop, api: front.url })
    front.stop()
    expect(told.code).not.toBe(0)
    expect(told.errors).toMatch(says)
    expect(told.errors).toContain('not known what became of the request: ')
    expect(await payoutsOf(shop)).toHaveLength(1)
  },
)

// What asks for a payout by a name of the earlier protocol; nothing listens there, for it must not be sent.
const inEarlierNames: Readonly<Record<string, readonly [string, ...string[]]>> = {
  typescript: [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { createPayout } from './typescript/pay.ts'
    await createPayout({ api: 'http://127.0.0.1:1' }, { serial_no: 'P-1', amount: '1', bankAccount: '222' })`,
  ],
  python: [
    'python3',
    '-Bc',
    `import sys; sys.path.append('python'); import pay
pay.create_payout(pay.Account('http://127.0.0.1:1', 'U', 's'), {'serial_no': 'P-1', 'amount': '1', 'bankAccount': '222'})`,
  ],
  php: [
    'php',
    '-r',
    `require 'php/autoload.php'; $pay = new MerchantPayment\\Pay('http://127.0.0.1:1', 'U', 's');
    $pay->createPayout(['serial_no' => 'P-1', 'amount' => '1', 'bankAccount' => '222']);`,
  ],
}

test.each(samples.filter(([name]) => name in inEarlierNames))(
  '%s refuses a name of the earlier protocol, which is none of a look-up',
  (name) => {
    const [file, ...args] = inEarlierNames[name] ?? ['false']
    const ran = spawnSync(file, args, { cwd: join(root, 'samples'), encoding: 'utf8' })
    expect(`${ran.stdout}${ran.stderr}`).toContain('bankAccount: use the current name')
  },
)

/** The numbers of every payout that the merchant has. */
async function payoutsOf({ ask }: TestMerchant) {
  const { items } = (await ask('ledger', {})).data
  const numbers = ({ serial_no, trade_no }: Record<string, string>) => ({ serial_no, trade_no })
  return items.map(numbers)
}

async function payoutOf(
  sample: Sample,
  shop: TestMerchant,
  payouts: readonly Trouble[],
  content?: readonly string[],
) {
  const front = await startUnreliableFront(shop.api, { payouts })
  try {
    return { told: await runPayout(sample, { ...shop, api: front.url }, content), front }
  } finally {
    front.stop()
  }
}

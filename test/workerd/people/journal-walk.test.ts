import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { backOffice } from '../../../src/backoffice/api.ts'
import { type CallEntry, namedCalls } from '../../../src/contract/back-office/table.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { itemsOf } from '../../support/tables.ts'
import { calls as contract } from '../../unit/backoffice/example-calls.ts'
import { anOperator, ask, withApprovals } from '../support/back-office.ts'
import { backOfficeOver, type Inputs } from '../support/back-office-http.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { aBankAccount, aTransaction, payersLast5, putOn } from '../support/banking.ts'
import { aDeliverer, setState } from '../support/deliverer.ts'
import { aPlainLink } from '../support/links.ts'
import { aPayout } from '../support/orders.ts'
import { type Answer, aCollection, aMerchant, anId, rows, spyOnLog } from '../support/service.ts'

// Every call of the back office's API that writes is made over HTTP, before the real operations and databases, by a
// person and by a service token in each role. Each of its writes is one row of the journal, with the request's id, or
// is one of those that the contract exempts (back office §6). Who may make a call is what the contract says, not what
// the table of calls says. A new call fails until it has its example here.

/** What is asked, and what the journal has to tell of it. */
type Example = Inputs & {
  readonly action: string
  /** Its kind and name; a function where the answer has the name. */
  readonly subject: string | ((answer: Answer['body']) => string)
  /** Who asked, and which approval, where the call carries out what somebody else asked for. */
  readonly asker?: string
  readonly approval?: string
}
type Make = (by: string) => Promise<Example>

const why = { reason: '查核' }
const deliverer = aDeliverer(() => 500, { now: Date.now })
const withSecond = withApprovals({}, { from: 1 })
const send = backOfficeOver(deliverer.context)
const sendToTwo = backOfficeOver(withSecond)

const named = (name: string): CallEntry => {
  const found = namedCalls.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no call ${name}`)
  return found
}

async function done(name: string, by: string, sent: Inputs) {
  const { status, body } = await send(named(name), by, sent)
  expect([name, status < 300, body]).toEqual([name, true, body])
  return body
}

let account = 0
beforeAll(async () => {
  account = (await anAccount()).id
})
beforeEach(() => {
  spyOnLog()
})
afterEach(async () => {
  await rows('delete from maintenance')
  await switchAuto('running')
})

const switchAuto = (state: string) => rows('update auto_switch set state = ?', state)

const ofMerchant =
  (action: string, body: object): Make =>
  async () => {
    const { uid } = await aMerchant()
    return { path: { uid }, body, action, subject: `merchant:${uid}` }
  }

const aSettlementAccount = { bank_code: '004', account_no: '12345678901', holder_name: '大安' }

/** A merchant with a settlement account. */
async function aShopWithAccount() {
  const { uid } = await aMerchant()
  const { id } = await done('addSettlementAccount', op, { path: { uid }, body: aSettlementAccount })
  return { uid, id: String(id) }
}

/** A move of a collection, and what was done with the collection before it. */
const ofCollection =
  (action: string, body: object | undefined, fields: Fields, ...before: readonly Step[]): Make =>
  async (by) => {
    const shop = await aMerchant()
    const { tradeNo } = await aCollection(shop, fields)
    return moved('collection', { tradeNo, by, action, body, before })
  }

/** A move of a payout whose merchant can pay for it. */
const ofPayout =
  (action: string, body: object | undefined, ...before: readonly Step[]): Make =>
  async (by) => {
    const shop = await aMerchant()
    const tradeNo = await aPayout(shop)
    const money = { amount: 100, bucket: 'available', ...why, idempotency_key: anId() }
    await done('adjustBalance', op, { path: { uid: shop.uid }, body: money })
    return moved('payout', { tradeNo, by, action, body, before })
  }

/** A call that is made before, by the operator or by whoever makes the call itself. */
type Step = readonly [name: string, body: object | undefined, by?: 'operator']

type Move = {
  readonly tradeNo: string
  readonly by: string
  readonly action: string
  readonly body: object | undefined
  readonly before: readonly Step[]
}

async function moved(kind: string, { tradeNo, by, action, body, before }: Move): Promise<Example> {
  const path = { trade_no: tradeNo }
  for (const [name, sent, who] of before) {
    const given = sent === undefined ? { path } : { path, body: sent }
    await done(name, who === 'operator' ? op : by, given)
  }
  const given = body === undefined ? { path } : { path, body }
  return { ...given, action, subject: `${kind}:${tradeNo}` }
}

const op = 'op@platform.example:operator'
const reversal = { ...why, because: 'wrong_match' }
const byHand = { ...why, manual: true }

/** A transaction of that amount, in hundredths, to back an order with. */
async function backedBy(amount: number) {
  return { bank_transactions: [await aTransaction(account, { amount })] }
}

/** A collection that whoever makes the call has matched to an account. */
async function aMatched(by: string, id: number): Promise<string> {
  const fields = { counterparty_account: `001-${payersLast5}` }
  const { tradeNo } = await aCollection(await aMerchant(), fields)
  await done('matchCollection', by, { path: { trade_no: tradeNo }, body: { bank_account: id } })
  return tradeNo
}

const ofCallbacks =
  (action: string, state: string, body: (uid: string) => object): Make =>
  async () => {
    const { uid } = await aCallback(state)
    return { body: body(uid), action, subject: 'callback:' }
  }

const ofCallback =
  (action: string, state: string): Make =>
  async () => {
    const { id } = await aCallback(state)
    return { path: { id }, action, subject: `callback:${id}` }
  }

async function aCallback(state: string) {
  const shop = await aMerchant()
  const order = await aCollection(shop, { notify_url: 'https://m.example/n' })
  const path = { trade_no: order.tradeNo }
  await done('takeCollection', op, { path, body: {} })
  await done('settleCollection', op, { path, body: byHand })
  if (state !== 'due') await setState([order.id], state)
  const { callback } = await done('showCollection', op, { path })
  return { uid: shop.uid, id: String(callback.callback_id) }
}

async function aProduct() {
  const body = { sku: anId().slice(0, 60), name: 'x', currency: 'HKD', price_hkd_cents: 1 }
  const { id } = await done('createProduct', op, { body })
  return { path: { id: String(id) }, subject: `product:${id}` }
}

async function aHold() {
  const { id } = await done('placeHold', op, { body: { account_no: anId(), ...why } })
  return { path: { id: String(id) }, subject: `hold:${id}` }
}

const aName = () => `${anId().toLowerCase()}@platform.example`

/** A new secret that somebody has asked for; the merchant's uid and the approval's id. */
async function waiting() {
  const asker = anOperator()
  const { uid } = await aMerchant()
  const asked = await ask(withSecond, asker, 'rotateSecret', { uid }, { grace_seconds: 0 })
  expect(asked.as).toBe(null)
  return { asker: asker.name, uid, path: { id: String(asked.value.approval_id) } }
}

// What makes each call that writes, in the order of the contract.
const examples: Readonly<Record<string, Make>> = {
  createMerchant: async () => {
    const uid = `M${anId().slice(2, 14)}`
    const body = { uid, name: '商店', settings: { trusted: true } }
    return { body, action: 'create', subject: `merchant:${uid}` }
  },
  patchMerchant: ofMerchant('patch', { settings: { trusted: true } }),
  rotateSecret: ofMerchant('secret', {}),
  setPaymentAmounts: ofMerchant('payment-amounts', {
    fixed_amounts: [123],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  }),
  setPricing: ofMerchant('pricing', { collection: { rate_ppm: 15_000 } }),
  withdrawPricing: async () => {
    const { uid } = await aMerchant()
    const body = { valid_from: secondsToTaipei(Math.floor(Date.now() / 1000) + 86_400) }
    await done('setPricing', op, { path: { uid }, body })
    return { path: { uid, version: '1' }, action: 'withdraw-pricing', subject: `merchant:${uid}` }
  },
  addSettlementAccount: async () => {
    const { uid } = await aMerchant()
    const subject = `merchant:${uid}`
    return { path: { uid }, body: aSettlementAccount, action: 'add-settlement-account', subject }
  },
  removeSettlementAccount: async () => {
    const { uid, id } = await aShopWithAccount()
    const subject = `merchant:${uid}`
    return { path: { uid, id }, action: 'remove-settlement-account', subject }
  },
  withdraw: async () => {
    const { uid } = await aShopWithAccount()
    const money = { amount: 5, bucket: 'available', ...why, idempotency_key: 'k' }
    await done('adjustBalance', op, { path: { uid }, body: money })
    const body = { serial_no: 'W1', amount: 'all' }
    return { path: { uid }, body, action: 'withdraw', subject: `merchant:${uid}` }
  },
  adjustBalance: ofMerchant('adjustments', {
    amount: 5,
    bucket: 'available',
    ...why,
    idempotency_key: 'k',
  }),
  createProduct: async () => {
    const sku = anId().slice(0, 60)
    const body = { sku, name: 'x', currency: 'HKD', price_hkd_cents: 1 }
    return { body, action: 'create', subject: ({ id }) => `product:${id}` }
  },
  patchProduct: async () => ({ ...(await aProduct()), body: { name: 'y' }, action: 'patch' }),
  removeProduct: async () => ({ ...(await aProduct()), action: 'delete' }),

  createBankAccount: async () => {
    const account_no = anId().replace(/\D/g, '').padEnd(14, '7').slice(0, 14)
    const body = { bank_code: '013', account_no, holder_name: '大安商行' }
    return { body, action: 'create', subject: ({ id }) => `bank_account:${id}` }
  },
  patchBankAccount: async () => {
    const { id } = await anAccount()
    const body = { holder_name: '信義商行' }
    return { path: { id: String(id) }, body, action: 'patch', subject: `bank_account:${id}` }
  },

  takeCollection: ofCollection('take', {}, {}),
  releaseCollection: ofCollection('release', undefined, {}, ['takeCollection', {}]),
  matchCollection: async (by) => {
    const make = ofCollection('match', { bank_account: account }, {})
    return make(by)
  },
  settleCollection: async (by) => {
    const shop = await aMerchant()
    const payer = { counterparty_account: payersLast5 }
    const { tradeNo } = await aCollection(shop, payer)
    await putOn(tradeNo, account)
    // What an agent names is evidence; an operator goes without, which may take a second person.
    const body = by.endsWith('agent')
      ? { bank_transactions: [await aTransaction(account)] }
      : byHand
    const before: Step[] = [['takeCollection', {}]]
    return moved('collection', { tradeNo, by, action: 'settle', body, before })
  },
  settleCollections: async (by) => {
    const { id } = await anAccount()
    const tradeNo = await aMatched(by, id)
    const item = { trade_no: tradeNo, bank_transactions: [await aTransaction(id)] }
    return { body: { items: [item] }, action: 'settle', subject: `collection:${tradeNo}` }
  },
  reassignCollections: async (by) => {
    const { id } = await anAccount()
    const tradeNo = await aMatched(by, id)
    const body = { to: (await anAccount()).id, trade_nos: [tradeNo] }
    const path = { id: String(id) }
    return { path, body, action: 'match', subject: `collection:${tradeNo}` }
  },
  noteCollection: ofCollection('note', { text: '來電' }, {}),
  notePayout: ofPayout('note', { text: '來電' }),
  reportException: ofCollection('exception', why, {}, ['takeCollection', {}]),
  confirmCollection: ofCollection('confirm', {}, { status: 'succeeded' }),
  reverseCollection: ofCollection('reverse', reversal, {}, ['settleCollection', {}, 'operator']),
  backCollection: async (by) =>
    ofCollection('back', await backedBy(10_000), {}, ['settleCollection', {}, 'operator'])(by),

  takePayout: ofPayout('take', {}),
  releasePayout: ofPayout('release', undefined, ['takePayout', {}]),
  processPayout: async (by) => {
    const { id } = await anAccount({ backing: 'later' })
    const body = by.endsWith('agent') ? { bank_account: id } : {}
    return ofPayout('process', body, ['takePayout', {}])(by)
  },
  cancelPayout: ofPayout('cancel', why, ['takePayout', {}]),
  reversePayout: ofPayout('reverse', reversal, ['processPayout', {}, 'operator']),
  backPayout: async (by) =>
    ofPayout('back', await backedBy(-4_000), ['processPayout', {}, 'operator'])(by),

  resendCallbacks: ofCallbacks('resend', 'due', (uid) => ({ merchant_uid: uid })),
  reviveCallbacks: ofCallbacks('revive', 'parked', (uid) => ({ merchant_uid: uid })),
  resendCallback: ofCallback('resend', 'due'),
  reviveCallback: ofCallback('revive', 'parked'),
  testCallback: async () => {
    const body = { merchant_uid: (await aMerchant()).uid, url: 'https://m.example/n' }
    return { body, action: '', subject: '' }
  },

  acknowledgeAlarm: async () => {
    await rows(
      `insert or replace into alarms (name, subject, value, since, raised_at, webhook_notice, telegram_notice, version)
       values ('books_differ', 'database:7', 1, 1, 1, '', '', 1)`,
    )
    const path = { name: 'books_differ' }
    return { path, body: {}, action: 'acknowledge', subject: 'alarm:books_differ/database:7' }
  },
  checkBooks: async () => {
    await rows('delete from book_passes')
    return { action: 'check', subject: 'books:0' }
  },
  switchMaintenance: async () => {
    await rows('insert or ignore into maintenance values (1, 1, ?, ?)', 'ann', 'x')
    return { body: { on: false, reason: 'x' }, action: 'end', subject: 'maintenance:all' }
  },
  stopAuto: async () => {
    await switchAuto('running')
    return { body: { reason: 'x' }, action: 'stop', subject: 'auto:all' }
  },
  startAuto: async () => {
    await switchAuto('stopped')
    return { body: { reason: 'x' }, action: 'start', subject: 'auto:all' }
  },
  testAlarms: async () => ({ action: '', subject: '' }),

  importStatement: async () => {
    const id = await aBankAccount({ statementFormat: 'demo_utf8' })
    const header = '日期,時間,金額,餘額,備註,對方帳號,對方名稱'
    // A balance of its own, so that it does not look like another account's.
    const file = `${header}\n2026-11-20,10:00,5,${id % 1_000_000_000},,,\n`
    const subject = `bank_account:${id}`
    return { path: { id: String(id) }, file, action: 'statements', subject }
  },
  agreeImport: async () => {
    const id = await anImport()
    return { path: { id: String(id) }, action: 'agree', subject: `bank_import:${id}` }
  },
  undoImport: async () => {
    const id = await anImport()
    const body = { reason: 'wrong file' }
    return { path: { id: String(id) }, body, action: 'undo', subject: `bank_import:${id}` }
  },
  postTransaction: async (by) => {
    const id = await aBankAccount({ feeds: [by.slice(0, by.lastIndexOf(':'))] })
    const line = { booked_at: '2026-11-20 10:00:00', amount: 5, external_id: anId() }
    return { body: { bank_account: id, ...line }, action: 'post', subject: `bank_account:${id}` }
  },
  ignoreTransaction: async () => {
    const id = await aTransaction(account)
    const subject = `bank_transaction:${id}`
    return { path: { id: String(id) }, body: { kind: 'fee', ...why }, action: 'ignore', subject }
  },
  reopenTransaction: async () => {
    const id = await aTransaction(account, { state: 'ignored', ignoredAs: 'fee' })
    const subject = `bank_transaction:${id}`
    return { path: { id: String(id) }, body: why, action: 'reopen', subject }
  },

  eraseMember: async () => {
    const { uid } = await aMerchant()
    const body = { merchant_uid: uid, user_id: 'U1', ...why }
    return { body, action: 'erase', subject: `member:${uid}/U1` }
  },
  placeHold: async () => ({
    body: { account_no: anId(), ...why },
    action: 'create',
    subject: ({ id }) => `hold:${id}`,
  }),
  liftHold: async () => ({ ...(await aHold()), body: why, action: 'lift' }),

  approve: async () => {
    const { uid, ...asked } = await waiting()
    const subject = `merchant:${uid}`
    return { ...asked, body: {}, action: 'secret', subject, approval: asked.path.id }
  },
  reject: async () => {
    const { path } = await waiting()
    return { path, body: why, action: 'reject', subject: `approval:${path.id}` }
  },
  giveRole: async () => {
    const name = aName()
    return { path: { name }, body: { role: 'agent' }, action: 'put', subject: `person:${name}` }
  },
  takeRole: async () => {
    const name = aName()
    await done('giveRole', op, { path: { name }, body: { role: 'agent' } })
    return { path: { name }, action: 'delete', subject: `person:${name}` }
  },

  purchaseOverBridge: async () => {
    const { session } = await aPlainLink(await aMerchant())
    const path = { third_party_session: session }
    return { path, body: { amount: 3000 }, action: '', subject: '' }
  },
}

// Decisions §9 and back office §6, in their words.
const exempt: Readonly<Record<string, string>> = {
  testCallback: 'a signed sample; nothing is stored',
  testAlarms: 'a test message; nothing is stored',
  purchaseOverBridge: 'feed lines and bridge purchases have none',
}

const writing = namedCalls.filter(({ call }) => call.method !== 'GET')

test('every call that may write has an example, and the router has no other', () => {
  expect(Object.keys(examples).sort()).toEqual(writing.map(({ name }) => name).sort())
  // A page's form makes one of these calls.
  const served = backOffice.routes.filter(
    ({ method, path }) => !['ALL', 'GET'].includes(method) && path.startsWith('/api/'),
  )
  const routes = served.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual(
    writing.map(({ call }) => `${call.method} /api${call.path}`).sort(),
  )
})

const roles = ['operator', 'agent', 'auditor', 'bridge', 'feed'] as const

/** The roles that may make a call, as the contract says. */
function allowedRoles({ call }: CallEntry): readonly string[] {
  const pattern = new RegExp(`^/api${call.path.replace(/:\w+(\{[^/]*\})?/g, '[^/]+')}$`)
  const found = contract.find(([method, path]) => method === call.method && pattern.test(path))
  if (found === undefined) throw new Error(`the contract does not know ${call.path}`)
  return found[3]
}

type Row = Readonly<Record<'actor' | 'role' | 'action' | 'subject' | 'approved_by', string>>

/** What the journal has of a request. */
function journalOf({ headers }: Answer): Promise<Row[]> {
  return rows(
    `select actor, role, action, subject_kind || ':' || subject as subject, approved_by
     from journal where request_id = ? order by id`,
    headers.get('x-request-id'),
  )
}

/** An import that has told nothing. An account's id is one of an import, too. */
async function anImport(): Promise<number> {
  const id = await aBankAccount()
  await rows(
    `insert into bank_imports values (?1, ?1, 'done', 0, 0, 0, 0, '[]', 'unknown', null, null, null, 'x', 0, 0, '', null, null, 0)`,
    id,
  )
  return id
}

/** The row of whoever approved. */
const approving = (actor: string, id: string): Row => {
  const subject = `approval:${id}`
  return { actor, role: 'operator', action: 'approve', subject, approved_by: '' }
}

const told = ({ action, subject }: Example, body: Answer['body']) => ({
  action,
  subject: typeof subject === 'string' ? subject : subject(body),
})

/** How many rows each table has. */
async function rowsOfAllTables(): Promise<readonly unknown[]> {
  const tables = await rows<{ name: string }>(
    `select name from sqlite_schema where type = 'table' and name not glob '_cf_*'`,
  )
  return Promise.all(
    tables.map(({ name }) => rows(`select '${name}' as name, count(*) as n from ${name}`)),
  )
}

const secrets: string[] = []
function noteSecrets(body: Answer['body']): void {
  for (const name of ['api_secret', 'webhook_secret']) if (body[name]) secrets.push(body[name])
}

describe('a write is one row of the journal, in the role of whoever wrote:', () => {
  test.each(writing)('$name', async (one) => {
    const make = examples[one.name]
    if (make === undefined) throw new Error(`${one.name} has no example`)
    const allowed = allowedRoles(one)
    for (const role of allowed) {
      for (const name of [aName(), `service:${anId().toLowerCase()}`]) {
        const isService = name.startsWith('service:')
        // Only people approve and agree.
        if (isService && ['approve', 'agreeImport'].includes(one.name)) continue
        const by = `${name}:${role}`
        const example = await make(by)
        const before = one.name.startsWith('test') ? await rowsOfAllTables() : null
        const answered = await send(one, by, example)
        expect([one.name, by, answered.status, answered.body]).toEqual([
          one.name,
          by,
          expect.toSatisfy((status) => status < 300),
          answered.body,
        ])
        noteSecrets(answered.body)
        if (before !== null) expect(await rowsOfAllTables()).toEqual(before)
        // A note is the row itself.
        const isPersons = role === 'operator' || !isService || one.name.startsWith('note')
        const isKept = exempt[one.name] === undefined && isPersons
        const actor = example.asker ?? name
        const approvedBy = example.asker === undefined ? '' : name
        const row = { actor, role, ...told(example, answered.body), approved_by: approvedBy }
        const decided = example.approval === undefined ? [] : [approving(name, example.approval)]
        expect(await journalOf(answered)).toEqual(isKept ? [row, ...decided] : [])
      }
    }
  })
})

describe('a call of any other role is refused, and no row is written:', () => {
  test.each(writing)('$name', async (one) => {
    const example = await examples[one.name]?.(op)
    const allowed = allowedRoles(one)
    for (const role of roles.filter((role) => !allowed.includes(role))) {
      for (const name of [aName(), `service:${anId().toLowerCase()}`]) {
        const answered = await send(one, `${name}:${role}`, example ?? {})
        expect([role, answered.status, answered.body.error]).toEqual([role, 403, 'forbidden'])
        expect(await journalOf(answered)).toEqual([])
      }
    }
    const nobody = await send(one, `${aName()}:nobody`, example ?? {})
    expect([nobody.status, nobody.body.error]).toEqual([401, 'unauthenticated'])
    expect(await journalOf(nobody)).toEqual([])
  })
})

/** Back office §5: what waits for a second person, of the examples above; those of amounts from one cent on. */
const waits = itemsOf(`
  createMerchant patchMerchant rotateSecret adjustBalance setPricing withdrawPricing
  addSettlementAccount removeSettlementAccount withdraw createBankAccount patchBankAccount
  liftHold giveRole takeRole settleCollection confirmCollection reverseCollection processPayout
  reversePayout postTransaction switchMaintenance startAuto eraseMember undoImport
`)

describe('a call that waits for a second person is one row of its asker, one with both names, and one of the approver:', () => {
  const decisions = ['approve', 'reject']
  test.each(writing.filter(({ name }) => !decisions.includes(name)))('$name', async (one) => {
    const asker = aName()
    const by = `${asker}:operator`
    const example = await examples[one.name]?.(by)
    if (example === undefined) throw new Error(`${one.name} has no example`)
    const asked = await sendToTwo(one, by, example)
    expect([one.name, asked.status === 202 && 'approval_id' in asked.body]).toEqual([
      one.name,
      waits.includes(one.name),
    ])
    if (!waits.includes(one.name)) return
    const id = String(asked.body.approval_id)
    expect(await journalOf(asked)).toEqual([
      {
        actor: asker,
        role: 'operator',
        approved_by: '',
        action: 'ask',
        subject: `approval:${id}`,
      },
    ])
    const second = aName()
    const answered = await sendToTwo(named('approve'), `${second}:operator`, {
      path: { id },
      body: {},
    })
    expect([one.name, answered.status < 300, answered.body]).toEqual([
      one.name,
      true,
      answered.body,
    ])
    noteSecrets(answered.body)
    expect(await journalOf(answered)).toEqual([
      { actor: asker, role: 'operator', ...told(example, answered.body), approved_by: second },
      approving(second, id),
    ])
  })
})

test('no row of all that has a secret', async () => {
  expect(secrets.length).toBeGreaterThan(3)
  const kept = JSON.stringify(await rows('select * from journal'))
  for (const secret of secrets) expect(kept).not.toContain(secret)
})

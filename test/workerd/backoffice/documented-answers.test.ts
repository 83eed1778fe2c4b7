import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { type CallName, namedCalls } from '../../../src/contract/back-office/table.ts'
import { callbackId } from '../../../src/rules/orders/order-identity.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { withApprovals } from '../support/back-office.ts'
import { backOfficeOver, goingOn, type Inputs } from '../support/back-office-http.ts'
import { anAccountNo } from '../support/bank-accounts.ts'
import { aDeliverer, setState } from '../support/deliverer.ts'
import { anAmountLink, aPlainLink } from '../support/links.ts'
import { aPayout } from '../support/orders.ts'
import { aCollection, aMerchant, anId, rows, type Shop, spyOnLog } from '../support/service.ts'

// Every call of the back office's API is made, over HTTP, and what it answers has the members that its OpenAPI document
// says, and no others: `backOfficeOver` holds each answer against it.

const deliverer = aDeliverer(() => 500, { now: Date.now })
const { settings } = withApprovals()
const send = backOfficeOver({ ...deliverer.context, settings })
beforeEach(() => {
  spyOnLog()
})

const notified = { notify_url: 'https://m.example/n' }
const why = { reason: '查核' }
const ben = 'ben@platform.example:operator'

const ann = 'ann@platform.example:operator'

function ask(name: CallName, path: Record<string, string> = {}, sent: Input = {}) {
  const found = namedCalls.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no call ${name}`)
  const { by = ann, ...rest } = sent
  return send(found, by, { path, ...rest })
}

type Input = Omit<Inputs, 'path'> & { readonly by?: string }

async function done(name: CallName, path: Record<string, string> = {}, sent: Input = {}) {
  const answer = await ask(name, path, sent)
  expect([name, answer.status < 300, answer.body]).toEqual([name, true, answer.body])
  return answer.body
}

/** Makes a call that waits, and has somebody else approve it. */
async function approved(name: CallName, path: Record<string, string> = {}, sent: Input = {}) {
  const { approval_id } = await done(name, path, sent)
  return done('approve', { id: String(approval_id) }, { body: {}, by: ben })
}

async function anOrder(fields: Fields = {}) {
  const shop = await aMerchant()
  const { tradeNo, id } = await aCollection(shop, { ...notified, ...fields })
  return { shop, id, path: { trade_no: tradeNo } }
}

async function aSettled(fields: Fields = {}) {
  const order = await anOrder(fields)
  await done('settleCollection', order.path, { body: { manual: true } })
  return order
}

async function aNotified() {
  const order = await aSettled()
  await deliverer.deliver(order.id)
  return { ...order, callback: { id: callbackId(order.path.trade_no, 1) } }
}

async function aPaidPayout(shop: Shop) {
  const path = { trade_no: await aPayout(shop, notified) }
  await done('processPayout', path, { body: { voucher_no: 'V1' } })
  return path
}

async function aProduct() {
  const body = { sku: anId().slice(0, 60), name: '點數', currency: 'HKD', price_hkd_cents: 100 }
  return { id: String((await done('createProduct', {}, { body })).id) }
}

async function aHold() {
  const body = { account_no: anId(), ...why }
  return { id: String((await done('placeHold', {}, { body })).id) }
}

function newAccount(fields: object = {}) {
  return { bank_code: '013', account_no: anAccountNo(), holder_name: '大安商行', ...fields }
}

async function anAccount(fields: object = {}) {
  const { id } = await approved('createBankAccount', {}, { body: newAccount(fields) })
  return { id: String(id) }
}

const feedName = 'service:made-up-bank'

/** A line that a feed has posted, of 100 dollars that came in. */
async function aTransactionOf(fields: object = {}) {
  const { id: account } = await anAccount({ feeds: [feedName] })
  const line = { bank_account: Number(account), booked_at: taipeiNow(), amount: 100, ...fields }
  const body = { ...line, external_id: anId(), counterparty_last5: '67890', memo: '轉入' }
  const { id } = await done('postTransaction', {}, { by: `${feedName}:feed`, body })
  return { account, body, path: { id: String(id) } }
}

/** A collection whose deposit has come after its match; `auto`: what the service does on its account. */
async function aReady(auto: object = {}, last5 = '67890') {
  const { path, shop } = await anOrder({ counterparty_account: `001-${last5}` })
  await rows(`update merchants set auto = 'settle' where uid = ?`, shop.uid)
  const { id: account } = await anAccount({ feeds: [feedName], ...auto })
  await done('matchCollection', path, { body: { bank_account: account } })
  const line = { bank_account: Number(account), booked_at: taipeiNow(), amount: 100 }
  const body = { ...line, external_id: anId(), counterparty_last5: last5 }
  await done('postTransaction', {}, { by: `${feedName}:feed`, body })
  return { account, ...path }
}

const taipeiNow = () => secondsToTaipei(Math.floor(Date.now() / 1000))
const aDay = (amount: number, balance: number) =>
  `2026-11-20,10:00:00,${amount},${balance},轉入,00412345678,王小明`

/** A file of one line, which no other account has. */
function aStatement(account: string) {
  return [
    '日期,時間,金額,餘額,備註,對方帳號,對方名稱',
    aDay(100, Number(account) % 1_000_000_000),
    '',
  ]
}

const aSettlementAccount = { bank_code: '004', account_no: '12345678901', holder_name: '大安' }

async function waitingRotation() {
  const { uid } = await aMerchant()
  const { approval_id } = await done('rotateSecret', { uid }, { body: {} })
  return { id: String(approval_id) }
}

// Each with its values from its name to its version.
const storeAlarms = (...alarms: readonly string[]) =>
  rows(`insert into alarms (name, subject, value, true_since, false_since, since, raised_at, over_at,
          webhook_notice, telegram_notice, notified_at, version)
        values ${alarms.map((values) => `(${values})`).join(', ')}`)

async function aPerson() {
  const name = `${anId().toLowerCase()}@platform.example`
  await approved('giveRole', { name }, { body: { role: 'agent' } })
  return { name }
}

const inLabels = {
  collection_account_name: '行',
  collection_account_no: '1',
  collection_bank_name: '銀',
}

// What makes each call; a call without does not compile.
const calls: Record<CallName, () => Promise<unknown>> = {
  createMerchant: async () => {
    const body = () => ({ uid: `M${anId().slice(2, 14)}`, name: '商店' })
    await done('createMerchant', {}, { body: body() })
    await approved('createMerchant', {}, { body: { ...body(), settings: { trusted: true } } })
  },
  listMerchants: () => done('listMerchants', {}, { query: { limit: '2', balances: '1' } }),
  showMerchant: async () => {
    const { uid } = await aMerchant()
    await approved('rotateSecret', { uid }, { body: {} })
    await done('showMerchant', { uid })
  },
  patchMerchant: async () => {
    const { uid } = await aMerchant()
    const display = { name: '大安', support_url: 'https://m.example/help' }
    await done('patchMerchant', { uid }, { body: { ip_whitelist: ['10.0.0.1'] } })
    const body = { ip_whitelist: [], settings: { display } }
    await approved('patchMerchant', { uid }, { body })
  },
  rotateSecret: async () => {
    const { uid } = await aMerchant()
    await approved('rotateSecret', { uid }, { body: {} })
  },
  listPricing: async () => {
    const { uid } = await aMerchant()
    await approved('setPricing', { uid }, { body: { collection: { rate_ppm: 15_000 } } })
    await done('listPricing', { uid })
  },
  setPricing: async () => {
    const { uid } = await aMerchant()
    const body = { payout: { fixed: 3, max: 10 }, fee_on_reversal: 'keep' }
    await approved('setPricing', { uid }, { body })
  },
  withdrawPricing: async () => {
    const { uid } = await aMerchant()
    const valid_from = secondsToTaipei(Math.floor(Date.now() / 1000) + 86_400)
    await approved('setPricing', { uid }, { body: { valid_from } })
    await approved('withdrawPricing', { uid, version: '1' }, {})
  },
  listSettlementAccounts: async () => {
    const { uid } = await aMerchant()
    await approved('addSettlementAccount', { uid }, { body: aSettlementAccount })
    await done('listSettlementAccounts', { uid })
  },
  addSettlementAccount: async () => {
    const { uid } = await aMerchant()
    await approved('addSettlementAccount', { uid }, { body: aSettlementAccount })
  },
  removeSettlementAccount: async () => {
    const { uid } = await aMerchant()
    await approved('addSettlementAccount', { uid }, { body: aSettlementAccount })
    const { items } = await done('listSettlementAccounts', { uid })
    await approved('removeSettlementAccount', { uid, id: String(items[0].id) }, {})
  },
  withdraw: async () => {
    const { shop } = await aSettled()
    const { uid } = shop
    await approved('addSettlementAccount', { uid }, { body: aSettlementAccount })
    const all = { body: { serial_no: 'W1', amount: 'all' } }
    await approved('withdraw', { uid }, all)
    expect((await ask('withdraw', { uid }, all)).body.error).toBe('duplicate_serial_no')
  },
  setPaymentAmounts: async () => {
    const { uid } = await aMerchant()
    const body = { fixed_amounts: [100], allow_custom: true, custom_min: 1, custom_max: 5 }
    await done('setPaymentAmounts', { uid }, { body })
  },
  showPaymentAmounts: async () => done('showPaymentAmounts', { uid: (await aMerchant()).uid }),
  showBalance: async () => {
    const { shop } = await aSettled()
    await aPayout(shop)
    await done('showBalance', { uid: shop.uid })
  },
  listLedger: async () => {
    const { shop, path } = await aSettled()
    await aPaidPayout(shop)
    const body = { bucket: 'available', amount: -1.5, ...why, idempotency_key: 'k', ...path }
    await done('adjustBalance', { uid: shop.uid }, { body })
    const { items } = await done('listLedger', { uid: shop.uid })
    expect(items.length).toBeGreaterThan(2)
  },
  adjustBalance: async () => {
    const { uid } = await aMerchant()
    const body = { bucket: 'frozen', amount: '200000', ...why, idempotency_key: 'k' }
    await approved('adjustBalance', { uid }, { body })
  },
  listProducts: async () => {
    await aProduct()
    await done('listProducts')
  },
  createProduct: aProduct,
  showProduct: async () => done('showProduct', await aProduct()),
  patchProduct: async () => done('patchProduct', await aProduct(), { body: { name: '新' } }),
  removeProduct: async () => done('removeProduct', await aProduct()),
  createBankAccount: () => anAccount({ daily_cap: 1000, agents: ['cat@platform.example'] }),
  patchBankAccount: async () => {
    const path = await anAccount()
    await done('patchBankAccount', path, { body: { note: '新' } })
    await done('patchBankAccount', path, { body: { state: 'frozen' } })
    await approved('patchBankAccount', path, { body: { state: 'active' } })
  },
  listTransactions: async () => {
    const { account } = await aTransactionOf()
    const { items } = await done('listTransactions', {}, { query: { bank_account: account } })
    expect(items).toHaveLength(1)
  },
  showTransaction: async () => done('showTransaction', (await aTransactionOf()).path),
  importStatement: async () => {
    const path = await anAccount({ statement_format: 'demo_utf8' })
    const file = aStatement(path.id)
    const planned = await done('importStatement', path, {
      query: { dry_run: '1' },
      file: file.join('\n'),
    })
    expect(planned.first).toHaveLength(1)
    const { import_id } = await done('importStatement', path, { file: file.join('\n') })
    await Promise.all(goingOn)
    const shown = await done('showImport', { id: String(import_id) })
    expect(shown).toMatchObject({ state: 'done', new: 1 })
    const broken = [...file.slice(0, 2), aDay(5, 7), 'x']
    const refused = await ask('importStatement', path, { file: broken.join('\n') })
    expect(refused.body).toMatchObject({ error: 'statement_refused', problems: [{ line: 4 }] })
    const { items } = await done('listTransactions', {}, { query: { bank_account: path.id } })
    await done('showTransaction', { id: String(items[0].id) })
    await done('showBankAccount', path)
    await done('showStatements', path)
    expect((await done('listImports', path)).items).toHaveLength(1)
  },
  showStatements: () => calls.importStatement(),
  listImports: () => calls.importStatement(),
  showImport: () => calls.importStatement(),
  agreeImport: async () => {
    const path = await anAccount({ statement_format: 'demo_utf8' })
    const file = aStatement(path.id).join('\n')
    const { import_id } = await done('importStatement', path, { file })
    await Promise.all(goingOn)
    const own = await ask('agreeImport', { id: String(import_id) })
    expect([own.status, own.body.error]).toEqual([403, 'own_approval'])
    await done('agreeImport', { id: String(import_id) }, { by: 'other@platform.example:operator' })
  },
  undoImport: async () => {
    const path = await anAccount({ statement_format: 'demo_utf8' })
    const file = aStatement(path.id).join('\n')
    const { import_id } = await done('importStatement', path, { file })
    await Promise.all(goingOn)
    const [line] = (await done('listTransactions', {}, { query: { bank_account: path.id } })).items
    await done('ignoreTransaction', { id: String(line.id) }, { body: { kind: 'other', ...why } })
    const one = { id: String(import_id) }
    const used = await ask('undoImport', one, { body: why })
    expect(used.body).toMatchObject({ error: 'import_in_use', bank_transactions: [line.id] })
    await done('reopenTransaction', { id: String(line.id) }, { body: why })
    const undoing = await approved('undoImport', one, { body: why })
    expect(undoing.state).toBe('undoing')
    await Promise.all(goingOn)
    expect(await done('showImport', one)).toMatchObject({ state: 'undone', new: 1 })
  },
  listStatementFormats: () => done('listStatementFormats'),
  postTransaction: async () => {
    const { account, body } = await aTransactionOf()
    const { status } = await ask('postTransaction', {}, { body })
    expect(status).toBe(200)
    const feed = { by: `${feedName}:feed`, body: { ...body, external_id: anId() } }
    await done('postTransaction', {}, feed)
    await approved('postTransaction', {}, { body: { ...body, external_id: anId(), amount: '7.5' } })
    const differs = await ask('postTransaction', {}, { ...feed, body: { ...feed.body, amount: 1 } })
    expect(differs.body.error).toBe('bank_transaction_differs')
    await done('listTransactions', {}, { query: { bank_account: account } })
  },
  ignoreTransaction: async () => {
    const { path } = await aTransactionOf()
    await done('ignoreTransaction', path, { body: { kind: 'fee', ...why } })
  },
  reopenTransaction: async () => {
    const { path } = await aTransactionOf()
    await done('ignoreTransaction', path, { body: { kind: 'other', ...why } })
    await done('reopenTransaction', path, { body: why })
  },
  listReady: async () => {
    const { account, trade_no } = await aReady()
    const { items, count } = await done('listReady', {}, { query: { bank_account: account } })
    expect([items.length, count, items[0].trade_no]).toEqual([1, 1, trade_no])
    const query = { bank_account: account, status: 'pending', deposits: '1' }
    const listed = await done('listCollections', {}, { query })
    expect(listed.items[0].deposits).toMatchObject({ exact: 1, possible: 0, sum: false })
  },
  settleCollections: async () => {
    const { account, trade_no } = await aReady()
    const { items: ready } = await done('listReady', {}, { query: { bank_account: account } })
    const item = { trade_no, bank_transactions: [ready[0].bank_transaction] }
    const { items } = await done(
      'settleCollections',
      {},
      {
        body: { items: [item, { ...item, trade_no: (await aReady()).trade_no }] },
      },
    )
    expect(items).toMatchObject([{ outcome: 'settled' }, { held_by: trade_no }])
  },
  reassignCollections: async () => {
    const { account, trade_no } = await aReady()
    const { id: to } = await anAccount()
    const path = { id: String(account) }
    const { items, more } = await done('reassignCollections', path, { body: { to } })
    expect([items, more]).toEqual([[{ trade_no, outcome: 'matched' }], false])
    const body = { to, trade_nos: [trade_no] }
    expect((await done('reassignCollections', path, { body })).items).toMatchObject([
      { outcome: 'order_moved' },
    ])
  },
  noteCollection: async () => {
    const { path } = await anOrder()
    await done('noteCollection', path, { body: { text: '會員來電' } })
    const { notes } = await done('showCollection', path)
    expect(notes).toMatchObject([{ text: '會員來電' }])
  },
  notePayout: async () => {
    const path = { trade_no: await aPayout((await aSettled()).shop) }
    await done('notePayout', path, { body: { text: '銀行退件' } })
    await done('showPayout', path)
  },
  candidatesOfCollection: async () => {
    const { path: order } = await anOrder()
    const { account } = await aTransactionOf()
    await done('matchCollection', order, { body: { bank_account: account } })
    const { items } = await done('candidatesOfCollection', order)
    expect(items).toHaveLength(1)
  },
  candidatesOfPayout: async () => {
    const path = { trade_no: await aPayout((await aSettled()).shop) }
    await aTransactionOf({ amount: -40 })
    const { items } = await done('candidatesOfPayout', path)
    expect(items.length).toBeGreaterThan(0)
  },
  backCollection: async () => {
    const { path } = await aSettled()
    const [first, second] = [await aTransactionOf(), await aTransactionOf()]
    const body = { bank_transactions: [Number(first.path.id)], ...why }
    await done('backCollection', path, { body })
    const { status, body: taken } = await ask('backCollection', (await aSettled()).path, { body })
    expect([status, taken]).toMatchObject([409, { held_by: path.trade_no }])
    const exchange = {
      bank_transactions: [Number(second.path.id)],
      instead_of: [Number(first.path.id)],
    }
    await approved('backCollection', path, { body: { ...exchange, ...why } })
    await done('showTransaction', second.path)
    await done('reverseCollection', path, { body: { ...why, because: 'wrong_match' } })
    const { events } = await done('showCollection', path)
    expect(events.at(-1)).toHaveProperty('freed')
  },
  backPayout: async () => {
    const path = await aPaidPayout((await aSettled()).shop)
    const { path: debit } = await aTransactionOf({ amount: -40 })
    await done('backPayout', path, { body: { bank_transactions: [Number(debit.id)] } })
    await done('showPayout', path)
  },
  listBankAccounts: async () => {
    await anAccount()
    const { items } = await done('listBankAccounts', {}, { query: { balances: '1' } })
    expect(items.length).toBeGreaterThan(0)
  },
  showBankAccount: async () => done('showBankAccount', await anAccount()),
  confirmCollection: async () => {
    const declared = { status: 'succeeded', paid_amount: 100 }
    await done('confirmCollection', (await anOrder(declared)).path, { body: {} })
    const rejected = await anOrder(declared)
    await done('confirmCollection', rejected.path, { body: { accept: false, ...why } })
    await done('showCollection', rejected.path)
  },
  reverseCollection: async () => {
    const { path } = await aSettled()
    const moved = await done('reverseCollection', path, {
      body: { ...why, because: 'wrong_match' },
    })
    expect(moved).toHaveProperty('merchant_told')
    await done('showCollection', path)
  },
  reversePayout: async () => {
    const { shop } = await aSettled()
    const path = await aPaidPayout(shop)
    await done('reversePayout', path, { body: { ...why, because: 'money_returned' } })
    await done('showPayout', path)
  },
  listCallbacks: async () => {
    const { shop } = await aNotified()
    const { items } = await done('listCallbacks', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  showCallback: async () => {
    const { callback } = await aNotified()
    const { attempts, told } = await done('showCallback', callback)
    expect([attempts.length, told.length]).toEqual([1, 1])
  },
  listReceivers: async () => {
    const { shop } = await aNotified()
    const { items } = await done('listReceivers', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toMatchObject([{ last_attempts: [{ outcome: 'http_5xx' }] }])
  },
  resendCallbacks: async () => {
    const { shop } = await aNotified()
    await done('resendCallbacks', {}, { body: { merchant_uid: shop.uid } })
  },
  reviveCallbacks: () => done('reviveCallbacks', {}, { body: { outcome: 'timeout' } }),
  testCallback: async () => {
    const { uid } = await aMerchant()
    await done('testCallback', {}, { body: { merchant_uid: uid, url: notified.notify_url } })
  },
  resendCallback: async () => done('resendCallback', (await aNotified()).callback),
  reviveCallback: async () => {
    const { callback, id } = await aNotified()
    await setState([id], 'parked')
    await done('reviveCallback', callback)
  },
  exportJournal: async () => {
    await aHold()
    expect(await done('exportJournal')).toContain('hold')
  },
  listFees: async () => {
    const { uid } = await aMerchant()
    await approved('setPricing', { uid }, { body: { collection: { fixed: 3 } } })
    const correction = { amount: 5, bucket: 'fees', reason: 'x', idempotency_key: anId() }
    await done('adjustBalance', { uid }, { body: correction })
    const { items } = await done('listFees', {}, { query: { merchant_uid: uid } })
    expect(items).toMatchObject([{ uid, corrections: -5, total: -5 }])
  },
  exportFees: async () => {
    expect(await done('exportFees')).toContain('收入合計')
  },
  listMerchantStatements: async () => {
    const { shop } = await aSettled()
    const { items } = await done('listMerchantStatements', { uid: shop.uid })
    expect(items).toMatchObject([{ number: 1, state: 'open' }])
  },
  showMerchantStatement: async () => {
    const { shop } = await aSettled()
    await done('showMerchantStatement', { uid: shop.uid, number: '1' })
  },
  exportMerchantStatement: async () => {
    const { shop } = await aSettled()
    const text = await done('exportMerchantStatement', { uid: shop.uid, number: '1.csv' })
    expect(text).toContain('available')
  },
  exportLedger: async () => {
    const { shop } = await aSettled()
    expect(await done('exportLedger', { uid: shop.uid })).toContain('available')
  },
  exportCollections: async () => {
    const { shop, path } = await aSettled()
    const file = await done('exportCollections', {}, { query: { merchant_uid: shop.uid } })
    expect(file).toContain(path.trade_no)
  },
  exportTransactions: async () => {
    const { account } = await aTransactionOf()
    const file = await done('exportTransactions', {}, { query: { bank_account: account } })
    expect(file).toContain('unclaimed')
  },
  exportPayouts: async () => {
    const { shop } = await aSettled()
    const { trade_no } = await aPaidPayout(shop)
    const file = await done('exportPayouts', {}, { query: { merchant_uid: shop.uid } })
    expect(file).toContain(trade_no)
  },
  listJournal: async () => {
    await aHold()
    await done('listJournal', {}, { query: { limit: '200' } })
  },
  listApprovals: async () => {
    await waitingRotation()
    await done('listApprovals')
  },
  showApproval: async () => {
    await done('showApproval', await waitingRotation())
    const { path } = await anOrder({ amount: 200_000 })
    const body = { paid_amount: 200_001, override: true }
    const { approval_id } = await done('settleCollection', path, { body })
    const shown = await done('showApproval', { id: String(approval_id) })
    expect(shown.order_then).toMatchObject(path)
    const { status } = await ask('settleCollection', path, { body })
    expect(status).toBe(409)
  },
  approve: async () => done('approve', await waitingRotation(), { body: {}, by: ben }),
  reject: async () => done('reject', await waitingRotation(), { body: why }),
  listPeople: async () => {
    await aPerson()
    await done('listPeople')
  },
  showPerson: async () => done('showPerson', await aPerson()),
  giveRole: aPerson,
  takeRole: async () => approved('takeRole', await aPerson()),
  eraseMember: async () => {
    const { uid } = await aMerchant()
    const body = { merchant_uid: uid, user_id: 'U1', ...why }
    await approved('eraseMember', {}, { body })
  },
  showErasure: async () => {
    const { uid } = await aMerchant()
    const body = { merchant_uid: uid, user_id: 'U2', ...why }
    const { id } = await approved('eraseMember', {}, { body })
    await done('showErasure', { id: String(id) })
  },

  placeHold: async () => {
    const { uid } = await aMerchant()
    await done('placeHold', {}, { body: { merchant_uid: uid, ...why, case_no: 'A1' } })
    await done('showMerchant', { uid })
  },
  listHolds: async () => {
    await aHold()
    await done('listHolds')
  },
  liftHold: async () => approved('liftHold', await aHold(), { body: why }),
  listAlarms: async () => {
    const standing = `'callback_backlog', 'database:0', 1000, 1, null, 1, 2, null, '', 'raised', 3, 1`
    const over = `'account_silent', 'bank_account:64', 9, null, 1, 1, 2, unixepoch() - 9, '', '', null, 1`
    await storeAlarms(standing, over)
    const { items } = await done('listAlarms')
    expect(items).toMatchObject([{ state: 'standing' }, { state: 'over', subject: { id: 64 } }])
    await rows('delete from alarms')
  },
  acknowledgeAlarm: async () => {
    await storeAlarms(
      `'callback_backlog', 'database:0', 9, 1, null, 1, 2, null, '', 'raised', 3, 1`,
    )
    const body = { subject: 'database:0', note: '處理中' }
    const { items } = await done('acknowledgeAlarm', { name: 'callback_backlog' }, { body })
    expect(items).toMatchObject([{ acknowledged_by: 'ann@platform.example', note: '處理中' }])
    const { items: listed } = await done('listAlarms')
    expect(listed).toEqual(items)
    await rows('delete from alarms')
  },
  testAlarms: async () => {
    const { channels } = await done('testAlarms')
    expect(channels).toMatchObject([{ state: 'off' }, { state: 'off' }, { state: 'off' }])
  },
  overview: async () => {
    await aNotified()
    await done('overview')
  },
  showService: async () => {
    const { approvals } = await done('showService')
    expect(approvals).toEqual({ on: true, from: 100_000 })
  },
  checkBooks: async () => {
    await rows('delete from book_passes')
    const { databases } = await done('checkBooks')
    expect(databases[0]).toMatchObject({ pass: { phase: 'orders', finished_at: null } })
    await rows('delete from book_passes')
  },
  stopAuto: async () => {
    const stopped = await done('stopAuto', {}, { body: { reason: '查帳' } })
    expect(stopped).toMatchObject({ state: 'stopped', reason: '查帳' })
  },
  startAuto: async () => {
    const asked = await done('startAuto', {}, { body: { reason: '查畢' } })
    expect(asked).toMatchObject({ state: 'waiting' })
    for (const database of [env.DB, env.DB_SANDBOX]) {
      await database.exec("update auto_switch set state = 'running'")
    }
  },
  showAuto: async () => {
    expect(await done('showAuto')).toMatchObject({ state: 'running' })
  },
  switchMaintenance: async () => {
    const { items } = await done('switchMaintenance', {}, { body: { on: true, reason: '還原' } })
    expect(items).toMatchObject([{ on: true, reason: '還原' }, { on: true }])
    for (const database of [env.DB, env.DB_SANDBOX]) {
      await database.exec('delete from maintenance')
    }
  },
  showMaintenance: async () => {
    const { items } = await done('showMaintenance')
    expect(items).toMatchObject([{ database: 0, on: false, since: null }, { database: 15 }])
  },
  showBooks: async () => {
    const pass = `1, 'done', 9, 'null', 1, 3, 8, 7, 1`
    const finding = `'collections', 'C0', 'amount', '1.00', '1.01', 1, 2, null, 1`
    await rows(`insert into book_passes values (${pass})`)
    await rows(`insert into book_findings values (${finding})`)
    const { databases, items } = await done('showBooks')
    expect(databases).toMatchObject([{ answers: true, differences: 1, pass: { orders: 8 } }])
    expect(items).toMatchObject([{ subject: 'C0', expected: '1.00', found: '1.01' }])
    await rows('delete from book_findings')
    await rows('delete from book_passes')
  },
  showKeys: async () => {
    const { databases } = await done('showKeys')
    const unreadable = expect.any(Number)
    expect(databases).toMatchObject([
      { database: 0, unreadable },
      { database: 15, unreadable },
    ])
  },
  overviewHours: async () => {
    await aNotified()
    await done('overviewHours')
  },
  search: async () => {
    const { shop, path } = await aSettled({ merchant_order_no: anId() })
    const found = await done('search', {}, { query: { q: path.trade_no } })
    expect(found.items).toMatchObject([{ kind: 'collection', name: path.trade_no }])
    expect((await done('search', {}, { query: { q: shop.uid } })).items).toHaveLength(1)
  },
  listCollections: async () => {
    const shop = await aMerchant()
    await anAmountLink(shop)
    const { items } = await done('listCollections', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  showCollection: async () => {
    const { path } = await anOrder({ extra: '{"a":1}' })
    await done('takeCollection', path, { body: {} })
    await done('matchCollection', path, { body: { bank_account: (await anAccount()).id } })
    await done('reportException', path, { body: why })
    const body = { paid_amount: 101, override: ['amount'], manual: true, ...why }
    await done('settleCollection', path, { body })
    const { events } = await done('showCollection', path)
    expect(events.map(({ name }: { name: string }) => name)).toEqual([
      'created',
      'taken',
      'matched',
      'exception',
      'settled',
    ])
    const { attempts, callback, ledger } = await done('showCollection', (await aNotified()).path)
    expect([attempts.length, callback.attempts]).toEqual([1, 1])
    expect(ledger).toMatchObject([{ seq: 2, from: 'outside', to: 'available' }])
    const { trade_no } = await aReady({ auto: 'settle', auto_sources: ['feed'] }, '67892')
    const ofService = await done('showCollection', { trade_no })
    expect(ofService.events.at(-1)).toMatchObject({ name: 'settled', auto: { key: 'slot' } })
    const { path: inSlot } = await anOrder({ counterparty_account: '001-67891' })
    const { id } = await anAccount({ auto: 'assign' })
    await done('matchCollection', inSlot, { body: { bank_account: id } })
    await done('settleCollection', inSlot, { body: { manual: true, ...why } })
    expect(await done('showCollection', inSlot)).toMatchObject({ backed: false, slot: true })
  },
  memberPageOfCollection: async () => {
    const { trade_no } = await anAmountLink(await aMerchant())
    expect(await done('memberPageOfCollection', { trade_no })).toMatchObject({ state: 'waiting' })
    await done('matchCollection', { trade_no }, { body: { bank_account: (await anAccount()).id } })
    const { state, account } = await done('memberPageOfCollection', { trade_no })
    expect([state, account.bank_code]).toEqual(['transfer', '013'])
    await done('settleCollection', { trade_no }, { body: { manual: true, ...why } })
    const { receipt } = await done('memberPageOfCollection', { trade_no })
    expect(receipt).toMatchObject({ trade_no })
    const { status } = await ask('memberPageOfCollection', (await anOrder()).path)
    expect(status).toBe(404)
  },
  takeCollection: async () => done('takeCollection', (await anOrder()).path, { body: {} }),
  releaseCollection: async () => {
    const { path } = await anOrder()
    await done('takeCollection', path, { body: {} })
    const other = await ask('takeCollection', path, { body: {}, by: 'cat@platform.example:agent' })
    expect(other.body).toMatchObject({ error: 'taken', taken_by: 'ann@platform.example' })
    await done('releaseCollection', path)
  },
  matchCollection: async () => {
    await anAccount()
    await approved('matchCollection', (await anOrder()).path, { body: inLabels })
  },
  settleCollection: async () => {
    const { path } = await anOrder()
    await done('settleCollection', path, { body: { paid_at: '2026-01-31 15:04:05' } })
  },
  reportException: async () => done('reportException', (await anOrder()).path, { body: why }),
  listPayouts: async () => {
    const { shop } = await aSettled()
    await aPayout(shop)
    const { items } = await done('listPayouts', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  showPayout: async () => {
    const { shop } = await aSettled()
    await done('showPayout', await aPaidPayout(shop))
  },
  takePayout: async () => {
    const { shop } = await aSettled()
    await done('takePayout', { trade_no: await aPayout(shop) }, { body: {} })
  },
  releasePayout: async () => {
    const path = { trade_no: await aPayout((await aSettled()).shop) }
    await done('takePayout', path, { body: {} })
    await done('releasePayout', path)
  },
  processPayout: async () => aPaidPayout((await aSettled()).shop),
  cancelPayout: async () => {
    const path = { trade_no: await aPayout((await aSettled()).shop, notified) }
    await done('cancelPayout', path, { body: why })
    await done('showPayout', path)
  },
  showBridgeLink: async () => {
    const { session } = await aPlainLink(await aMerchant())
    const path = { third_party_session: session }
    await done('showBridgeLink', path)
    await done('purchaseOverBridge', path, { body: { amount: 3000 } })
    expect((await done('showBridgeLink', path)).purchase).not.toBeNull()
  },
  purchaseOverBridge: async () => {
    const { session } = await aPlainLink(await aMerchant())
    const path = { third_party_session: session }
    await done('purchaseOverBridge', path, { body: { amount: '3000' } })
  },
}

describe('what is answered is what the document says:', () => {
  test.each(Object.entries(calls))('%s', async (_name, make) => {
    await make()
  })
})

test('a refusal has the members that the document says', async () => {
  expect((await ask('showMerchant', { uid: 'nobody' })).status).toBe(404)
  expect((await ask('listHolds', {}, { query: { limit: '0' } })).status).toBe(422)
  expect((await ask('overview', {}, { by: 'cat@platform.example:agent' })).status).toBe(403)
})

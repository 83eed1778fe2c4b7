import { env } from 'cloudflare:workers'
import { gt } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { callbackFilter } from '../../../src/contract/back-office/callbacks.ts'
import { collectionFilter, payoutFilter } from '../../../src/contract/back-office/orders/filters.ts'
import { approvalStates } from '../../../src/contract/back-office/states.ts'
import { collectionQuery } from '../../../src/contract/orders/collection-endpoints.ts'
import { payoutQuery } from '../../../src/contract/orders/payout-endpoints.ts'
import { listLedger } from '../../../src/operations/accounts/adjust-balance.ts'
import { showBalance } from '../../../src/operations/accounts/query-balance.ts'
import { acknowledgeAlarms } from '../../../src/operations/alarms/acknowledge-alarms.ts'
import { countDeadWakeUps } from '../../../src/operations/alarms/count-answers.ts'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { archivedContext } from '../../../src/operations/archive/archived-rows.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { noteUnknownObjects } from '../../../src/operations/archive/unknown-objects.ts'
import {
  candidatesOfCollection,
  candidatesOfDeposit,
  candidatesOfPayout,
} from '../../../src/operations/banking/find-candidates.ts'
import { collectionWindow } from '../../../src/operations/banking/gather-evidence.ts'
import {
  listBankAccounts,
  showBankAccount,
} from '../../../src/operations/banking/manage-bank-account.ts'
import { beginCheck } from '../../../src/operations/books/begin-check.ts'
import { recheckFindings } from '../../../src/operations/books/recheck.ts'
import { listReceivers } from '../../../src/operations/callbacks/list-receivers.ts'
import { noteReceiver } from '../../../src/operations/callbacks/note-receiver.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { reviveCallback } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { listCallbacks, showCallback } from '../../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import * as products from '../../../src/operations/catalogue/manage-products.ts'
import { listProducts } from '../../../src/operations/catalogue/read-catalogue.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { copyJournalDays } from '../../../src/operations/copies/copy-journal-days.ts'
import { beginExport } from '../../../src/operations/export/run-export.ts'
import { purchaseOverBridge } from '../../../src/operations/links/bridge-link.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { memberPageOfCollection } from '../../../src/operations/links/show-member-page.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { assignWaiting } from '../../../src/operations/matcher/assign-account.ts'
import { judgeAccount, judgeWaiting } from '../../../src/operations/matcher/judge-waiting.ts'
import { proveSettlements } from '../../../src/operations/matcher/prove-settlements.ts'
import { showAuto } from '../../../src/operations/matcher/switch-auto.ts'
import { listMerchants } from '../../../src/operations/merchants/list-merchants.ts'
import { liftHold, listHolds, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import * as manage from '../../../src/operations/merchants/manage-merchant.ts'
import { resealSecrets } from '../../../src/operations/merchants/reseal-secrets.ts'
import * as orders from '../../../src/operations/orders/list-orders.ts'
import { collectionBook } from '../../../src/operations/orders/move-collection.ts'
import { payoutBook } from '../../../src/operations/orders/move-payout.ts'
import { listJournal } from '../../../src/operations/people/list-journal.ts'
import { eraseMember, showErasure } from '../../../src/operations/privacy/erase-member.ts'
import {
  eraseAgain,
  maskPersonalFields,
} from '../../../src/operations/privacy/mask-personal-fields.ts'
import { search } from '../../../src/operations/search/search.ts'
import { countHours } from '../../../src/operations/service/count-hours.ts'
import { logDatabaseSize } from '../../../src/operations/service/log-database-size.ts'
import { showHealth } from '../../../src/operations/service/show-health.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { showMaintenance } from '../../../src/operations/service/switch-maintenance.ts'
import { listFees } from '../../../src/operations/settlement/list-fees.ts'
import {
  archivedByNumbers,
  archivedOfLink,
  archivedPage,
} from '../../../src/store/archive/archived-orders.ts'
import { findDeposits } from '../../../src/store/banking/claims.ts'
import { fittingOfDeposits } from '../../../src/store/banking/fitting-collections.ts'
import { commit, openMerchantDatabase } from '../../../src/store/database.ts'
import { keepRunning } from '../../../src/store/export/running-exports.ts'
import { importedIn } from '../../../src/store/matcher/judged-lines.ts'
import { noteLegacyUse } from '../../../src/store/merchants/merchants.ts'
import { findOtherKind } from '../../../src/store/orders/no-other-kind.ts'
import { waitingAbout } from '../../../src/store/people/approvals.ts'
import { collections } from '../../../src/store/schema.ts'
import { archivedIdsOfNumber } from '../../../src/store/search/find-orders.ts'
import { readStatementEnds } from '../../../src/store/settlement/statements.ts'
import { dueForWithdrawal, readWithdrawalState } from '../../../src/store/settlement/withdrawals.ts'
import { rowsOf as rowsOfAll, sqlText } from '../../../src/store/sql-text.ts'
import { aLine, anOrderInSlot, aPlace, outcomeOf } from '../matcher/pairs.ts'
import { archiveAll } from '../support/archive.ts'
import { anAutoAccount, anAutoSettled } from '../support/auto-settled.ts'
import { ann, approvalOf, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { anAccount, matchTo, patch } from '../support/bank-accounts.ts'
import { aBankAccount, aTransaction, payersLast5, putOn } from '../support/banking.ts'
import { checkAll } from '../support/book-check.ts'
import { deliverCallback, openBreaker } from '../support/deliverer.ts'
import { writeAndListTransactions } from '../support/every-transaction.ts'
import { aLink, amountPath, anAmountLink, aPlainLink, plainPath } from '../support/links.ts'
import { watchAll } from '../support/minute.ts'
import { move } from '../support/orders.ts'
import {
  fixedStatements,
  planProblems,
  planProblemsIn,
  problemsOf,
  problemsOfAll,
  statementsSeen,
} from '../support/query-plans.ts'
import { aTestShop, play } from '../support/sandbox.ts'
import { underAnotherKey, unmarkSecret } from '../support/secrets.ts'
import {
  aContext,
  adjustShop,
  agent,
  aMerchant,
  operator,
  paths,
  postJson,
  rows,
  rowsOf,
  type Shop,
} from '../support/service.ts'
import { importFile, statementOf } from '../support/statements.ts'

// The store's modules.
const stores = import.meta.glob('../../../src/store/**/*.ts', { eager: true })

declare global {
  interface ImportMeta {
    glob(pattern: string, options: { eager: true }): Record<string, Record<string, () => unknown>>
  }
}

const notify_url = 'https://m.example/n'
const context = aContext({ wake: async () => undefined })
// With a second database, so that the directory is read.
const spread = { ...context, databases: [...context.databases, openMerchantDatabase(env.SPARE_1)] }

test('every statement finds its rows by a key, or reads a bounded range of an index', async () => {
  const spies = watchStore()
  const shop = await aMerchant()
  await writeAll(shop)
  await queryAll(shop)
  await listAll(shop)
  const numbers = { collectionNo: 'other', payoutNo: 'other', linkNo: 'other' }
  await findOtherKind(context.db, { ...numbers, merchantId: 1, sameAmount: 100, since: 0 })
  await approveAll(shop)
  await writeAndListTransactions(context)
  await bringToOutcomes()
  await maskSome(shop)
  await recheckOne(shop)
  await archiveAndBringBack()
  await proveSome()
  await copyDatabases(context)
  await copyDatabases({ ...context, archive: null })

  // A function that is not called here may have a statement without a check.
  expect(spies.filter(({ called }) => !called()).map(({ name }) => name)).toEqual([])
  expect(statementsSeen()).toBeGreaterThan(80)
  expect(await planProblems()).toEqual([])
})

const archivedNarrowings = [
  { merchantUid: 'x' },
  { merchantUid: 'x', ownNo: 'x' },
  { merchantUid: 'x', merchantOrderNo: 'x', oldestFirst: true },
  { undelivered: true },
]

// Forty days later: what is final leaves, is read, and comes back.
async function archiveAndBringBack(): Promise<void> {
  const later = { ...context, now: () => Date.now() + 40 * 86_400_000 }
  const archiving = { ...later, settings: { ...later.settings, archiveAfterDays: 35 } }
  await archiveAll(archiving)
  const lookup = { merchantOrderNo: 'x' }
  await archivedByNumbers(context.db, { merchantId: 1, kind: 'collection' }, lookup)
  await archivedOfLink(context.db, 1)
  const [one] = await archivedPage(context.db, {
    from: 0,
    before: Number.MAX_SAFE_INTEGER,
    limit: 1,
  })
  expect(one).toBeDefined()
  for (const narrowed of archivedNarrowings) {
    await archivedPage(context.db, { from: 0, before: 1, limit: 1, ...narrowed })
  }
  await archivedIdsOfNumber(context.db, [1], { number: 'x', limit: 1 })
  const view = await archivedContext(context, [one?.id ?? 0])
  expect(view?.isArchived).toBe(true)
  await noteUnknownObjects(archiving, env.ARCHIVE, '')
  await unarchive(archiving, [one?.id ?? 0])
  await archiveOrders({ ...archiving, now: () => Date.now() + 200 * 86_400_000 })
}

test('every fixed statement, run or not, finds its rows so', async () => {
  const statements = fixedStatements()
  expect(statements.length).toBeGreaterThan(20)
  expect(await problemsOfAll(statements)).toEqual([])
})

test('a bad plan is reported for a fixed write, a fixed read and a query', async () => {
  const { db } = context
  const release = sqlText<{ agent: string }>(
    `update collections set agent = '' where agent = :agent`,
  )
  expect(await planProblemsIn(() => commit(db, [release({ agent: 'x' })]))).toEqual([
    expect.stringContaining('SCAN collections in update'),
  ])
  const ofUser = sqlText<{ userId: string }>('select * from collections where user_id = :userId')
  expect(await planProblemsIn(() => rowsOfAll(db, [ofUser({ userId: 'x' })]))).toEqual([
    expect.stringContaining('SCAN collections in select'),
  ])
  const paid = db.select().from(collections).where(gt(collections.paidAmount, 1))
  expect(await planProblemsIn(async () => paid)).toEqual([
    expect.stringContaining('SCAN collections in select'),
  ])
})

test.each([
  ['select * from collections where agent = ?', 'SCAN collections'],
  ['select * from collections where merchant_id = ?', 'SEARCH collections USING INDEX'],
  ['select * from events where order_id = ? order by at', 'USE TEMP B-TREE FOR ORDER BY'],
])('%s is reported', async (sql, problem) => {
  expect((await problemsOf(sql)).join('\n')).toContain(problem)
})

/** What a test merchant asks to become of its orders. */
async function bringToOutcomes(): Promise<void> {
  const shop = await aTestShop()
  const { trade_no } = (await shop.call(amountPath, aLink({ amount: 1000 }))).body.data
  await play(shop, { trade_no, outcome: 'late' })
}

/** Every write, with its reads. */
async function writeAll(shop: Shop): Promise<void> {
  const { uid } = shop
  await shop.create({ notify_url })
  const [collection] = await ordersOf(shop, 'collections')
  await move.settle(collection.trade_no)
  await deliverCallback(context, collection.id)
  await resendCallbackById(context, operator, `cb_${collection.trade_no}`)
  await openBreaker(collection.id, 0)
  await deliverCallback(context, collection.id)
  await sweepCallbacks(context, async () => [])
  await shop.call(paths.resend, { type: 'collection', tradeNo: collection.trade_no })
  await unmarkSecret(uid)
  const asked = `update callbacks set resend_trigger = 'merchant' where order_id = ?`
  await rows(asked, collection.id)
  await deliverCallback(underAnotherKey(context), collection.id)
  await resealSecrets(context)
  await writeAllOfReceivers(shop, collection)
  await shop.call(paths.payouts, { serial_no: 'x', amount: 1, payee_name: 'x' })
  const [payout] = await ordersOf(shop, 'payouts')
  const processing = { actualAmount: 1, voucherNo: null, processedAt: null, override: true }
  await move.process(payout.trade_no, processing)
  for (const path of [amountPath, plainPath]) {
    const link = aLink(path === amountPath ? { amount: 1000 } : {})
    for (const _again of [1, 2]) await shop.call(path, link)
  }
  for (const path of [paths.create, paths.payouts, plainPath]) {
    const more = { orderNo: path, amount: 1, name: 'x', extra: 'x'.repeat(2_000) }
    await shop.call(path, { ...aLink(), ...more })
  }
  await writeAllOfLinks(shop)
  await writeAllOfAccounts(shop)
  await writeAllOfClaims(shop)
  const correction = { amount: 1, bucket: 'available', reason: 'x', idempotency_key: 'x' } as const
  await adjustShop(uid, correction)
  await shop.call(paths.ledger)
  for (const along of [{}, { type: 'collection' }, { type: 'payout' }]) {
    await shop.call('/api/v1/merchant/callbacks', along)
  }
  for (const name of ['orderid', 'serial_no']) {
    await shop.call('/api/v1/merchant/callbacks', { [name]: 'x' })
  }
  await countDeadWakeUps(context, 1)
  // A sum that is wrong has its merchant looked up.
  await env.DB.exec('update balances set frozen = frozen + 1')
  await checkAll(context)
  await env.DB.exec('update balances set frozen = frozen - 1')
  await watchAll(underAnotherKey(context))
  await acknowledgeAlarms({ context, principal: operator, name: 'wrong_secrets_key' })
  await beginCheck(context, operator)
  const next = await manage.rotateSecret({ context, principal: operator, uid, graceSeconds: 3600 })
  await postJson(paths.balance, signedJson(uid, next.api_secret))
  await manage.patchMerchant({ context, principal: operator, uid, patch: { name: 'y' } })
  const product = { uid, sku: 'x', name: 'x', currency: 'HKD', price_hkd_cents: 1 }
  const { id } = await products.createProduct(context, operator, product)
  await products.patchProduct({
    context,
    principal: operator,
    id: Number(id),
    patch: { name: 'y' },
  })
  await listProducts(context, { merchant_uid: uid })
  await products.removeProduct(context, operator, Number(id))
}

/** A receiver in trouble and well again, and the operators' calls about callbacks. */
async function writeAllOfReceivers({ uid }: Shop, order: { trade_no: string }): Promise<void> {
  const news = {
    orderId: 1,
    receiver: '1 https://m.example',
    wasInTrouble: true,
    limitWasReached: true,
  }
  const answered = { httpStatus: 500, retryAfterSeconds: null }
  const failed = { outcome: 'timeout', httpStatus: null, retryAfterSeconds: null } as const
  for (let n = 0; n < 10; n += 1) {
    await noteReceiver(context, { ...news, result: failed, durationMs: 10_000 })
  }
  const result = { ...answered, outcome: 'delivered' } as const
  await noteReceiver(context, { ...news, result, durationMs: 10 })
  await resendCallbacks(context, operator, {
    merchant_uid: uid,
    include_delivered: true,
    limit: 10,
  })
  await reviveCallback(context, operator, `cb_${order.trade_no}`).catch(() => undefined)
  await showCallback(context, `cb_${order.trade_no}`)
  for (const merchant_uid of [undefined, uid]) {
    await listReceivers(context, { merchant_uid, limit: 5 })
  }
  for (const held of [{ merchant_uid: uid }, { account_no: '99887766554433' }]) {
    const { id } = await placeHold(spread, operator, { ...held, reason: 'x', case_no: '' })
    await liftHold({ context: spread, principal: operator, id, reason: 'x' })
  }
  await showOverview(context)
  await countHours(context)
  await countHours({ ...context, now: () => context.now() + 2 * 3_600_000 })
  await logDatabaseSize(context)
  await commit(context.db, [noteLegacyUse(context.db, { id: 1 }, 1)])
  await showHealth(context)
}

/** Claims of both kinds of order by operator and agent, and candidates from both sides. */
async function writeAllOfClaims(shop: Shop): Promise<void> {
  const account = await aBankAccount()
  const { trade_no: tradeNo } = await anAmountLink(shop)
  await move.settle(tradeNo, {}, { principal: agent }).catch(() => undefined)
  await putOn(tradeNo, account)
  const deposit = await aTransaction(account, { amount: 100_000 })
  const debit = await aTransaction(account, { amount: -100 })
  const named = await findDeposits(context.db, [deposit, debit])
  for (const one of named) await candidatesOfDeposit(context, one.deposit, agent)
  await candidatesOfCollection(context, agent, tradeNo)
  const bankTransactions = [deposit]
  await move.settle(tradeNo, { bankTransactions })
  await move.reverse(tradeNo, { reason: 'x', because: 'wrong_match' })
  const payout = { serial_no: 'claimed', amount: 1, payee_name: 'x', payee_account: payersLast5 }
  const { body } = await shop.call(paths.payouts, payout)
  await candidatesOfPayout(context, operator, body.data.trade_no)
  const processing = { actualAmount: 1, voucherNo: null, processedAt: null, override: false }
  await move.process(body.data.trade_no, processing, { principal: agent }).catch(() => undefined)
  const paidOut = { ...processing, actualAmount: null, override: true, bankAccount: account }
  const call = { ...paidOut, bankTransactions: [debit] }
  await move.process(body.data.trade_no, call)
  await writeAllOfMany(shop, account)
}

/** What is done with many orders, and notes. */
async function writeAllOfMany(shop: Shop, account: number): Promise<void> {
  const payer = { amount: 100, counterparty_account: `001-${payersLast5}` }
  const [one, other] = [await shop.create(payer), await shop.create(payer)]
  for (const { body } of [one, other]) await putOn(body.data.trade_no, account)
  await aTransaction(account)
  for (const by of [ann, agent]) {
    for (const query of [{ limit: 5 }, { limit: 5, bank_account: account }]) {
      await ask(context, by, 'listReady', {}, undefined, { query })
    }
  }
  const { id: to } = await anAccount()
  await ask(context, ann, 'reassignCollections', { id: String(account) }, { to })
  const order = { trade_no: one.body.data.trade_no }
  await ask(context, ann, 'noteCollection', order, { text: 'x' })
}

/** Every write of links. */
async function writeAllOfLinks(shop: Shop): Promise<void> {
  const paid = await anAmountLink(shop)
  await showWaitPage(context, paid.token)
  await memberPageOfCollection(context, operator, paid.trade_no)
  await move.match(paid.trade_no)
  await move.putAside(paid.trade_no)
  await move.settle(paid.trade_no)
  const mistake = { reason: 'x', because: 'wrong_match' } as const
  await move.reverse(paid.trade_no, mistake)
  const [picked, bridged] = [await aPlainLink(shop), await aPlainLink(shop)]
  await submitPurchase(context, picked, '500')
  await purchaseOverBridge({
    context,
    actor: operator,
    session: bridged.session,
    call: { amount: 500 },
  })
  await expireLinks({ ...context, now: () => Date.now() + 86_400_000 })
}

/** Every read and write of approvals and people. */
async function approveAll({ uid, create }: Shop): Promise<void> {
  const approvals = withApprovals({ databases: spread.databases })
  const { body } = await create({ amount: 100_000 })
  const order = { trade_no: body.data.trade_no }
  await ask(approvals, ann, 'settleCollection', order, { manual: false, override: true })
  await ask(approvals, ann, 'showCollection', order)
  const paid = await create({ amount: 100, counterparty_account: payersLast5 })
  const account = await aBankAccount()
  const named = { bank_transactions: [await aTransaction(account)], manual: false, override: false }
  const claiming = { trade_no: paid.body.data.trade_no }
  expect((await ask(approvals, ann, 'settleCollection', claiming, named)).error).toBe('')
  const debit = { id: String(await aTransaction(account, { amount: -20_000_000 })) }
  const aside = await ask(approvals, ann, 'ignoreTransaction', debit, { kind: 'fee', reason: 'x' })
  await approvalOf(approvals, aside.value.approval_id)
  const correction = { amount: 1, bucket: 'available', reason: 'x', idempotency_key: 'y' }
  await ask(approvals, ann, 'adjustBalance', { uid }, correction)
  const name = 'new@platform.example'
  const rotate = () => ask(approvals, ann, 'rotateSecret', { uid }, { grace_seconds: 60 })
  const give = () => ask(approvals, ann, 'giveRole', { name }, { role: 'agent' })
  for (const asking of [rotate, give]) {
    const { approval_id: id } = (await asking()).value
    expect(await asking()).toMatchObject({ error: 'approval_waiting' })
    expect(await approve(approvals, ben, id)).toMatchObject({ error: '' })
  }
  const taking = await ask(approvals, ann, 'takeRole', { name })
  const roles = { [ann.name]: 'operator' } as const
  await approve(approvals, ben, taking.value.approval_id, {}, roles)
  for (const state of [undefined, 'not_done', ...approvalStates]) {
    for (const cursor of [undefined, 5]) {
      for (const narrowed of [
        {},
        { subject: 'merchant' },
        { subject: 'person:x', asked_by: 'x' },
      ]) {
        const query = { state, cursor, limit: 5, ...narrowed }
        await ask(approvals, ann, 'listApprovals', {}, undefined, { query })
      }
    }
  }
  await ask(approvals, ann, 'overview', {}, undefined, { roles })
  await ask(approvals, ann, 'overviewHours')
}

/** Every read and write of bank accounts. */
async function writeAllOfAccounts(shop: Shop): Promise<void> {
  const { id } = await anAccount({ daily_cap: 10_000 })
  const link = await anAmountLink(shop)
  await matchTo(id, link.trade_no)
  await listBankAccounts(context, operator, { limit: 5, balances: '1' })
  await patch(id, { state: 'frozen' })
  await showBankAccount(context, operator, id)
}

async function ordersOf(shop: Shop, table: 'collections' | 'payouts') {
  return (await rowsOf(table, shop)) as [{ id: number; trade_no: string }]
}

/** Every status query, by every choice of numbers. */
async function queryAll(shop: Shop): Promise<void> {
  for (const { path, request } of [collectionQuery, payoutQuery]) {
    const [order] = await ordersOf(shop, path.includes('payouts') ? 'payouts' : 'collections')
    const numbers = Object.keys(request.shape).map((name) => {
      return [name, [/trade_?no/i.test(name) ? order.trade_no : 'x']] as const
    })
    for (const choice of everyChoice(numbers)) await shop.call(path, choice)
  }
  await showBalance(context, shop.uid)
}

/** Every list with every pair of filters, first page and next. */
// Of an erasure and of what is old, with a bucket that knows of another.
async function maskSome({ uid }: Shop): Promise<void> {
  const call = { merchant_uid: uid, user_id: 'nobody', reason: 'x' }
  const { id } = await eraseMember(context, operator, call)
  await showErasure(context, id)
  const settings = { ...context.settings, retentionDays: 1 }
  const nextMonth = { ...context, settings, now: () => context.now() + 30 * 86_400_000 }
  while ((await maskPersonalFields(nextMonth)) > 0);
  await rows(
    `insert into late_answers select max(id), 0 from collections
     where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
  await maskPersonalFields(nextMonth)
  await eraseAgain(context, env.ARCHIVE)
  await copyJournalDays(nextMonth)
}

// A difference of a balance that is right by now.
async function recheckOne({ uid }: Shop): Promise<void> {
  await rows(
    `insert into book_findings
       (record, subject, field, expected, found, first_seen, last_seen, pass)
     values ('balances', ? || ' other', 'available', '1.00', '2.00', 1, 1, 1)`,
    uid,
  )
  await recheckFindings(context)
}

async function listAll(shop: Shop): Promise<void> {
  const { uid } = shop
  const paged = [undefined, 5] as const
  const [order] = await ordersOf(shop, 'collections')
  const lists = [
    [collectionFilter, orders.listCollections],
    [payoutFilter, orders.listPayouts],
    [
      callbackFilter,
      (at: typeof context, _by: unknown, filter: never) => listCallbacks(at, filter),
    ],
  ] as const
  for (const [filter, list] of lists) {
    const { cursor: _cursor, limit: _limit, ...filters } = filter.shape
    const values = Object.entries(filters).map(([name, field]) => {
      return [name, name === 'merchant_uid' ? [uid] : optionsOf(name, field)] as const
    })
    for (const choice of everyPair(values)) {
      const parsed = filter.parse(choice) as object
      for (const cursor of paged) {
        await list(context, agent, { ...parsed, limit: 5, cursor } as never)
      }
    }
  }
  const ranOut = { status: 'pending', collection_status: 'exception', expired: 'true' }
  const said = { status: 'pending', said_paid: 'true' }
  const saidLists = [said, { ...said, collection_status: 'matched' }, { ...ranOut, ...said }]
  for (const cursor of paged) {
    const filter = { ...collectionFilter.parse(ranOut), limit: 5, cursor } as never
    await orders.listCollections(context, agent, filter)
    for (const one of saidLists) {
      const narrowed = { ...collectionFilter.parse(one), limit: 5, cursor } as never
      await orders.listCollections(context, agent, narrowed)
    }
    await listMerchants(spread, { cursor, limit: 5, balances: '1' })
    await listMerchants(spread, { cursor, limit: 5, order: 'newest' })
    await listMerchants(spread, { cursor, limit: 5, test: 'only' })
    await showBalance(spread, uid)
    await products.listProducts(context, { cursor, limit: 5 })
  }
  await listHolds(context, { limit: 5 })
  for (const merchant_uid of [undefined, uid]) {
    await listFees(context, { limit: 5, merchant_uid })
  }
  const running = await beginExport({ ...context, now: () => 1 }, operator, {
    name: 'collections',
    filters: {},
  })
  await running.end()
  await keepRunning(context.db, { actor: operator.name, id: 1 }, 1)
  await rows(
    `insert into bank_accounts (id, bank_code, account_no, holder_name, agents, merchants, feeds,
       use, backing, note, state, version, waiting_count, waiting_amount, created_at)
     values (32, '004', '12345', '', '[]', '[]', '[]', 'both', 'later', '', 'active', 1, 0, 0, 1)`,
  )
  const texts = [`cb_${order.trade_no}`, '12345 王', 'AAAAAAAAA', 'x', '…7K3M9Q']
  for (const q of texts) {
    for (const merchant_uid of [undefined, uid]) {
      await search(context, operator, { q, merchant_uid, limit: 50 })
      await search(context, agent, { q, merchant_uid, limit: 50 })
    }
  }
  const narrowed = { actor: 'x', action: 'settle', subject: 'merchant:x', from: 1, to: 2 }
  const ofKind = { actor: 'x', subject: 'merchant' }
  for (const filter of [{}, { cursor: 5 }, { from: 1 }, narrowed, ofKind]) {
    await listJournal(context, { limit: 5, ...filter })
  }
  for (const cursor of [undefined, { at: 1, orderId: 1, seq: 1, number: 1, balance: 1 }]) {
    await listLedger(context, uid, { cursor, limit: 5 })
  }
  await readStatementEnds(context.db, { merchantId: 1, upTo: 9, limit: 5 })
  for (const from of ['longest', 'shortest'] as const) {
    await dueForWithdrawal(context.db, { day: 20_000, limit: 5, from })
  }
  await readWithdrawalState(context.db, { merchantId: 1, serialNo: 'W', unsettledFrom: 20_000 })
  await orders.showCollection(context, operator, order.trade_no)
  await showMaintenance(context)
  await fittingOfDeposits(context.db, [1], collectionWindow(context.settings))
  await showAuto(context)
  const place = await aPlace()
  await anOrderInSlot(place)
  await outcomeOf(await aLine(place))
  await judgeWaiting(context)
  await assignWaiting(context)
  await matchedByService()
  await judgeAccount(context, place.account)
  await importedIn(context.db, { actor: 'x', from: 0, until: 1 })
  await waitingAbout(context.db, 'collection:x', 0)
}

// An order that gets its account by the service, and another that finds the slot taken.
async function matchedByService(): Promise<void> {
  const shop = await aMerchant()
  await rows(`update merchants set auto = 'assign', version = version + 1 where uid = ?`, shop.uid)
  await aBankAccount({ auto: 'assign', merchants: [shop.uid] })
  const fields = { amount: 77, counterparty_account: '77077' }
  for (let made = 0; made < 2; made += 1) await shop.create(fields)
  await assignWaiting({ ...context, now: () => Date.now() + 5_000 })
}

// The values that a filter is tried with: those of a list, else one that it takes.
function optionsOf(name: string, field: unknown): readonly string[] {
  const { def } = field as { def: { innerType: { options?: readonly string[] } } }
  const known = {
    backed: 'true',
    expired: 'true',
    said_paid: 'true',
    failing: 'true',
    taken: 'false',
    deposits: '1',
    debits: '1',
    doubt: 'any',
    orders: '1',
    from: '2026-01-01',
    to: '2026-01-02',
    last5: '12345',
  }[name]
  return known === undefined ? (def.innerType.options ?? ['32']) : [known]
}

/** No field, each field, and each two of them, with every value. */
function everyPair(
  fields: readonly (readonly [name: string, values: readonly string[]])[],
): Record<string, string>[] {
  const single = fields.flatMap(([name, values]) => values.map((one) => ({ [name]: one })))
  const pairs = single.flatMap((one, place) =>
    single.slice(place + 1).map((other) => ({ ...one, ...other })),
  )
  return [{}, ...single, ...pairs]
}

/** Every choice of some fields, each with one of its values. */
function everyChoice(
  fields: readonly (readonly [name: string, values: readonly string[]])[],
): Record<string, string>[] {
  return fields.reduce<Record<string, string>[]>(
    (choices, [name, values]) =>
      choices.flatMap((choice) => [choice, ...values.map((one) => ({ ...choice, [name]: one }))]),
    [{}],
  )
}

/** Spies on the store's functions that take a database. */
function watchStore(): { readonly name: string; readonly called: () => boolean }[] {
  const functions = Object.values(stores).flatMap((module) => {
    const names = Object.keys(module).filter((name) => takesDatabase.test(String(module[name])))
    return names.map((name) => ({ name, given: module[name], spy: vi.spyOn(module, name) }))
  })
  // These objects hold functions that the modules' spies do not replace.
  const held = [collectionBook, payoutBook].map((book) => {
    return { given: book.find as unknown, spy: vi.spyOn(book, 'find') }
  })
  return functions.map(({ name, given, spy }) => {
    const spies = [spy, ...held.filter((one) => one.given === given).map((one) => one.spy)]
    return { name, called: () => spies.some(({ mock }) => mock.calls.length > 0) }
  })
}

const takesDatabase = /^(?:async )?(?:function )?\w*\(db\b/

// What the service has settled becomes unproven, and is contradicted by a statement of four days.
async function proveSome(): Promise<void> {
  const shop = await aMerchant()
  const account = await anAutoAccount()
  await anAutoSettled(shop, account, { at: '2026-11-10 10:00:00', from: '008123456789' })
  const days = [10, 11, 12, 13].map((day) => ({ at: `2026-11-${day} 18:00:00`, amount: 1 }))
  await importFile(account, statementOf(days))
  await anAutoSettled(shop, account, { at: '2026-11-20 10:00:00', from: '008123456789' })
  const settings = { ...context.settings, proofSeconds: 1 }
  await proveSettlements({ ...context, settings, now: () => Date.now() + 60_000 })
}

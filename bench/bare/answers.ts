import {
  type Call,
  collectionRow,
  eventRow,
  frozenRow,
  insert,
  linkRow,
  newId,
  payoutRow,
} from './rows.ts'

export type { Call } from './rows.ts'

type Answer = (env: Env, call: Call) => Promise<unknown>

const merchant = '/api/v1/merchant'

/** The bare Worker's answers, by path: one batch for a creation, one read for a query. */
export const answers: Readonly<Record<string, Answer>> = {
  [`${merchant}/collections`]: createCollection,
  [`${merchant}/collections/status`]: (env, { orderid }) =>
    find(env, 'collections', 'orderid', orderid),
  [`${merchant}/payouts`]: createPayout,
  [`${merchant}/payouts/status`]: (env, { serial_no }) =>
    find(env, 'payouts', 'serial_no', serial_no),
  [`${merchant}/payment-links/amount`]: createAmountLink,
  [`${merchant}/payment-links`]: createPlainLink,
  [`${merchant}/balance`]: async ({ DB }) =>
    (await DB.prepare('select * from balances where merchant_id = 1').all()).results,
}

async function createCollection({ DB }: Env, call: Call) {
  const now = Math.floor(Date.now() / 1000)
  const id = newId()
  await DB.batch([
    insert(DB, 'collections', collectionRow(call, id, now)),
    tally(DB, 'other', Number(call.amount) * 100),
  ])
  return { id, orderid: call.orderid, status: 'pending', amount: call.amount }
}

function tally(db: D1Database, channel: string, amount: number): D1PreparedStatement {
  return db.prepare(tallySql).bind(channel, amount)
}

// The columns without a default.
const balanceColumns = `merchant_id, channel, available, frozen, unconfirmed,
  collection_pending_count, collection_pending_amount, collection_succeeded_count, collection_succeeded_amount,
  collection_manual_count, collection_manual_amount, payout_pending_count, payout_pending_amount,
  payout_processed_count, payout_processed_amount, payout_cancelled_count, payout_cancelled_amount,
  kept_bytes, day, refused, unbacked_count`

const tallySql = `insert into balances (${balanceColumns})
  values (1, ?1, 0, 0, 0, 1, ?2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 0)
  on conflict (merchant_id, channel) do update set
    collection_pending_count = collection_pending_count + 1,
    collection_pending_amount = collection_pending_amount + ?2`

async function createPayout({ DB }: Env, call: Call) {
  const now = Math.floor(Date.now() / 1000)
  const id = newId() + 1
  const amount = Number(call.amount) * 100
  const requested = { name: 'requested', effect: 'freeze', amount, orderActual: amount }
  await DB.batch([
    insert(DB, 'payouts', payoutRow(call, id, now)),
    insert(DB, 'events', eventRow(id, requested, now)),
    insert(DB, 'ledger_entries', frozenRow(id, amount, now)),
    DB.prepare(freezeSql).bind(amount),
  ])
  return { id, serial_no: call.serial_no, status: 'pending', amount: call.amount }
}

const freezeSql = `insert into balances (${balanceColumns})
  values (1, '代付', -?1, ?1, 0, 0, 0, 0, 0, 0, 0, 1, ?1, 0, 0, 0, 0, 0, 0, null, 0)
  on conflict (merchant_id, channel) do update set
    available = available - ?1,
    frozen = frozen + ?1,
    payout_pending_count = payout_pending_count + 1,
    payout_pending_amount = payout_pending_amount + ?1`

async function createAmountLink({ DB, TOKENS }: Env, call: Call) {
  const now = Math.floor(Date.now() / 1000)
  const [id, collectionId] = [newId(), newId()]
  const link = linkRow(call, id, collectionId, now)
  const paid = collectionRow(paymentOf(call), collectionId, now)
  const collection = { ...paid, orderid: paid.trade_no ?? '', link_id: id }
  await DB.batch([
    insert(DB, 'collections', collection),
    insert(DB, 'payment_links', link),
    tally(DB, 'exchange_coin', Number(call.amount) * 100),
  ])
  const page = { linkId: id, collectionId, amount: call.amount, expiresAt: now + 1800 }
  await TOKENS.put(String(link.token), JSON.stringify(page), { expirationTtl: 1800 })
  return { url: `/wait/${link.token}` }
}

function paymentOf(call: Call): Call {
  return {
    ...call,
    channel: 'exchange_coin',
    counterparty_account: call.payer_account_no ?? '',
    member_bank_name: call.payer_bank_name ?? '',
    user_id: call.member_no ?? '',
    user_name: call.member_name ?? '',
  }
}

async function createPlainLink({ DB }: Env, call: Call) {
  const now = Math.floor(Date.now() / 1000)
  const link = linkRow(call, newId(), null, now)
  await insert(DB, 'payment_links', link).run()
  return { url: `/purchase/${link.session}` }
}

function find({ DB }: Env, table: string, column: string, number: string | number | undefined) {
  const sql = `select orders.*, callbacks.state, callbacks.attempts from ${table} as orders
    left join callbacks on callbacks.order_id = orders.id
    where orders.merchant_id = 1 and orders.${column} = ?`
  return DB.prepare(sql).bind(number).first()
}

/** The fields of a request, which the bare Worker does not check. */
export type Call = Readonly<Record<string, string | number>>

/** The only merchant of the bench. */
const merchant = { id: 1, uid: 'DEMO0001' }

/** Columns and their values. */
type Row = Readonly<Record<string, string | number | null>>

/** A statement that writes one row. */
export function insert(db: D1Database, table: string, row: Row): D1PreparedStatement {
  const sql = sources.get(table) ?? source(table, Object.keys(row))
  return db.prepare(sql).bind(...Object.values(row))
}

// The rows of a table always have the same columns, so that one statement serves them all.
const sources = new Map<string, string>()

function source(table: string, columns: readonly string[]): string {
  const marks = columns.map(() => '?').join(', ')
  const sql = `insert into ${table} (${columns.join(', ')}) values (${marks})`
  sources.set(table, sql)
  return sql
}

let lastId = 0

/** A new id of a collection, as large as the public Worker's. */
export function newId(): number {
  // Not when the module is loaded: a Worker's clock is 0 then.
  if (lastId === 0) lastId = (Date.now() - Date.UTC(2025, 0, 1)) * 8192
  lastId += 2
  return lastId
}

/** A random name, as long as the public Worker's trade_no. */
function newName(): string {
  return crypto.randomUUID().slice(0, 27)
}

/** A token that names its link's id, and is as long as the public Worker's. */
function newToken(linkId: number): string {
  return `${linkId}.${newName()}`.slice(0, 31)
}

/** A new collection as the public Worker stores it. */
export function collectionRow(call: Call, id: number, now: number): Row {
  return {
    id,
    merchant_id: merchant.id,
    trade_no: newName(),
    orderid: call.orderid ?? newName(),
    merchant_order_no: call.merchant_order_no ?? call.orderid ?? '',
    gateway_code: 'gateway_c',
    channel: call.channel ?? '',
    currency: 'TWD',
    amount: Number(call.amount) * 100,
    paid_amount: 0,
    status: 'pending',
    collection_status: 'pending',
    collection_account_name: '',
    collection_account_no: '',
    collection_bank_name: '',
    counterparty_account: call.counterparty_account ?? '',
    last5: String(call.counterparty_account ?? '').slice(-5),
    member_bank_name: call.member_bank_name ?? '',
    user_id: call.user_id ?? '',
    user_name: call.user_name ?? '',
    notify_url: call.notify_url ?? '',
    return_url: call.return_url ?? '',
    paid_at: null,
    extra: '',
    agent: '',
    confirmation: 'none',
    reason: '',
    seq: 1,
    created_at: now,
    link_id: null,
  }
}

/** A new payout as the public Worker stores it. */
export function payoutRow(call: Call, id: number, now: number): Row {
  return {
    id,
    merchant_id: merchant.id,
    trade_no: newName(),
    serial_no: call.serial_no ?? '',
    merchant_order_no: call.serial_no ?? '',
    channel: '代付',
    amount: Number(call.amount) * 100,
    actual_amount: Number(call.amount) * 100,
    status: 'pending',
    payee_name: call.payee_name ?? '',
    payee_bank: call.payee_bank ?? '',
    payee_account: call.payee_account ?? '',
    last5: String(call.payee_account ?? '').slice(-5),
    payment_tag: '',
    beneficiary_name: call.payee_name ?? '',
    requested_at: now,
    processed_at: null,
    voucher_no: '',
    note: '',
    is_delayed: 0,
    notify_url: call.notify_url ?? '',
    reverse_url: '',
    extra: '',
    agent: '',
    seq: 1,
    created_at: now,
  }
}

/** A payment link as the public Worker stores it; `collectionId` is null where the member picks the amount. */
export function linkRow(call: Call, id: number, collectionId: number | null, now: number): Row {
  const account = String(call.payer_account_no ?? '')
  return {
    id,
    merchant_id: merchant.id,
    kind: collectionId === null ? 'plain' : 'amount',
    merchant_order_no: call.merchant_order_no ?? '',
    content: JSON.stringify({
      channel: 'exchange_coin',
      merchantOrderNo: call.merchant_order_no,
      amount: call.amount ?? null,
      memberNo: call.member_no,
      memberName: call.member_name,
      memberAccount: '',
      memberPhone: '',
      memberEmail: '',
      payerName: call.member_name,
      payerBankName: call.payer_bank_name,
      payerBankCode: '',
      payerAccountNo: account,
      payerAccountLast5: account.slice(-5),
      notifyUrl: call.notify_url,
      returnUrl: '',
      extra: '',
    }),
    state: 'open',
    session: newName(),
    token: collectionId === null ? null : newToken(id),
    collection_id: collectionId,
    wait_expires_at: collectionId === null ? null : now + 1800,
    expires_at: now + 1800,
    replaced_by: 0,
    created_at: now,
    ends_at: now + 1800,
    sent_amount: call.amount === undefined ? null : Number(call.amount) * 100,
  }
}

/** The first event of a payout; that of a collection its row tells. */
export function eventRow(orderId: number, fact: { readonly name: string }, now: number): Row {
  const { name } = fact
  const event = { order_id: orderId, seq: 1, name, from_state: '', to_state: 'pending' }
  return { ...event, actor: merchant.uid, at: now, fact: JSON.stringify(fact) }
}

/** A payout's amount, frozen. */
export function frozenRow(orderId: number, amount: number, now: number): Row {
  return {
    merchant_id: merchant.id,
    at: now,
    order_id: orderId,
    seq: 1,
    number: 1,
    channel: '代付',
    from_bucket: 'available',
    to_bucket: 'frozen',
    amount,
    kind: 'payout',
    // The merchant's first, which is open.
    statement: 1,
  }
}

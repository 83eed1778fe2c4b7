import { recordId } from '../../../src/rules/people/principal.ts'
import { bankAccounts, bankTransactions } from '../../../src/store/schema.ts'
import { aContext, aMerchant, rows } from './service.ts'

// Bank accounts and their transactions, written as they stand in the database.

type AccountRow = typeof bankAccounts.$inferInsert
type TransactionRow = typeof bankTransactions.$inferInsert

/** A bank account of the first database, for everyone unless `fields` say otherwise; its id. */
export async function aBankAccount(fields: Partial<AccountRow> = {}): Promise<number> {
  const id = nextId()
  await aContext()
    .db.insert(bankAccounts)
    .values({
      id,
      bankCode: '004',
      accountNo: String(id),
      holderName: '大安商行',
      agents: [],
      merchants: [],
      feeds: [],
      use: 'both',
      backing: 'required',
      note: '',
      state: 'active',
      version: 1,
      waitingCount: 0,
      waitingAmount: 0,
      createdAt: Math.floor(Date.now() / 1000),
      ...fields,
    })
  return id
}

/** A new merchant, and such an account. */
export async function aShopWithAccount(fields: Partial<AccountRow> = {}) {
  return { shop: await aMerchant(), account: await aBankAccount(fields) }
}

/** The last five digits of the payer's account of `aLink` and `anOrderOn`. */
export const payersLast5 = '67890'

/** A transaction of that account, of 100 dollars that the payer of `anOrderOn` sent now; its id. */
export async function aTransaction(
  bankAccountId: number,
  fields: Partial<TransactionRow> = {},
): Promise<number> {
  const id = nextId()
  const now = Math.floor(Date.now() / 1000)
  await aContext()
    .db.insert(bankTransactions)
    .values({
      id,
      bankAccountId,
      bookedAt: now,
      dayOnly: false,
      amount: 10_000,
      counterpartyAccount: '',
      counterpartyLast5: payersLast5,
      counterpartyName: '',
      memo: '',
      source: 'feed',
      state: 'unclaimed',
      claimedBy: '',
      ignoredReason: '',
      postedBy: 'service:bank',
      postedAs: '{}',
      createdAt: now,
      ...fields,
    })
  return id
}

/** Puts an order on an account, as a match does. */
export async function putOn(tradeNo: string, bankAccountId: number): Promise<void> {
  await rows(
    `update collections set bank_account_id = ?, account_since = ?, collection_status = 'matched'
     where trade_no = ?`,
    bankAccountId,
    Date.now(),
    tradeNo,
  )
  await rows(
    `insert into events (order_id, seq, name, from_state, to_state, actor, at, fact)
     select collections.id, 1, 'created', '', '', uid, collections.created_at, json_object(
       'name', 'created', 'orderAmount', amount, 'paidAmount', paid_amount, 'credit', 'none'
     ) from collections join merchants on merchants.id = merchant_id where trade_no = ? and seq = 1
     on conflict do nothing`,
    tradeNo,
  )
  await rows(
    `update events set to_state = 'pending/matched' where (order_id, seq) = (
       select id, seq from collections where trade_no = ?
     )`,
    tradeNo,
  )
}

/** Who has claimed transactions, in the order of their ids: a transaction number, or null. */
export async function holdersOf(...ids: readonly number[]): Promise<(string | null)[]> {
  const found = await rows<{ id: number; held_by: string | null }>(
    `select id, coalesce(
       (select trade_no from collections where collections.id = order_id),
       (select trade_no from payouts where payouts.id = order_id)
     ) as held_by
     from bank_transactions where id in (select value from json_each(?))`,
    JSON.stringify(ids),
  )
  return ids.map((id) => found.find((row) => row.id === id)?.held_by ?? null)
}

function nextId(): number {
  const now = Date.now()
  // A file before may have had a clock of another day.
  drawnAt = drawnAt > now + 1000 ? now : Math.max(drawnAt + 1, now)
  return recordId(drawnAt, Math.random(), 0)
}

let drawnAt = 0

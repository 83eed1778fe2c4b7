// The rows that insiders' walks leave, read as they are.

/** The rows that are judged, of all databases. */
export type Rows = {
  readonly orders: readonly OrderRow[]
  readonly events: readonly EventRow[]
  readonly entries: readonly EntryRow[]
  readonly lines: readonly LineRow[]
  readonly imports: readonly ImportRow[]
  readonly journal: readonly JournalRow[]
}

export type OrderRow = {
  readonly id: number
  readonly trade_no: string
  readonly kind: 'collection' | 'payout'
  readonly uid: string
  readonly amount: number
  readonly bank_account_id: number | null
}
export type EventRow = {
  readonly order_id: number
  readonly seq: number
  readonly name: string
  readonly actor: string
  readonly at: number
  readonly fact: string
}
type EntryRow = {
  readonly order_id: number
  readonly from_bucket: string
  readonly to_bucket: string
  readonly amount: number
}
export type LineRow = {
  readonly id: number
  readonly bank_account_id: number
  readonly booked_at: number
  readonly amount: number
  readonly source: string
  readonly import_id: number | null
  readonly import_line: number | null
  readonly state: string
  readonly order_id: number | null
  readonly posted_by: string
  readonly agreed_by: string
  readonly created_at: number
}
export type ImportRow = { readonly id: number; readonly actor: string; readonly agreed_by: string }
export type JournalRow = {
  readonly id: number
  readonly at: number
  readonly actor: string
  readonly role: string
  readonly action: string
  readonly subject_kind: string
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
  readonly approved_by: string
}

/** Reads the rows of a walk: of those merchants and accounts, and of those who took part. */
export async function readRows(databases: readonly D1Database[], since: number): Promise<Rows> {
  const all = async <Row>(query: string): Promise<Row[]> => {
    const found = await Promise.all(
      databases.map((one) => one.prepare(query).bind(since).all<Row>()),
    )
    return found.flatMap(({ results }) => results)
  }
  return {
    orders: await all(
      `select collections.id, trade_no, 'collection' as kind, uid, amount, bank_account_id
       from collections join merchants on merchants.id = merchant_id
       where collections.created_at >= ?1
       union all
       select payouts.id, trade_no, 'payout', uid, amount, bank_account_id
       from payouts join merchants on merchants.id = merchant_id where payouts.created_at >= ?1`,
    ),
    events: await all('select order_id, seq, name, actor, at, fact from events where at >= ?'),
    entries: await all(
      'select order_id, from_bucket, to_bucket, amount from ledger_entries where at >= ?',
    ),
    lines: await all('select * from bank_transactions where created_at >= ?'),
    imports: await all('select id, actor, agreed_by from bank_imports where created_at >= ?'),
    journal: await all('select * from journal where at >= ?'),
  }
}

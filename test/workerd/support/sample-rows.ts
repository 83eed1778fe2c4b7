import { rows } from './service.ts'

/** Inserts a row into a table: a 1 in each of its columns, or what a column takes instead. */
export async function insertSample(
  table: string,
  columns: readonly string[],
  given: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const values = columns.map(
    (column) => given[column] ?? sample[`${table}.${column}`] ?? sample[column] ?? 1,
  )
  const marks = columns.map(() => '?').join(', ')
  await rows(`insert into ${table} (${columns.join(', ')}) values (${marks})`, ...values)
}

// The values of columns that refuse a 1.
const sample: Record<string, string | number> = {
  uid: 'M1',
  'approvals.state': 'waiting',
  'people.role': 'agent',
  webhook_notice: 'raised',
  telegram_notice: 'over',
  escalation_notice: 'raised',
  'watch_counts.kind': 'answers',
  'book_passes.phase': 'done',
  'bank_accounts.state': 'active',
  'bank_transactions.state': 'claimed',
  'bank_imports.state': 'done',
  'bank_imports.undo': 'undoing',
  agents: '[]',
  feeds: '[]',
  use: 'both',
  backing: 'later',
  source: 'feed',
  chain: 'whole',
  ip_whitelist: '[]',
  callback_vocabulary: 'current',
  rate_limit: 'standard',
  orderid: 'O1',
  status: 'pending',
  collection_status: 'pending',
  confirmation: 'none',
  fact: '{}',
  bucket: 'available',
  from_bucket: 'outside',
  to_bucket: 'available',
  body: '{}',
  state: 'due',
  trigger_name: 'schedule',
  kind: 'amount',
  'ledger_entries.kind': 'payout',
  'payouts.kind': 'withdrawal',
  prices: '[]',
  content: '{}',
  'payment_links.state': 'open',
  'archive_objects.state': 'whole',
  'archived_orders.number': 'A1',
  'archived_orders.paid': 0,
  booked: '[]',
  'endpoints.state': 'open',
  collection_events: 'completed',
  resend_trigger: 'merchant',
  auto: 'assign',
  auto_sources: '[]',
  auto_counts: '{}',
  assignment: 'due',
  settled_by: 'auto',
  proof: 'awaiting',
}

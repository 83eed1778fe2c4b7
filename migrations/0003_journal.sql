-- The append-only journal: every move of every order, and what it did to the books.
-- The primary key is the lock: of two racing moves of one order, one commits.
create table events (
  order_id integer not null,
  seq integer not null,
  name text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  at integer not null,
  fact text not null constraint events_fact_json check (json_valid(fact)),
  primary key (order_id, seq)
) without rowid;

-- One movement of money a row, from a bucket to another; 'outside' is the world beyond the platform's books.
-- Its key is its event's, numbered: an event cannot be booked twice.
create table ledger_entries (
  merchant_id integer not null,
  at integer not null,
  order_id integer not null,
  seq integer not null,
  number integer not null,
  channel text not null,
  from_bucket text not null constraint ledger_entries_from_known
    check (from_bucket in ('outside', 'available', 'frozen', 'unconfirmed')),
  to_bucket text not null constraint ledger_entries_to_known
    check (to_bucket in ('outside', 'available', 'frozen', 'unconfirmed')),
  amount integer not null constraint ledger_entries_amount_positive check (amount > 0),
  primary key (merchant_id, at, order_id, seq, number),
  constraint ledger_entries_moves check (from_bucket <> to_bucket)
) without rowid;

-- What the entries and the orders add up to, by merchant and platform channel, kept in the same batch as they are.
create table balances (
  merchant_id integer not null,
  channel text not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  collection_pending_count integer not null,
  collection_pending_amount integer not null,
  collection_succeeded_count integer not null,
  collection_succeeded_amount integer not null,
  collection_manual_count integer not null,
  collection_manual_amount integer not null,
  payout_pending_count integer not null,
  payout_pending_amount integer not null,
  payout_processed_count integer not null,
  payout_processed_amount integer not null,
  payout_cancelled_count integer not null,
  payout_cancelled_amount integer not null,
  primary key (merchant_id, channel)
) without rowid;

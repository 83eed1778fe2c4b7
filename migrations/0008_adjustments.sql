-- Corrections of the books by an operator. Each has an id of its own in the orders' number space, its event in the
-- journal and its entry in the ledger; the merchant's idempotency key makes a repeated call find the first one.
create table adjustments (
  merchant_id integer not null references merchants (id),
  idempotency_key text not null,
  id integer not null,
  bucket text not null
    constraint adjustments_bucket_known check (bucket in ('available', 'frozen', 'unconfirmed')),
  amount integer not null constraint adjustments_amount_moves check (amount <> 0),
  reason text not null,
  -- The order it belongs to, or "".
  trade_no text not null,
  actor text not null,
  created_at integer not null,
  primary key (merchant_id, idempotency_key)
) without rowid;

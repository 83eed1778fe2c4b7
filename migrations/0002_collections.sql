-- Collections, every stored field of the specification's 2.2. Amounts in hundredths, times in UTC seconds.
create table collections (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  trade_no text not null,
  orderid text not null constraint collections_orderid_length check (length(orderid) between 1 and 64),
  merchant_order_no text not null,
  gateway_code text not null,
  channel text not null,
  currency text not null,
  amount integer not null constraint collections_amount_range check (amount between 1 and 999999999999),
  paid_amount integer not null
    constraint collections_paid_amount_range check (paid_amount between 0 and 999999999999),
  status text not null
    constraint collections_status_known check (status in ('pending', 'succeeded', 'manual')),
  collection_status text not null constraint collections_collection_status_known
    check (collection_status in ('pending', 'matched', 'exception')),
  collection_account_name text not null,
  collection_account_no text not null,
  collection_bank_name text not null,
  counterparty_account text not null,
  member_bank_name text not null,
  user_id text not null,
  user_name text not null,
  notify_url text not null,
  return_url text not null,
  paid_at integer,
  extra text not null,
  agent text not null,
  confirmation text not null constraint collections_confirmation_known
    check (confirmation in ('none', 'awaiting', 'accepted', 'rejected')),
  seq integer not null,
  created_at integer not null,
  constraint collections_settled_paid_at check (status = 'pending' or paid_at is not null)
);

create unique index collections_orderid on collections (merchant_id, orderid);

-- Most merchants leave merchant_order_no to default to orderid: those rows are found by the index above.
create index collections_merchant_order_no on collections (merchant_id, merchant_order_no, status)
  where merchant_order_no <> orderid;

-- The back office's lists, newest first within each state (an index ends with the row's id).
create index collections_by_merchant on collections (merchant_id, status, collection_status);
create index collections_by_state on collections (status, collection_status);

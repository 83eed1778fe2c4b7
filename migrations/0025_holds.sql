-- What is neither settled nor paid out while it is examined: a merchant, a member of a merchant, an account or an order.
-- A hold of an account has a row in each database. `key` is what the batch of a settlement looks up.
create table holds (
  id integer primary key,
  key text not null,
  merchant_uid text not null,
  user_id text not null,
  account_no text not null,
  trade_no text not null,
  reason text not null,
  case_no text not null,
  actor text not null,
  created_at integer not null,
  lifted_at integer,
  lifted_by text not null,
  lift_reason text not null
);

create index holds_in_force on holds (key) where lifted_at is null;

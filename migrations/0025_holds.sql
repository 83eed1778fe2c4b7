-- What is neither settled nor paid out while it is examined: a merchant, a member of a merchant, an account or an order.
-- A hold of an account has a row in each database, all of one id.
create table holds (
  id integer primary key,
  -- What the batch of a settlement looks up: "merchant:M1", "member:M1:U7", "account:0123456789", "order:C0…".
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
  lift_reason text not null,
  -- held: what the batch would settle, pay out or create is held.
  refused text constraint held check (refused is not 'held')
);

create index holds_in_force on holds (key) where lifted_at is null;

-- Whether a hold of the merchant itself is in force: it creates nothing.
alter table merchants add column held integer not null default 0
  constraint merchants_held_boolean check (held in (0, 1));

-- Final orders leave for the bucket (docs/growing.md): objects of some fifty orders each.

create table archive_objects (
  id integer primary key,
  -- The name of the object in the bucket.
  name text not null,
  -- 'begun': it is being written. 'whole': it has its orders. 'gone': they are back, and it is to be deleted.
  state text not null constraint archive_objects_state_known check (state in ('begun', 'whole', 'gone')),
  -- How many it has, what its settled collections and processed payouts add up to, and its bytes and SHA-256.
  orders integer not null,
  collected integer not null,
  paid_out integer not null,
  bytes integer not null,
  sha256 text not null,
  created_at integer not null,
  gone_at integer,
  -- archive_changed: an order is no longer as the object has it.
  refused text constraint archive_changed check (refused is not 'archive_changed')
);
create index archive_objects_unneeded on archive_objects (state) where state <> 'whole';

-- The numbers of an order that is in an object.
create table archived_orders (
  id integer primary key,
  merchant_id integer not null,
  -- A collection's orderid, a payout's serial_no, and the merchant's own number where that is another.
  number text not null,
  merchant_order_no text,
  paid integer not null constraint archived_orders_paid_boolean check (paid in (0, 1)),
  link_id integer,
  object_id integer not null,
  -- How many seconds after its creation its ledger entries were booked, which stay, as a JSON array.
  booked text not null,
  -- The random digits of its transaction number, whose others are its id; '' where the number above is all of it.
  secret text not null,
  -- Its callback was given up.
  undelivered integer not null constraint archived_orders_undelivered_boolean check (undelivered in (0, 1))
);
create index archived_orders_number on archived_orders (merchant_id, number);
create index archived_orders_merchant_order_no on archived_orders (merchant_id, merchant_order_no, paid)
  where merchant_order_no is not null;
create index archived_orders_by_merchant on archived_orders (merchant_id);
create unique index archived_orders_link on archived_orders (link_id) where link_id is not null;
create index archived_orders_undelivered on archived_orders (undelivered) where undelivered = 1;

-- A collection that leaves is looked for among the links that refer to it.
create index payment_links_by_collection on payment_links (collection_id) where collection_id is not null;

-- What the archived orders of a merchant's channel count for in the tallies of its balance.
create table archived_tallies (
  merchant_id integer not null,
  channel text not null,
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
  unbacked_count integer not null,
  primary key (merchant_id, channel)
) without rowid;

-- How far the search for final orders has come, when it last went on and came to the end, and what all objects with
-- orders add up to: one row.
create table archive_position (
  id integer primary key constraint archive_position_one_row check (id = 1),
  after_id integer not null,
  went_on_at integer not null,
  ended_at integer,
  orders integer not null,
  bytes integer not null
);

-- A number that is archived is used. An order that comes back is taken from here first.
create trigger collections_archived before insert on collections
when exists (
  select 1 from archived_orders where merchant_id = new.merchant_id and number = new.orderid and id % 2 = 0
)
begin
  select raise(abort, 'number_archived');
end;

create trigger payouts_archived before insert on payouts
when exists (
  select 1 from archived_orders where merchant_id = new.merchant_id and number = new.serial_no and id % 2 = 1
)
begin
  select raise(abort, 'number_archived');
end;

create trigger payment_links_archived before insert on payment_links
when new.state = 'open' and exists (
  select 1 from archived_orders
  where merchant_id = new.merchant_id and merchant_order_no = new.merchant_order_no
    and link_id is not null and paid = 1
)
begin
  select raise(abort, 'link_archived');
end;

-- The copies of an order, or link, that has left are copied anew.
create trigger copy_archived_order after insert on archived_orders
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_gone_payment_links after delete on payment_links
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'payment_links gone', old.id from copy_position where id = 1 and old.id <= read_to
  on conflict do nothing;
end;

create trigger copy_new_archive_objects after insert on archive_objects
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'archive_objects', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_archive_objects after update on archive_objects
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'archive_objects', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_gone_archive_objects after delete on archive_objects
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'archive_objects gone', old.id from copy_position where id = 1 and old.id <= read_to
  on conflict do nothing;
end;

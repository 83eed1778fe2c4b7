-- A bank transaction says which order it pays, and lists skip what they cannot show, without a look into an object.
alter table archived_orders add column trade_no text not null default '';
alter table archived_orders add column undelivered integer not null default 0
  constraint archived_orders_undelivered_boolean check (undelivered in (0, 1));
create index archived_orders_undelivered on archived_orders (undelivered) where undelivered = 1;


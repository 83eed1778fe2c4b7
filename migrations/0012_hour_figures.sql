-- What the balances of this database added up to when the minute's job last ran in an hour (in hours since 1970): the
-- difference between two rows is what happened between them. Once an hour has been over for thirty minutes its row says
-- as well what became of the collections that were created in it.
create table hour_figures (
  hour integer primary key,
  -- Ever created; what was paid for the settled ones, and for payouts, in hundredths.
  collections integer not null,
  settled integer not null,
  settled_amount integer not null,
  payouts integer not null,
  paid integer not null,
  paid_amount integer not null,
  cancelled integer not null,
  -- Settled, or paid out, without a transaction.
  unbacked integer not null,
  -- Of the collections of that hour: how many were looked at, and how many of these are settled; null until then.
  followed integer,
  followed_settled integer,
  -- Seconds from creation to an account and to settlement: the median, and the longest; null where there was none.
  account_median integer,
  account_worst integer,
  settlement_median integer,
  settlement_worst integer
);

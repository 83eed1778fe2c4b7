-- How far each check of the books has come: a row for each pass through the whole database. The newest is the one that
-- is under way until it has its `finished_at`. Its cursor is the last row that it has read, in the order of its phase.
create table book_passes (
  number integer primary key,
  phase text not null constraint book_passes_phase_known
    check (phase in ('orders', 'adjustments', 'transactions', 'entries', 'tallies', 'done')),
  -- Grows with each step: a step writes only where no other has been taken since it read.
  step integer not null,
  last_merchant integer not null,
  -- An order, or a bank transaction.
  last_id integer not null,
  -- With those two the key of a ledger entry.
  last_at integer not null,
  last_seq integer not null,
  last_number integer not null,
  last_key text not null,
  last_orderid text not null,
  last_serial_no text not null,
  -- The channel of the exchange's top-ups, by which orders are counted in this pass.
  top_up_channel text not null,
  started_at integer not null,
  stepped_at integer not null,
  finished_at integer,
  -- What it has read, and how many differences it has found.
  orders integer not null,
  entries integer not null,
  sums integer not null,
  differences integer not null
);

-- Of the merchant that a pass has read in part: what the rows up to the cursor add up to, by channel. `name` is a bucket
-- or a tally. The triggers below keep it true while rows that the pass has gone past are written.
create table book_sums (
  channel text not null,
  name text not null,
  count integer not null,
  amount integer not null,
  primary key (channel, name)
) without rowid;

-- Rows that do not agree with the others: which one, what it says and what it should say.
create table book_findings (
  record text not null,
  subject text not null,
  field text not null,
  expected text not null,
  found text not null,
  -- UTC seconds. When a pass found it first and last, and when a later one did not any more.
  first_seen integer not null,
  last_seen integer not null,
  gone_at integer,
  -- The pass that found it last.
  pass integer not null,
  primary key (record, subject, field)
) without rowid;

create index book_findings_open on book_findings (first_seen) where gone_at is null;

create trigger book_sums_entry after insert on ledger_entries
when exists (
  select 1 from book_passes
  where number = (select max(number) from book_passes) and phase = 'entries'
    and last_merchant = new.merchant_id
    and (new.at, new.order_id, new.seq, new.number) <= (last_at, last_id, last_seq, last_number)
)
begin
  insert into book_sums (channel, name, count, amount)
  values (new.channel, new.from_bucket, 1, -new.amount), (new.channel, new.to_bucket, 1, new.amount)
  on conflict (channel, name) do update set count = count + excluded.count, amount = amount + excluded.amount;
end;

-- A new order may lie before the cursor, because orders are read by the merchant's own numbers. Its first event stands
-- for it, which is written after it: a trigger on the orders themselves would have links searched for each of them.
create trigger book_sums_new_order after insert on events
when new.seq = 1 and exists (
  select 1 from book_passes
  left join collections on collections.id = new.order_id
  left join payouts on payouts.id = new.order_id
  where number = (select max(number) from book_passes) and phase = 'tallies' and (
    collections.merchant_id = last_merchant and orderid <= last_orderid
    or payouts.merchant_id = last_merchant and serial_no <= last_serial_no
  )
)
begin
  insert into book_sums (channel, name, count, amount)
  select
    iif(made.channel in (top_up_channel, '代付'), made.channel, 'other'), made.name, made.count, made.amount
  from (select max(number) as newest from book_passes) join book_passes on number = newest
  join (
    select channel, 'collection_' || status as name, 1 as count,
      iif(status = 'pending', amount, paid_amount) as amount
    from collections where id = new.order_id
    union all select channel, 'payout_' || status, 1, iif(status = 'processed', actual_amount, amount)
    from payouts where id = new.order_id
    union all select channel, 'unbacked', backed is 0, 0 from collections where id = new.order_id
    union all select channel, 'unbacked', backed is 0, 0 from payouts where id = new.order_id
  ) as made
  where true
  on conflict (channel, name) do update set count = count + excluded.count, amount = amount + excluded.amount;
end;

create trigger book_sums_moved_collection after update of status, amount, paid_amount, backed on collections
when exists (
  select 1 from book_passes
  where number = (select max(number) from book_passes) and phase = 'tallies'
    and last_merchant = new.merchant_id and new.orderid <= last_orderid
)
begin
  insert into book_sums (channel, name, count, amount)
  select iif(new.channel in (top_up_channel, '代付'), new.channel, 'other'), name, count, amount
  from (select max(number) as newest from book_passes) join book_passes on number = newest
  join (
    select 'collection_' || old.status as name, -1 as count,
      -iif(old.status = 'pending', old.amount, old.paid_amount) as amount
    union all select 'collection_' || new.status, 1, iif(new.status = 'pending', new.amount, new.paid_amount)
    union all select 'unbacked', (new.backed is 0) - (old.backed is 0), 0
  )
  where true
  on conflict (channel, name) do update set count = count + excluded.count, amount = amount + excluded.amount;
end;

create trigger book_sums_moved_payout after update of status, amount, actual_amount, backed on payouts
when exists (
  select 1 from book_passes
  where number = (select max(number) from book_passes) and phase = 'tallies'
    and last_merchant = new.merchant_id and new.serial_no <= last_serial_no
)
begin
  insert into book_sums (channel, name, count, amount)
  select iif(new.channel in (top_up_channel, '代付'), new.channel, 'other'), name, count, amount
  from (select max(number) as newest from book_passes) join book_passes on number = newest
  join (
    select 'payout_' || old.status as name, -1 as count,
      -iif(old.status = 'processed', old.actual_amount, old.amount) as amount
    union all select 'payout_' || new.status, 1, iif(new.status = 'processed', new.actual_amount, new.amount)
    union all select 'unbacked', (new.backed is 0) - (old.backed is 0), 0
  )
  where true
  on conflict (channel, name) do update set count = count + excluded.count, amount = amount + excluded.amount;
end;

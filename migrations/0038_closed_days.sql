-- The day (Asia/Taipei, in days since 1970) of a balance's newest change. `kept_bytes` counts the texts of that day.
alter table balances rename column kept_on to day;
update balances set kept_bytes = 0 where day < (unixepoch() + 28800) / 86400;
update balances set day = (unixepoch() + 28800) / 86400;

drop trigger ledger_days_late_entry;
drop table ledger_passes;
drop table ledger_days;

-- A balance as it stood at the end of a day that is over. A day without a change has no row: the balance stands as in
-- the newest row before it. Tallies are null where the row was made from ledger entries, after a restore.
create table ledger_days (
  merchant_id integer not null,
  channel text not null,
  day integer not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  collection_pending_count integer,
  collection_pending_amount integer,
  collection_succeeded_count integer,
  collection_succeeded_amount integer,
  collection_manual_count integer,
  collection_manual_amount integer,
  payout_pending_count integer,
  payout_pending_amount integer,
  payout_processed_count integer,
  payout_processed_amount integer,
  payout_cancelled_count integer,
  payout_cancelled_amount integer,
  unbacked_count integer,
  primary key (merchant_id, channel, day)
) without rowid;

-- Days that are over before this migration.
insert into ledger_days (merchant_id, channel, day, available, frozen, unconfirmed)
select merchant_id, channel, day, sum(available) over days, sum(frozen) over days, sum(unconfirmed) over days
from (
  select merchant_id, channel, (at + 28800) / 86400 as day,
    sum(iif(to_bucket = 'available', amount, 0) - iif(from_bucket = 'available', amount, 0)) as available,
    sum(iif(to_bucket = 'frozen', amount, 0) - iif(from_bucket = 'frozen', amount, 0)) as frozen,
    sum(iif(to_bucket = 'unconfirmed', amount, 0) - iif(from_bucket = 'unconfirmed', amount, 0)) as unconfirmed
  from ledger_entries where at < (unixepoch() + 28800) / 86400 * 86400 - 28800 group by 1, 2, 3
)
window days as (partition by merchant_id, channel order by day);

-- The first change of a later day closes the day before it: its row is what stood until then.
create trigger ledger_days_closed after update of day on balances when new.day > old.day
begin
  insert into ledger_days (
    merchant_id, channel, day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count
  ) values (
    old.merchant_id, old.channel, old.day,
    old.available, old.frozen, old.unconfirmed, old.collection_pending_count, old.collection_pending_amount,
    old.collection_succeeded_count, old.collection_succeeded_amount, old.collection_manual_count,
    old.collection_manual_amount, old.payout_pending_count, old.payout_pending_amount, old.payout_processed_count,
    old.payout_processed_amount, old.payout_cancelled_count, old.payout_cancelled_amount, old.unbacked_count
  ) on conflict do nothing;
end;

-- A change is written a moment after its time, so its day may be over: the rows from that day on are corrected, and the
-- day is set back to the newest one.
create trigger ledger_days_late_entry after update of day on balances when new.day < old.day
begin
  insert into ledger_days
  select merchant_id, channel, new.day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count
  from (
    select * from ledger_days
    where merchant_id = new.merchant_id and channel = new.channel and day < new.day
    union all
    select new.merchant_id, new.channel, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    order by 3 desc limit 1
  )
  where true on conflict do nothing;
  update ledger_days set
    available = available + new.available - old.available,
    frozen = frozen + new.frozen - old.frozen,
    unconfirmed = unconfirmed + new.unconfirmed - old.unconfirmed,
    collection_pending_count = collection_pending_count + new.collection_pending_count - old.collection_pending_count,
    collection_pending_amount = collection_pending_amount + new.collection_pending_amount - old.collection_pending_amount,
    collection_succeeded_count = collection_succeeded_count + new.collection_succeeded_count - old.collection_succeeded_count,
    collection_succeeded_amount = collection_succeeded_amount + new.collection_succeeded_amount - old.collection_succeeded_amount,
    collection_manual_count = collection_manual_count + new.collection_manual_count - old.collection_manual_count,
    collection_manual_amount = collection_manual_amount + new.collection_manual_amount - old.collection_manual_amount,
    payout_pending_count = payout_pending_count + new.payout_pending_count - old.payout_pending_count,
    payout_pending_amount = payout_pending_amount + new.payout_pending_amount - old.payout_pending_amount,
    payout_processed_count = payout_processed_count + new.payout_processed_count - old.payout_processed_count,
    payout_processed_amount = payout_processed_amount + new.payout_processed_amount - old.payout_processed_amount,
    payout_cancelled_count = payout_cancelled_count + new.payout_cancelled_count - old.payout_cancelled_count,
    payout_cancelled_amount = payout_cancelled_amount + new.payout_cancelled_amount - old.payout_cancelled_amount,
    unbacked_count = unbacked_count + new.unbacked_count - old.unbacked_count
  where merchant_id = new.merchant_id and channel = new.channel and day >= new.day;
  update balances set day = old.day where merchant_id = new.merchant_id and channel = new.channel;
end;

-- The check of the books.
drop trigger book_sums_entry;
drop trigger book_sums_new_order;
drop trigger book_sums_moved_collection;
drop trigger book_sums_moved_payout;
drop table book_sums;
alter table book_passes rename to earlier_passes;

-- How far each check of the books has come: a row for each pass through the whole database. The newest is the one that
-- is under way until it has its `finished_at`.
create table book_passes (
  number integer primary key,
  phase text not null constraint book_passes_phase_known
    check (phase in ('orders', 'adjustments', 'transactions', 'entries', 'tallies', 'done')),
  -- Grows with each step: a step writes only where no other has been taken since it read.
  step integer not null,
  -- JSON: the key of the last row that it has read, and what the phase knows of a merchant that it has read in part.
  place text not null,
  started_at integer not null,
  finished_at integer,
  -- What it has read, and how many differences it has found.
  orders integer not null,
  entries integer not null,
  differences integer not null
);

insert into book_passes
select number, phase, step, 'null', started_at, finished_at, orders, entries, differences
from earlier_passes where phase = 'done';
drop table earlier_passes;

-- Statements (fees §4): the number of the one that is open, and the one that was open in an entry's batch; null in the
-- entries of before, which stood before number 1.
alter table merchants add column statement integer not null default 1;
alter table ledger_entries add column statement integer;

-- What the entries that have a statement changed all buckets together by, before fees. A statement's sums are what they
-- grew by between two closings.
alter table balances add column moved_collections integer not null default 0;
alter table balances add column moved_payouts integer not null default 0;
alter table balances add column moved_returned integer not null default 0;
alter table balances add column moved_withdrawn integer not null default 0;
alter table balances add column moved_corrections integer not null default 0;
alter table ledger_days add column moved_collections integer not null default 0;
alter table ledger_days add column moved_payouts integer not null default 0;
alter table ledger_days add column moved_returned integer not null default 0;
alter table ledger_days add column moved_withdrawn integer not null default 0;
alter table ledger_days add column moved_corrections integer not null default 0;

-- A closed statement of a merchant: what stood in its balances then, over all channels. Number 0 is what stood before
-- number 1; a merchant without entries of before has none.
create table statements (
  merchant_id integer not null,
  number integer not null,
  -- The withdrawal that closed it; null in number 0.
  order_id integer,
  -- The time of its last entry.
  closed_at integer not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  collections integer not null default 0,
  payouts integer not null default 0,
  returned integer not null default 0,
  withdrawn integer not null default 0,
  corrections integer not null default 0,
  -- What the platform has got for orders.
  fees integer not null,
  primary key (merchant_id, number)
) without rowid;

insert into statements (merchant_id, number, closed_at, available, frozen, unconfirmed, fees)
select merchant_id, 0, max(last), sum(available), sum(frozen), sum(unconfirmed),
  sum(collection_fees + payout_fees + withdrawal_fees)
from (
  select balances.*,
    (select max(at) from ledger_entries where ledger_entries.merchant_id = balances.merchant_id) as last
  from balances
)
where last is not null group by merchant_id;

-- An entry without a statement stood before all of them: one that the release of before writes while this one comes, or
-- that a restore brings.
create trigger ledger_entries_without_statement after insert on ledger_entries when new.statement is null
begin
  insert into statements (merchant_id, number, closed_at, available, frozen, unconfirmed, fees)
  values (new.merchant_id, 0, new.at, 0, 0, 0, 0) on conflict do nothing;
  update statements set
    closed_at = iif(number = 0, max(closed_at, new.at), closed_at),
    available = available + iif(new.to_bucket = 'available', new.amount - new.fee, 0)
      - iif(new.from_bucket = 'available', new.amount + iif(new.to_bucket = 'outside', new.fee, 0), 0),
    frozen = frozen + iif(new.to_bucket = 'frozen', new.amount - new.fee, 0)
      - iif(new.from_bucket = 'frozen', new.amount + iif(new.to_bucket = 'outside', new.fee, 0), 0),
    unconfirmed = unconfirmed + iif(new.to_bucket = 'unconfirmed', new.amount - new.fee, 0)
      - iif(new.from_bucket = 'unconfirmed', new.amount + iif(new.to_bucket = 'outside', new.fee, 0), 0),
    fees = fees + new.fee
  where merchant_id = new.merchant_id;
end;

drop trigger ledger_days_closed;
create trigger ledger_days_closed after update of day on balances when new.day > old.day
begin
  insert into ledger_days (
    merchant_id, channel, day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count,
    collection_fees, payout_fees, withdrawal_fees, corrected_fees,
    moved_collections, moved_payouts, moved_returned, moved_withdrawn, moved_corrections
  ) values (
    old.merchant_id, old.channel, old.day,
    old.available, old.frozen, old.unconfirmed, old.collection_pending_count, old.collection_pending_amount,
    old.collection_succeeded_count, old.collection_succeeded_amount, old.collection_manual_count,
    old.collection_manual_amount, old.payout_pending_count, old.payout_pending_amount, old.payout_processed_count,
    old.payout_processed_amount, old.payout_cancelled_count, old.payout_cancelled_amount, old.unbacked_count,
    old.collection_fees, old.payout_fees, old.withdrawal_fees, old.corrected_fees,
    old.moved_collections, old.moved_payouts, old.moved_returned, old.moved_withdrawn, old.moved_corrections
  ) on conflict do nothing;
end;

drop trigger ledger_days_late_entry;
create trigger ledger_days_late_entry after update of day on balances when new.day < old.day
begin
  insert into ledger_days
  select merchant_id, channel, new.day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count,
    collection_fees, payout_fees, withdrawal_fees, corrected_fees,
    moved_collections, moved_payouts, moved_returned, moved_withdrawn, moved_corrections
  from (
    select * from ledger_days
    where merchant_id = new.merchant_id and channel = new.channel and day < new.day
    union all
    select new.merchant_id, new.channel, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0
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
    unbacked_count = unbacked_count + new.unbacked_count - old.unbacked_count,
    collection_fees = collection_fees + new.collection_fees - old.collection_fees,
    payout_fees = payout_fees + new.payout_fees - old.payout_fees,
    withdrawal_fees = withdrawal_fees + new.withdrawal_fees - old.withdrawal_fees,
    corrected_fees = corrected_fees + new.corrected_fees - old.corrected_fees,
    moved_collections = moved_collections + new.moved_collections - old.moved_collections,
    moved_payouts = moved_payouts + new.moved_payouts - old.moved_payouts,
    moved_returned = moved_returned + new.moved_returned - old.moved_returned,
    moved_withdrawn = moved_withdrawn + new.moved_withdrawn - old.moved_withdrawn,
    moved_corrections = moved_corrections + new.moved_corrections - old.moved_corrections
  where merchant_id = new.merchant_id and channel = new.channel and day >= new.day;
  update balances set day = old.day where merchant_id = new.merchant_id and channel = new.channel;
end;

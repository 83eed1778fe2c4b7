-- A merchant's prices, as a JSON array, oldest first: each with its number, its pricing, and from when it holds.
alter table merchants add column prices text not null default '[]'
  constraint merchants_prices_json check (json_valid(prices));

-- The number of the price that held at an order's creation, and the fee that is booked or, of a pending payout, frozen.
alter table collections add column pricing integer not null default 0;
alter table collections add column fee integer;
alter table payouts add column pricing integer not null default 0;
alter table payouts add column fee integer;

-- What the platform gets of an entry, and what the entry is of; null in those of before. A correction of fees moves money
-- between the merchant and the platform: 'fee_correction' says that what its entry calls outside is the platform's fees.
alter table ledger_entries add column fee integer not null default 0;
alter table ledger_entries add column kind text constraint ledger_entries_kind_known
  check (kind in ('collection', 'payout', 'withdrawal', 'correction', 'fee_correction'));

-- What the platform has got in fees.
alter table balances add column collection_fees integer not null default 0;
alter table balances add column payout_fees integer not null default 0;
alter table balances add column withdrawal_fees integer not null default 0;
alter table balances add column corrected_fees integer not null default 0;
alter table ledger_days add column collection_fees integer not null default 0;
alter table ledger_days add column payout_fees integer not null default 0;
alter table ledger_days add column withdrawal_fees integer not null default 0;
alter table ledger_days add column corrected_fees integer not null default 0;

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

-- A correction may be one of fees.
create table adjustments_with_fees (
  merchant_id integer not null references merchants (id),
  idempotency_key text not null,
  id integer not null,
  bucket text not null constraint adjustments_bucket_known
    check (bucket in ('available', 'frozen', 'unconfirmed', 'fees')),
  amount integer not null constraint adjustments_amount_moves check (amount <> 0),
  reason text not null,
  -- The order it belongs to, or "".
  trade_no text not null,
  actor text not null,
  created_at integer not null,
  primary key (merchant_id, idempotency_key)
) without rowid;
insert into adjustments_with_fees select * from adjustments;
drop table adjustments;
alter table adjustments_with_fees rename to adjustments;
-- The correction of a balance is copied with its event.
create index adjustments_by_id on adjustments (id);

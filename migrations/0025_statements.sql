-- Statements (fees §4): the number of the one that is open, and the one that was open in an entry's batch; null in the
-- entries of before, which stood before number 1.
alter table merchants add column statement integer not null default 1;
alter table ledger_entries add column statement integer;

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

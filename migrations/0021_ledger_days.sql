-- What stood in a merchant's buckets, over all channels, at the end of a day (Asia/Taipei, in days since 1970). A day
-- without entries needs no row. `available` of a day is the sum of all entries of that day and the days before.
create table ledger_days (
  merchant_id integer not null,
  day integer not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  primary key (merchant_id, day)
) without rowid;

-- An entry is written a moment after its time, so its day may be over and have its row: the transaction that writes the
-- entry corrects the rows from that day on. For any other entry this finds no row.
create trigger ledger_days_late_entry after insert on ledger_entries
begin
  update ledger_days set
    available = available
      + iif(new.to_bucket = 'available', new.amount, 0) - iif(new.from_bucket = 'available', new.amount, 0),
    frozen = frozen
      + iif(new.to_bucket = 'frozen', new.amount, 0) - iif(new.from_bucket = 'frozen', new.amount, 0),
    unconfirmed = unconfirmed
      + iif(new.to_bucket = 'unconfirmed', new.amount, 0) - iif(new.from_bucket = 'unconfirmed', new.amount, 0)
  where merchant_id = new.merchant_id and day >= (new.at + 28800) / 86400;
end;

-- How far the minute's job has come with the days before `day`: one row. `merchant_id` is the last merchant whose rows
-- it has written, null when it has written them all.
create table ledger_passes (
  id integer primary key constraint ledger_passes_one_row check (id = 1),
  day integer not null,
  merchant_id integer
);

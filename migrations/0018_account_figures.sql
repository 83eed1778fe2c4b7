-- What an account has handed out and received is asked of the day alone: it is kept in the account's own row, which a
-- match and a posted line write anyway. Amounts in hundredths.

-- The newest day (Asia/Taipei, in days since 1970) on which something was handed out or told; the two figures are of it.
alter table bank_accounts add column day integer not null default 0;
-- Amounts of the orders that were matched to it that day, each once, less those that ended unpaid.
-- cap_reached: the account has handed out what it may that day.
alter table bank_accounts add column handed_out integer not null default 0
  constraint cap_reached check (refused is not 'cap_reached');
-- What of the money that came in that day was told that day.
alter table bank_accounts add column received integer not null default 0;

update bank_accounts set (day, handed_out, received) = (
  select day, handed_out, received from bank_account_days
  where bank_account_id = bank_accounts.id order by day desc limit 1
)
where exists (select 1 from bank_account_days where bank_account_id = bank_accounts.id);

-- `bank_account_days` is written by the code before this alone, while it runs still, and by a restore from its copies.
create trigger bank_account_days_begun after insert on bank_account_days
begin
  update bank_accounts set day = new.day, handed_out = new.handed_out, received = new.received
  where id = new.bank_account_id and day < new.day;
end;

create trigger bank_account_days_counted after update on bank_account_days
begin
  update bank_accounts
  set handed_out = handed_out + new.handed_out - old.handed_out, received = received + new.received - old.received
  where id = new.bank_account_id and day = new.day;
end;

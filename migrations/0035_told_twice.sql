-- The number of a line at its bank as it is compared: after NFKC, in upper case, without blanks and format characters.
-- null for lines without a number, for those that the release before writes, and for the later one of two whose numbers
-- compare alike: these are compared by `external_id` as it is.
alter table bank_transactions add column external_key text;

-- What a service token has posted to an account: the day (Asia/Taipei, days since 1970), and how many lines each token
-- has posted on it, as a JSON object by the token's name.
alter table bank_accounts add column posted_day integer not null default 0;
alter table bank_accounts add column posted_lines text not null default '{}'
  constraint bank_accounts_posted_lines_json check (json_valid(posted_lines));

drop index bank_transactions_external;
create unique index bank_transactions_external on bank_transactions (bank_account_id, coalesce(external_key, external_id))
  where external_id is not null;

-- Numbers that stand: sqlite knows the upper case and the blanks of ASCII alone. Any other number is compared as it is
-- until a feed tells it again in its first spelling.
update or ignore bank_transactions
set external_key = upper(replace(external_id, ' ', ''))
where external_id is not null and external_id not glob '*[^ -~]*';

-- A line that is told looks for the same money, told by another: of its account and amount, near its time.
drop index bank_transactions_unmet;
create index bank_transactions_near on bank_transactions (bank_account_id, amount, day_only, booked_at);

-- Each feed, and each person, tells a line once.
drop index bank_transaction_numbers_by_transaction;
create unique index bank_transaction_numbers_by_transaction on bank_transaction_numbers (transaction_id, posted_by);

-- A line of a year to come hid what came after it.
update bank_accounts
set last_transaction_at = (
  select max(booked_at) from bank_transactions
  where bank_account_id = bank_accounts.id and booked_at <= unixepoch() + 86400
)
where last_transaction_at > unixepoch() + 86400;

-- import_agreed: another operator has agreed to the import before.
alter table bank_imports add column refused text constraint import_agreed check (refused is not 'import_agreed');

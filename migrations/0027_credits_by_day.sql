-- What collections have credited on each of the last days (Asia/Taipei), net and in hundredths, as a JSON object by the
-- day's number; and of each collection the day that has its credit, null where it has none, or had it before.
alter table balances add column credits text not null default '{}'
  constraint balances_credits_json check (json_valid(credits));
alter table collections add column credited_day integer;

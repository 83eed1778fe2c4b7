-- What a merchant is paid by itself once a day, as JSON, null for nothing; and the last day (Asia/Taipei, in days since
-- 1970) that has been decided on, which is that of the setting itself where that is newer.
alter table merchants add column auto_withdrawal text
  constraint merchants_auto_withdrawal_json check (json_valid(auto_withdrawal));
alter table merchants add column auto_withdrawn_day integer not null default 0;
create index merchants_auto_withdrawal on merchants (auto_withdrawn_day) where auto_withdrawal is not null;

-- What the bank may take for one payout, in hundredths.
alter table bank_accounts add column fee_max integer not null default 3000;

-- When a collection was first matched to the account that it is on, in UTC milliseconds: what was stored before pays
-- nobody who was shown the account afterwards. null where it is on no account.
alter table collections add column account_since integer;

update collections
set account_since = (
  select min(at) * 1000 from events
  where order_id = collections.id and name = 'matched' and fact ->> 'bankAccount' = collections.bank_account_id
)
where bank_account_id is not null and backed is not 1;

-- The accounts that a collection was on before it was matched to another. Only such a match writes here.
create table former_accounts (
  bank_account_id integer not null,
  amount integer not null,
  order_id integer not null references collections (id),
  -- As `collections.account_since`; null where it was matched before that was kept.
  account_since integer,
  -- UTC seconds.
  left_at integer not null,
  primary key (bank_account_id, amount, order_id)
) without rowid;

create index former_accounts_by_order on former_accounts (order_id);

create trigger copy_new_former_accounts after insert on former_accounts
begin
  insert into changed_rows (kind, epoch, key)
  select 'former_accounts', epoch, json_array(new.bank_account_id, new.amount, new.order_id)
  from copy_position where id = 1
  on conflict do nothing;
end;

create trigger copy_changed_former_accounts after update on former_accounts
begin
  insert into changed_rows (kind, epoch, key)
  select 'former_accounts', epoch, json_array(new.bank_account_id, new.amount, new.order_id)
  from copy_position where id = 1
  on conflict do nothing;
end;

-- The money of an order is looked for on its account: by its payer and amount, and by its amount among what nothing has
-- claimed. They take the place of two indexes that knew no account.
drop index bank_transactions_by_amount;
drop index bank_transactions_unclaimed;
create index bank_transactions_by_payer
  on bank_transactions (bank_account_id, counterparty_last5, amount, booked_at);
create index bank_transactions_unclaimed
  on bank_transactions (bank_account_id, amount, booked_at) where state = 'unclaimed';

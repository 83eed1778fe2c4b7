-- Further numbers of a bank transaction: each feed after the first that told of the same money has its own. The first
-- one's is in `bank_transactions`. `external_key` is the number as it is compared.
create table bank_transaction_numbers (
  bank_account_id integer not null,
  external_key text not null,
  external_id text not null,
  transaction_id integer not null references bank_transactions (id),
  posted_by text not null,
  -- All that the feed has said of it, as `bank_transactions.posted_as`.
  posted_as text not null constraint bank_transaction_numbers_posted_as_json check (json_valid(posted_as)),
  primary key (bank_account_id, external_key)
) without rowid;

create index bank_transaction_numbers_by_transaction on bank_transaction_numbers (transaction_id);

create trigger copy_new_bank_transaction_numbers after insert on bank_transaction_numbers
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_transaction_numbers', epoch, json_array(new.bank_account_id, new.external_key) from copy_position where id = 1
  on conflict do nothing;
end;

-- The operator who has agreed to an import of somebody else, or approved a line posted by hand; '' for nobody.
alter table bank_imports add column agreed_by text not null default '';
alter table bank_transactions add column agreed_by text not null default '';

-- Copies of this database are kept in a bucket (docs/recovery.md). One row while they are made, none otherwise: without
-- it the triggers below write nothing.
create table copy_position (
  id integer primary key constraint copy_position_one_row check (id = 1),
  -- The name under which the bucket has the copies of this database, from its first one on.
  line text not null,
  -- Grows with each reading: what changes from then on is noted under the new number.
  epoch integer not null,
  -- Rows whose ids grow with time are found by id: up to `read` they have been read, and what changes there is noted;
  -- up to `kept` the bucket has them.
  orders_read integer not null,
  orders_kept integer not null,
  payment_links_read integer not null,
  payment_links_kept integer not null,
  bank_transactions_read integer not null,
  bank_transactions_kept integer not null,
  journal_read integer not null,
  journal_kept integer not null,
  -- UTC seconds: the newest moment at which the bucket had all that the database had.
  whole_at integer
);

-- What has changed since it was copied, by the table and the key of its row; `orders` is an order with all that belongs
-- to it. Rows are taken out when the bucket has them.
create table changed_rows (
  kind text not null,
  epoch integer not null,
  key text not null,
  primary key (kind, epoch, key)
) without rowid;

-- An order is noted once between two readings, whatever happens to it. What is newer than the last reading needs no
-- note.
create trigger copy_new_event after insert on events
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.order_id from copy_position where id = 1 and new.order_id <= orders_read
  on conflict do nothing;
end;
create trigger copy_changed_collection after update on collections
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.id from copy_position where id = 1 and new.id <= orders_read
  on conflict do nothing;
end;
create trigger copy_changed_payout after update on payouts
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.id from copy_position where id = 1 and new.id <= orders_read
  on conflict do nothing;
end;
create trigger copy_new_callback after insert on callbacks
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.order_id from copy_position where id = 1 and new.order_id <= orders_read
  on conflict do nothing;
end;
create trigger copy_changed_callback after update on callbacks
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.order_id from copy_position where id = 1 and new.order_id <= orders_read
  on conflict do nothing;
end;
create trigger copy_new_attempt after insert on callback_attempts
begin
  insert into changed_rows (kind, epoch, key)
  select 'orders', epoch, new.order_id from copy_position where id = 1 and new.order_id <= orders_read
  on conflict do nothing;
end;
create trigger copy_new_payment_links after insert on payment_links
begin
  insert into changed_rows (kind, epoch, key)
  select 'payment_links', epoch, new.id from copy_position where id = 1 and new.id <= payment_links_read
  on conflict do nothing;
end;
create trigger copy_changed_payment_links after update on payment_links
begin
  insert into changed_rows (kind, epoch, key)
  select 'payment_links', epoch, new.id from copy_position where id = 1 and new.id <= payment_links_read
  on conflict do nothing;
end;
create trigger copy_new_bank_transactions after insert on bank_transactions
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_transactions', epoch, new.id from copy_position where id = 1 and new.id <= bank_transactions_read
  on conflict do nothing;
end;
create trigger copy_changed_bank_transactions after update on bank_transactions
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_transactions', epoch, new.id from copy_position where id = 1 and new.id <= bank_transactions_read
  on conflict do nothing;
end;
create trigger copy_new_journal after insert on journal
begin
  insert into changed_rows (kind, epoch, key)
  select 'journal', epoch, new.id from copy_position where id = 1 and new.id <= journal_read
  on conflict do nothing;
end;

-- Rows without such an id are noted whenever they change.
create trigger copy_new_merchants after insert on merchants
begin
  insert into changed_rows (kind, epoch, key)
  select 'merchants', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_merchants after update on merchants
begin
  insert into changed_rows (kind, epoch, key)
  select 'merchants', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_directory after insert on directory
begin
  insert into changed_rows (kind, epoch, key)
  select 'directory', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_directory after update on directory
begin
  insert into changed_rows (kind, epoch, key)
  select 'directory', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_products after insert on products
begin
  insert into changed_rows (kind, epoch, key)
  select 'products', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_products after update on products
begin
  insert into changed_rows (kind, epoch, key)
  select 'products', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_deleted_products after delete on products
begin
  insert into changed_rows (kind, epoch, key)
  select 'products', epoch, old.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_people after insert on people
begin
  insert into changed_rows (kind, epoch, key)
  select 'people', epoch, new.name from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_people after update on people
begin
  insert into changed_rows (kind, epoch, key)
  select 'people', epoch, new.name from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_deleted_people after delete on people
begin
  insert into changed_rows (kind, epoch, key)
  select 'people', epoch, old.name from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_balances after insert on balances
begin
  insert into changed_rows (kind, epoch, key)
  select 'balances', epoch, json_array(new.merchant_id, new.channel) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_balances after update on balances
begin
  insert into changed_rows (kind, epoch, key)
  select 'balances', epoch, json_array(new.merchant_id, new.channel) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_adjustments after insert on adjustments
begin
  insert into changed_rows (kind, epoch, key)
  select 'adjustments', epoch, json_array(new.merchant_id, new.idempotency_key) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_adjustments after update on adjustments
begin
  insert into changed_rows (kind, epoch, key)
  select 'adjustments', epoch, json_array(new.merchant_id, new.idempotency_key) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_approvals after insert on approvals
begin
  insert into changed_rows (kind, epoch, key)
  select 'approvals', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_approvals after update on approvals
begin
  insert into changed_rows (kind, epoch, key)
  select 'approvals', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_carried_out_alone after insert on carried_out_alone
begin
  insert into changed_rows (kind, epoch, key)
  select 'carried_out_alone', epoch, json_array(new.actor, new.day, new.kind) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_carried_out_alone after update on carried_out_alone
begin
  insert into changed_rows (kind, epoch, key)
  select 'carried_out_alone', epoch, json_array(new.actor, new.day, new.kind) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_holds after insert on holds
begin
  insert into changed_rows (kind, epoch, key)
  select 'holds', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_holds after update on holds
begin
  insert into changed_rows (kind, epoch, key)
  select 'holds', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_accounts after insert on bank_accounts
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_accounts', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_accounts after update on bank_accounts
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_accounts', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_account_days after insert on bank_account_days
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_account_days', epoch, json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_account_days after update on bank_account_days
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_account_days', epoch, json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_account_directory after insert on bank_account_directory
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_account_directory', epoch, json_array(new.bank_code, new.account_no) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_account_directory after update on bank_account_directory
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_account_directory', epoch, json_array(new.bank_code, new.account_no) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_imports after insert on bank_imports
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_imports', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_imports after update on bank_imports
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_imports', epoch, new.id from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_statement_days after insert on bank_statement_days
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_statement_days', epoch, json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_statement_days after update on bank_statement_days
begin
  insert into changed_rows (kind, epoch, key)
  select 'bank_statement_days', epoch, json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

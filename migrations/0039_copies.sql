-- Copies of the database (docs/recovery.md) read tables that are small as a whole, so that only what grows with trade is
-- noted when it changes. The copies begin a new line.
drop trigger copy_new_event;
drop trigger copy_changed_collection;
drop trigger copy_changed_payout;
drop trigger copy_new_callback;
drop trigger copy_changed_callback;
drop trigger copy_new_attempt;
drop trigger copy_new_payment_links;
drop trigger copy_changed_payment_links;
drop trigger copy_new_bank_transactions;
drop trigger copy_changed_bank_transactions;
drop trigger copy_new_journal;
drop trigger copy_new_merchants;
drop trigger copy_changed_merchants;
drop trigger copy_new_directory;
drop trigger copy_changed_directory;
drop trigger copy_new_products;
drop trigger copy_changed_products;
drop trigger copy_deleted_products;
drop trigger copy_new_people;
drop trigger copy_changed_people;
drop trigger copy_deleted_people;
drop trigger copy_new_balances;
drop trigger copy_changed_balances;
drop trigger copy_new_adjustments;
drop trigger copy_changed_adjustments;
drop trigger copy_new_approvals;
drop trigger copy_changed_approvals;
drop trigger copy_new_carried_out_alone;
drop trigger copy_changed_carried_out_alone;
drop trigger copy_new_holds;
drop trigger copy_changed_holds;
drop trigger copy_new_bank_accounts;
drop trigger copy_changed_bank_accounts;
drop trigger copy_new_bank_account_days;
drop trigger copy_changed_bank_account_days;
drop trigger copy_new_bank_account_directory;
drop trigger copy_changed_bank_account_directory;
drop trigger copy_new_bank_imports;
drop trigger copy_changed_bank_imports;
drop trigger copy_new_bank_statement_days;
drop trigger copy_changed_bank_statement_days;
drop trigger copy_new_bank_transaction_numbers;
drop trigger copy_new_former_accounts;
drop trigger copy_changed_former_accounts;

drop table changed_rows;
drop table copy_position;

-- One row while copies are made, none otherwise: without it the triggers below write nothing.
create table copy_position (
  id integer primary key constraint copy_position_one_row check (id = 1),
  -- The name under which the bucket has the copies of this database, from its first one on.
  line text not null,
  -- Grows with each reading: what changes from then on is noted under the new number.
  epoch integer not null,
  -- The greatest id at the last reading. What is newer is found by its id, and needs no note.
  read_to integer not null,
  -- UTC seconds: the newest moment at which the bucket had all that the database had.
  whole_at integer
);

-- What has changed since it was read, by kind and key; `orders` is an order with all that belongs to it. It is noted once
-- between two readings, and deleted when the bucket has it.
create table changed_rows (
  epoch integer not null,
  kind text not null,
  key text not null,
  primary key (epoch, kind, key)
) without rowid;

-- The correction of a balance is copied with its event.
create index adjustments_by_id on adjustments (id);

-- An order is noted once, whatever happens to it: each event changes it, and each attempt its callback.
create trigger copy_new_event after insert on events
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.order_id from copy_position where id = 1 and new.order_id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_collection after update on collections
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_payout after update on payouts
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_callback after update on callbacks
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.order_id from copy_position where id = 1 and new.order_id <= read_to
  on conflict do nothing;
end;

-- A row is new that comes late, too, with an id below what was read.
create trigger copy_new_payment_links after insert on payment_links
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'payment_links', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_payment_links after update on payment_links
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'payment_links', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_new_bank_transactions after insert on bank_transactions
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_transactions', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_bank_transactions after update on bank_transactions
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_transactions', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_new_bank_imports after insert on bank_imports
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_imports', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_bank_imports after update on bank_imports
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_imports', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_new_approvals after insert on approvals
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'approvals', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_changed_approvals after update on approvals
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'approvals', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;
create trigger copy_new_journal after insert on journal
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'journal', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

-- Days have no id that grows with time: each is noted.
create trigger copy_new_bank_account_days after insert on bank_account_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_account_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_account_days after update on bank_account_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_account_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_new_bank_statement_days after insert on bank_statement_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_statement_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;
create trigger copy_changed_bank_statement_days after update on bank_statement_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_statement_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

-- The maintenance switch of a database (docs/back-office.md). While it is on, what anybody but the platform itself would
-- write of orders, links and bank transactions is refused by the database, whatever code would write it.

create table maintenance (
  id integer primary key constraint maintenance_one check (id = 1),
  since integer not null,
  actor text not null,
  reason text not null
);

-- Every creation and every move appends an event.
create trigger events_maintenance before insert on events
when new.actor <> 'system' and exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

create trigger payment_links_maintenance before insert on payment_links
when exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

create trigger bank_transactions_maintenance before insert on bank_transactions
when exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

create trigger bank_imports_maintenance before insert on bank_imports
when exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

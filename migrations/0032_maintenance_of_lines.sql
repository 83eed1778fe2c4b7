-- A bank transaction is not changed either while the database is in maintenance: neither by a posting of the same money,
-- nor by a person who puts it aside or reopens it.
create trigger bank_transactions_changed_maintenance before update of state, external_id on bank_transactions
when exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

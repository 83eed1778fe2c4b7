-- The creation of a collection that its row tells has no event: what the event noted for the copies, and refused while
-- the database is in maintenance, its row does.
create trigger copy_new_collection after insert on collections
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger collections_maintenance before insert on collections
when exists (select 1 from maintenance where id = 1)
begin
  select raise(abort, 'database_in_maintenance');
end;

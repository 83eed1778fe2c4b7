-- An import that is taken back: undoing until all that it alone told is gone, then undone. null for one that stands.
alter table bank_imports add column undo text constraint bank_imports_undo_known check (undo in ('undoing', 'undone'));
create index bank_imports_undoing on bank_imports (undo) where undo = 'undoing';

-- The days that a file held whole, as it told them. What several imports have told stays while one of them stands.
create table bank_import_days (
  import_id integer not null,
  day integer not null,
  bank_account_id integer not null,
  opening integer,
  closing integer,
  -- Whether lines of the file were left out before it.
  jumps integer not null constraint bank_import_days_jumps_boolean check (jumps in (0, 1)),
  -- UTC seconds. All lines of the day that were stored by then are in the file.
  told_at integer not null,
  primary key (import_id, day)
) without rowid;
create index bank_import_days_by_account on bank_import_days (bank_account_id, day);

insert into bank_import_days
select bank_imports.id, day, bank_imports.bank_account_id, opening, closing, 0, written_at
from bank_imports
join bank_statement_days on bank_statement_days.bank_account_id = bank_imports.bank_account_id
  and day between from_day and to_day
where state = 'done';

-- The copies are told what is gone, as they are of what has changed.
create trigger copy_gone_bank_transactions after delete on bank_transactions
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_transactions gone', old.id from copy_position where id = 1 and old.id <= read_to
  on conflict do nothing;
end;

create trigger copy_gone_bank_statement_days after delete on bank_statement_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_statement_days gone', json_array(old.bank_account_id, old.day)
  from copy_position where id = 1
  on conflict do nothing;
end;

-- When the minute's job last went through the callbacks of this database, in UTC seconds: one row, written each minute.
create table sweeps (
  id integer primary key constraint sweeps_one_row check (id = 1),
  at integer not null
);

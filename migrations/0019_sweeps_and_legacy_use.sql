-- When the minute's job last went through the callbacks of this database, in UTC seconds: one row, written each minute.
create table sweeps (
  id integer primary key constraint sweeps_one_row check (id = 1),
  at integer not null
);

-- When a request in the style of the earlier protocol was last accepted, in UTC seconds; noted once a day.
alter table merchants add column legacy_signed_at integer;

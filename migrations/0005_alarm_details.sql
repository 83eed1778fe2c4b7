-- What an alarm found, in words: which difference, which server, in which databases.
alter table alarms add column detail text not null default '';

-- When the copies of this database began, and when a copy of everything ended last (UTC seconds).
alter table copy_position add column begun_at integer;
alter table copy_position add column scanned_at integer;

-- The size of the database on each day (Asia/Taipei, in days since 1970), the first that was seen on it: how fast it grows.
create table database_sizes (
  day integer primary key,
  -- UTC seconds.
  at integer not null,
  bytes integer not null
);

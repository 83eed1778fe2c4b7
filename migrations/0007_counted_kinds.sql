-- What is counted is named by the code alone: a further kind needs no table of its own.
create table watch_counts_next (
  kind text not null,
  minute integer not null,
  count integer not null,
  primary key (kind, minute)
) without rowid;
insert into watch_counts_next select kind, minute, count from watch_counts;
drop table watch_counts;
alter table watch_counts_next rename to watch_counts;

-- Isolates count creations, too, and which of them failed.

create table watch_counts_next (
  kind text not null constraint watch_counts_kind_known
    check (kind in ('answers', 'server_errors', 'dead_wake_ups', 'creations', 'creation_errors')),
  minute integer not null,
  count integer not null,
  primary key (kind, minute)
) without rowid;
insert into watch_counts_next select kind, minute, count from watch_counts;
drop table watch_counts;
alter table watch_counts_next rename to watch_counts;

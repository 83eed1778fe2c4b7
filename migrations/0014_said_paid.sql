-- When the member last said on the wait page that the order is paid, and how often. No evidence: nothing is settled by it.
alter table collections add column said_paid_at integer;
alter table collections add column said_paid_times integer not null default 0
  constraint collections_said_paid_times_range check (said_paid_times between 0 and 5);

-- The desk shows them first, among all that wait.
create index collections_said_paid on collections (status, collection_status, expired)
  where status = 'pending' and said_paid_at is not null;

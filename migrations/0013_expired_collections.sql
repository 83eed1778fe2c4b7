-- Whether a collection was put aside last by the service, because its time ran out unpaid. Its reason, `expired`, tells
-- nothing of that: people write what they like.
alter table collections add column expired integer not null default 0
  constraint collections_expired_boolean check (expired in (0, 1));

update collections set expired = 1
where status = 'pending' and collection_status = 'exception' and reason = 'expired'
  and (
    select actor from events where order_id = collections.id and name = 'exception' order by seq desc limit 1
  ) in ('system', 'sandbox');

-- The desk lists the two apart: hardly any exception is for a person to look at, among all links that ran out.
create index collections_exceptions on collections (expired)
  where status = 'pending' and collection_status = 'exception';

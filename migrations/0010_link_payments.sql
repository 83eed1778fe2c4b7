-- What a link's time and its order's payment do to it. From here on 'closed' is every link of an order that was paid,
-- the one that paid it among them; 'expired' one whose time ran out.

-- The link that a collection pays; null where a merchant created the collection itself. No index: links are found by
-- their own keys, and a collection by its id.
alter table collections add column link_id integer;

-- Until when the link counts as living, in UTC seconds: its own time or its wait page's, longer once an agent has
-- matched its collection. Null once it has ended.
alter table payment_links add column ends_at integer;

update collections set link_id = (select id from payment_links where collection_id = collections.id)
where id in (select collection_id from payment_links where collection_id is not null);

update payment_links set state = 'closed'
where exists (
  select 1 from payment_links as paid join collections on collections.id = paid.collection_id
  where paid.merchant_id = payment_links.merchant_id
    and paid.merchant_order_no = payment_links.merchant_order_no
    and collections.status <> 'pending'
);

update payment_links set ends_at = coalesce(wait_expires_at, expires_at) + (
  select 3600 * (count(*) > 0) from collections
  where collections.id = payment_links.collection_id and collections.collection_status = 'matched'
) where state = 'open';

-- What the minute's job puts aside when its time is over.
create index payment_links_ending on payment_links (ends_at) where ends_at is not null;

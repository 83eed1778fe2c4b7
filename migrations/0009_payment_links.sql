-- Payment links of both endpoints, 2.4 and 2.6 of the specification. Times in UTC seconds.
create table payment_links (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  -- 'amount': the merchant has chosen it and a collection was created with the link. 'plain': the member will.
  kind text not null constraint payment_links_kind_known check (kind in ('amount', 'plain')),
  merchant_order_no text not null
    constraint payment_links_order_no_length check (length(merchant_order_no) between 1 and 64),
  -- What the merchant sent, after aliases and defaults: what a repeated call is compared with.
  content text not null constraint payment_links_content_json check (json_valid(content)),
  -- 'expired': its time ran out and its collection was put aside. 'closed': its order was paid by another link.
  state text not null constraint payment_links_state_known check (state in ('open', 'expired', 'closed')),
  -- Both carry the link's id, so that looking one up needs no index (as a transaction number does). The session is
  -- filled by a subselect that checks the merchant's version: null means that the merchant has changed.
  session text not null,
  token text,
  -- The collection that pays this link, and until when its wait page counts: from the start, or once submitted.
  collection_id integer references collections (id),
  wait_expires_at integer,
  expires_at integer not null,
  -- 0 while it is its order's current link, then the id of the one that took its place.
  replaced_by integer not null,
  created_at integer not null,
  constraint payment_links_wait_whole check (
    (collection_id is null) = (token is null) and (collection_id is null) = (wait_expires_at is null)
  ),
  constraint payment_links_amount_collection check (kind = 'plain' or collection_id is not null)
);

-- One current link for each order number and endpoint: of calls that race, one creates it.
create unique index payment_links_order
  on payment_links (merchant_id, merchant_order_no, kind, replaced_by);

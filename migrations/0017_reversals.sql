-- Why an order is an exception, was cancelled, rejected or reversed, as its merchant reads it. '' where there is no
-- reason, and for those given before this column: they were typed as internal.
alter table collections add column reason text not null default '';
alter table payouts add column reason text not null default '';

-- When a payment of the link's order was reversed, in UTC seconds; null if none ever was.
alter table payment_links add column reversed_at integer;

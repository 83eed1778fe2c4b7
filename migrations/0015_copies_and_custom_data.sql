-- The amount that a link's request said, in hundredths: what the merchant has chosen, or what a request in earlier
-- names said beside a link whose amount the member picks. Null where it said none. A copy of that request, sent to
-- another endpoint, is known by its number and this.
alter table payment_links add column sent_amount integer;

update payment_links set sent_amount = 100 * json_extract(content, '$.amount') where kind = 'amount';

-- How many bytes `extra` may have. Merchants from before there was a limit keep what a body holds.
alter table merchants add column extra_bytes_max integer not null default 65536;

-- Bytes of `extra` and `note` that the merchant's orders of a day have brought, in the row that each order's batch
-- writes in any case; the day in Asia/Taipei, in days since 1970.
alter table balances add column kept_bytes integer not null default 0;
alter table balances add column kept_on integer not null default 0;

-- The amount that a link's request said, in hundredths: what the merchant has chosen, or what a request in earlier
-- names said beside a link whose amount the member picks. Null where it said none. A copy of that request, sent to
-- another endpoint, is known by its number and this.
alter table payment_links add column sent_amount integer;

update payment_links set sent_amount = 100 * json_extract(content, '$.amount') where kind = 'amount';

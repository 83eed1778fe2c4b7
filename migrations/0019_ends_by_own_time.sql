-- A link whose order is matched lives longer, and one that is put aside shorter again: neither writes an entry of this
-- index, for it has when the link's own time is over. What is over by then, and lives on, is looked at and left.
drop index payment_links_ending;
create index payment_links_ending on payment_links (coalesce(wait_expires_at, expires_at)) where state = 'open';

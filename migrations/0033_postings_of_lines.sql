-- An erasure finds what a second person was asked about a line that was posted by hand.
create index approvals_of_postings on approvals (body ->> '$.read.external_id') where call = 'postTransaction';

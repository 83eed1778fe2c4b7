-- The check value of the key that a secret was sealed under stands in front of it; '' for one from before check values.
-- While keys rotate, the minute's job finds what is still sealed under another key, and the back office counts it.
create index merchants_by_key on merchants (iif(substr(secret, 9, 1) = '.', substr(secret, 1, 8), ''));
create index merchants_by_previous_key
  on merchants (iif(substr(previous_secret, 9, 1) = '.', substr(previous_secret, 1, 8), ''))
  where previous_secret is not null;

-- The back office lists and counts pending collections by state without naming a merchant; those in other states are
-- found by merchant, or by thinning the newest. So a settled collection writes no entry here.
drop index collections_by_state;
create index collections_by_state on collections (status, collection_status) where status = 'pending';

-- What waits on a bank account is searched by the last five digits of the member's account, too. An amount is searched
-- by `collections_by_account_amount`.
drop index collections_waiting;
create index collections_waiting
  on collections (bank_account_id, substr(replace(replace(counterparty_account, '-', ''), ' ', ''), -5))
  where bank_account_id is not null and status = 'pending' and collection_status = 'matched';

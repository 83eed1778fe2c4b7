-- The back office lists and counts pending orders by state without naming a merchant; orders in other states are found
-- by merchant, or by thinning the newest. So a settled order writes no entry here.
drop index collections_by_state;
create index collections_by_state on collections (status, collection_status) where status = 'pending';
drop index payouts_by_state;
create index payouts_by_state on payouts (status) where status = 'pending';

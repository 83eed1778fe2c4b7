-- What became of an order is in no index of its merchant's orders, so that a move of it writes no entry of these.
drop index collections_by_merchant;
create index collections_by_merchant on collections (merchant_id);
drop index payouts_by_merchant;
create index payouts_by_merchant on payouts (merchant_id);

-- What waits is listed by its state, and counted; all else is found among the newest, or its merchant's.
drop index payouts_by_state;
create index payouts_by_state on payouts (status) where status = 'pending';

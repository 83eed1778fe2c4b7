-- Callbacks are found by their merchant where they are given up or parked, by its orders otherwise: an event and a
-- delivery write no entry of this index.
drop index callbacks_by_merchant;
create index callbacks_by_merchant on callbacks (merchant_id, state) where state = 'given_up' or state = 'parked';

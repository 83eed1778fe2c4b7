-- The list of what was not delivered went through all callbacks: a query for one state is not seen to lie within
-- `state in (…)`, but it is within the same written as alternatives.
drop index callbacks_undelivered;
create index callbacks_undelivered on callbacks (state) where state = 'given_up' or state = 'parked';

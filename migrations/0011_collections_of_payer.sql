-- What is pending on an account, by the payer's last five digits: those whose link has ended unpaid too, for money that
-- came in time may be told later.
drop index collections_waiting;
create index collections_waiting on collections (bank_account_id, last5)
  where bank_account_id is not null and status = 'pending';

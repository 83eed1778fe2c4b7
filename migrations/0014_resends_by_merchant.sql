-- The sweep goes from one merchant to the next, so that no merchant's resends hide another's.
drop index callbacks_resends;
create index callbacks_resends on callbacks (merchant_id, resend_requested_at)
  where resend_trigger is not null;

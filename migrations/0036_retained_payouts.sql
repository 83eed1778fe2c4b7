-- The answers to payouts' callbacks were not masked by their age: RETENTION_DAYS begins again.
update retention set after_id = 0;

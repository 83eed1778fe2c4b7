-- The list of all accounts' lines is merged from those of each.
drop index bank_transactions_by_time;

-- A posted line that another has told is found by its payer's digits, or among the lines of its time.
drop index bank_transactions_near;

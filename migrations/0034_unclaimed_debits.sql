-- What may have left for each of a page's payouts, whatever account it left from: however many accounts pay.
create index bank_transactions_debits on bank_transactions (amount, booked_at) where state = 'unclaimed' and amount < 0;

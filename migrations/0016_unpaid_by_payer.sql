-- What no transaction has paid on an account, by the payer's digits, but for what waits in a slot: settled on a word, too,
-- for its money may still come. Digits first, for the other accounts.
drop index collections_unpaid;
create index collections_unpaid on collections (last5, status, bank_account_id, amount)
  where bank_account_id is not null and backed is not 1 and waits_in_slot = 0;

-- An order that was settled on a word, on the account that it waited on, is found by that index from now on.
delete from former_accounts where order_id in (
  select collections.id from former_accounts as kept
  cross join collections on collections.id = kept.order_id
  where collections.bank_account_id = kept.bank_account_id
    and collections.status <> 'pending' and collections.backed is not 1
) and bank_account_id = (select bank_account_id from collections where collections.id = order_id);

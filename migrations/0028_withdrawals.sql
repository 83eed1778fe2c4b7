-- Where a merchant's money is paid to, as a JSON array, oldest first.
alter table merchants add column settlement_accounts text not null default '[]'
  constraint merchants_settlement_accounts_json check (json_valid(settlement_accounts));

-- A payout to the merchant itself is a withdrawal; any other has null. One of a merchant waits at a time.
alter table payouts add column kind text constraint payouts_kind_known check (kind = 'withdrawal');
create unique index payouts_withdrawal_waiting on payouts (merchant_id) where kind = 'withdrawal' and status = 'pending';

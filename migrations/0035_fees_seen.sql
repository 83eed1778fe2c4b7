-- Whether a merchant sees fees: from its first price or settlement account on, also when that is removed.
alter table merchants add column sees_fees integer not null default 0
  constraint merchants_sees_fees_boolean check (sees_fees in (0, 1));

update merchants set sees_fees = 1
where prices <> '[]' or settlement_accounts <> '[]'
  or exists (select 1 from payouts where payouts.merchant_id = merchants.id and kind = 'withdrawal');

create trigger merchants_see_fees after update of prices, settlement_accounts on merchants
when new.sees_fees = 0 and (new.prices <> '[]' or new.settlement_accounts <> '[]')
begin
  update merchants set sees_fees = 1 where id = new.id;
end;

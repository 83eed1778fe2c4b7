-- What a write may not do, where only the database can tell at that moment. Such a write puts the reason into `refused`,
-- which breaks the constraint of that name and with it the whole batch; a row that stands has null there.

-- merchant_changed: the merchant is no longer as the writer knew it. not_covered: it does not have the money.
alter table events add column refused text
  constraint merchant_changed check (refused is not 'merchant_changed')
  constraint not_covered check (refused is not 'not_covered');

-- other_kind: the merchant has an order of another kind that the same request may have made.
alter table collections add column refused text
  constraint other_kind check (refused is not 'other_kind');
alter table payouts add column refused text
  constraint other_kind check (refused is not 'other_kind');

-- link_closed: the link, or its order, takes no payment any more.
alter table payment_links add column refused text
  constraint merchant_changed check (refused is not 'merchant_changed')
  constraint other_kind check (refused is not 'other_kind')
  constraint link_closed check (refused is not 'link_closed');

-- over_quota: the merchant's orders have brought more custom data that day than they may.
alter table balances add column refused text
  constraint over_quota check (refused is not 'over_quota');

-- Matching by itself: an account at once, and a settlement without a person where nothing is in doubt.

-- What an account's switches allow: `auto` what the service does on it, `auto_max` the largest order that it settles there,
-- `auto_awaiting_max` what of that may wait for a statement, in hundredths, and `auto_sources` by whom a line has to be
-- known, a JSON array.
alter table bank_accounts add column auto text not null default 'off'
  constraint bank_accounts_auto_known check (auto in ('off', 'assign', 'settle'));
alter table bank_accounts add column auto_max integer not null default 2000000;
alter table bank_accounts add column auto_awaiting_max integer not null default 30000000;
alter table bank_accounts add column auto_sources text not null default '["statement"]'
  constraint bank_accounts_auto_sources_json check (json_valid(auto_sources));
-- What the service has settled here and no statement has confirmed, in hundredths, and how many orders of it are unproven.
alter table bank_accounts add column auto_awaiting integer not null default 0;
alter table bank_accounts add column auto_unproven integer not null default 0;
-- What the service did on a day: a JSON object of the day (Asia/Taipei, days since 1970) and its counts.
alter table bank_accounts add column auto_counts text not null default '{}'
  constraint bank_accounts_auto_counts_json check (json_valid(auto_counts));
-- The order whose contradiction has turned `settle` off; null where none has since a person last set `auto`.
alter table bank_accounts add column auto_contradicted integer;
-- From which day on statements have to be compared with what awaits proof; null where they have been.
alter table bank_accounts add column proof_from integer;
create index bank_accounts_proof on bank_accounts (id) where proof_from is not null;

alter table merchants add column auto text not null default 'off'
  constraint merchants_auto_known check (auto in ('off', 'assign', 'settle'));

-- The switch of the deployment, the same in each of its databases, and how far the minute's job has come in this one.
create table auto_switch (
  id integer primary key constraint auto_switch_one check (id = 1),
  state text not null constraint auto_switch_state_known check (state in ('running', 'stopped')),
  -- Null until somebody has stopped it.
  since integer,
  actor text not null,
  reason text not null,
  -- Ids up to which orders were looked at for an account, and lines in doubt were judged again in turn.
  assigned_to integer not null default 0,
  judged_to integer not null default 0,
  -- Up to which moment unconfirmed lines were looked at for proof (UTC seconds), and the orders among them whose time has
  -- not come, a JSON array of ids.
  proved_to integer not null default 0,
  proved_later text not null default '[]' constraint auto_switch_proved_later_json check (json_valid(proved_later))
);
insert into auto_switch (id, state, since, actor, reason) values (1, 'running', null, '', '');

-- Who waits on an account for an amount with these digits: one order at a time. A row stays when its order has ended; the
-- batch of the next order takes it. `taken_at` in UTC milliseconds.
create table slots (
  last5 text not null constraint slots_last5_given check (last5 <> ''),
  amount integer not null,
  bank_account_id integer not null,
  order_id integer not null,
  taken_at integer not null,
  -- slot_taken: another order has it.
  refused text constraint slot_taken check (refused is not 'slot_taken'),
  primary key (last5, amount, bank_account_id)
) without rowid;

-- Whether an order waits in its slot, by which it is found in place of `collections_unpaid`. One that has ended unpaid may
-- still be the newest of its slot, but waits in it no longer.
alter table collections add column waits_in_slot integer not null default 0
  constraint collections_waits_in_slot_boolean check (waits_in_slot in (0, 1));
-- These checks are no lists, for each list of more than two reads rows at every insertion.
-- Whether the service is to give the order an account: `due` at its creation, then why it has not.
alter table collections add column assignment text
  constraint collections_assignment_known check (
    assignment = 'due' or assignment = 'no_account_free' or assignment = 'stopped' or assignment = 'done'
  );
-- By whom a settled order was settled; null before this was kept.
alter table collections add column settled_by text
  constraint collections_settled_by_known check (
    settled_by = 'auto' or settled_by = 'person' or settled_by = 'merchant'
  );
-- How far a settlement by the service is proved.
alter table collections add column proof text
  constraint collections_proof_known check (
    proof = 'awaiting' or proof = 'confirmed' or proof = 'unproven' or proof = 'contradicted'
  );

-- What is pending on an account by the payer's digits, but for what waits in a slot; digits first, for the other accounts.
drop index collections_waiting;
create index collections_unpaid on collections (last5, bank_account_id)
  where bank_account_id is not null and status = 'pending' and waits_in_slot = 0;

-- An order that waited on an account and was not paid there is looked at for a month, settled without a transaction too.
insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
select bank_account_id, amount, id, account_since, coalesce(paid_at, created_at) from collections
where bank_account_id is not null and backed is not 1 and status <> 'pending'
on conflict (bank_account_id, amount, order_id) do nothing;

-- Why a line of an account that settles by itself has not been settled so: a JSON array, "" until it is judged; null on
-- other accounts. The first to be judged come first.
alter table bank_transactions add column doubts text;
-- Whether a reversal, or a change of what pays an order, has freed it: a person decides what it pays then.
alter table bank_transactions add column freed integer not null default 0
  constraint bank_transactions_freed_boolean check (freed in (0, 1));
-- Money that went out and pays nothing, for a deposit that the bank takes back: of unclaimed lines there is an index.
create index bank_transactions_ignored_debits on bank_transactions (bank_account_id, amount, booked_at)
  where state = 'ignored' and amount < 0;
create index bank_transactions_judged on bank_transactions (iif(doubts = '', 0, 1), id)
  where doubts is not null and state = 'unclaimed';

-- What an import brought in anew, in hundredths: money that its importer alone knows of.
alter table bank_imports add column new_in integer not null default 0;
-- Whose lines are not all there.
create index bank_imports_unfinished on bank_imports (bank_account_id) where state <> 'done';

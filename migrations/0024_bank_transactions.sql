-- Lines of the statements of bank accounts, positive when money came in. Never deleted, and edited only by what is
-- learnt of a line: its claim, its confirmation by a statement, its number at the bank. Amounts in hundredths.
create table bank_transactions (
  id integer primary key,
  bank_account_id integer not null references bank_accounts (id),
  -- UTC seconds; where the bank tells the day alone, its beginning in Asia/Taipei.
  booked_at integer not null,
  day_only integer not null constraint bank_transactions_day_only_boolean check (day_only in (0, 1)),
  amount integer not null constraint bank_transactions_amount_moves check (amount <> 0),
  balance_after integer,
  external_id text,
  counterparty_account text not null,
  counterparty_last5 text not null,
  counterparty_name text not null,
  memo text not null,
  source text not null
    constraint bank_transactions_source_known check (source in ('statement', 'feed', 'hand')),
  -- A statement's line among the lines of its account: all that the file says of it, and its number among equal ones of
  -- that day. null until a statement has confirmed it.
  line_key text,
  confirmed_at integer,
  -- The import and the line of its file that confirmed it.
  import_id integer,
  import_line integer,
  state text not null
    constraint bank_transactions_state_known check (state in ('unclaimed', 'claimed', 'ignored')),
  -- The order that it pays, by whom and when.
  order_id integer,
  claimed_by text not null,
  claimed_at integer,
  -- Why it is ignored, and the transaction of the other direction that it belongs to.
  ignored_as text,
  ignored_reason text not null,
  counterpart_id integer,
  posted_by text not null,
  -- All that a feed, or a person, has said of it, as JSON: a repeated posting has to say the same. null for what a
  -- statement alone has told.
  posted_as text constraint bank_transactions_posted_as_json check (json_valid(posted_as)),
  created_at integer not null,
  -- transaction_taken: another order has it. transaction_ignored: it was put aside. transaction_changed: it is no longer
  -- as the writer knew it.
  refused text
    constraint transaction_taken check (refused is not 'transaction_taken')
    constraint transaction_ignored check (refused is not 'transaction_ignored')
    constraint transaction_changed check (refused is not 'transaction_changed'),
  constraint bank_transactions_claim_whole check ((state = 'claimed') = (order_id is not null))
);

create unique index bank_transactions_external on bank_transactions (bank_account_id, external_id)
  where external_id is not null;
create unique index bank_transactions_line on bank_transactions (bank_account_id, line_key)
  where line_key is not null;
create index bank_transactions_by_account on bank_transactions (bank_account_id, booked_at);
create index bank_transactions_by_amount on bank_transactions (amount, booked_at);
create index bank_transactions_by_time on bank_transactions (booked_at);
create index bank_transactions_unclaimed on bank_transactions (booked_at) where state = 'unclaimed';
-- Lines of statements that no feed has told yet: a feed's line meets them.
create index bank_transactions_unmet on bank_transactions (bank_account_id, amount, booked_at)
  where source = 'statement' and external_id is null;
create index bank_transactions_unconfirmed on bank_transactions (created_at) where confirmed_at is null;

-- Statements that were imported, or are being.
create table bank_imports (
  id integer primary key,
  bank_account_id integer not null references bank_accounts (id),
  state text not null constraint bank_imports_state_known check (state in ('running', 'done', 'incomplete')),
  lines integer not null,
  new_lines integer not null,
  known_lines integer not null,
  confirmed_lines integer not null,
  problems text not null constraint bank_imports_problems_json check (json_valid(problems)),
  chain text not null
    constraint bank_imports_chain_known check (chain in ('whole', 'broken', 'gap', 'unknown')),
  -- The line at which the balances do not follow; null but for a broken chain.
  broken_line integer,
  from_day integer,
  to_day integer,
  actor text not null,
  created_at integer not null,
  -- UTC seconds. When its last batch was written: one that is behind has been cut off.
  written_at integer not null
);

create index bank_imports_by_account on bank_imports (bank_account_id);

-- The days of an account that statements cover, with the balances at both ends where the file has them.
create table bank_statement_days (
  bank_account_id integer not null,
  day integer not null,
  opening integer,
  closing integer,
  -- Whether lines are missing between the covered day before it and this one.
  gap integer not null constraint bank_statement_days_gap_boolean check (gap in (0, 1)),
  primary key (bank_account_id, day)
) without rowid;

create index bank_statement_days_gaps on bank_statement_days (bank_account_id) where gap = 1;

-- Grows with each line that is written to an account: the batch of an import carries it as its guard, so that a feed's
-- line that comes meanwhile is seen.
alter table bank_accounts add column lines_version integer not null default 0;

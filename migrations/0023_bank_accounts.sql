-- Bank accounts of the platform that members pay into or payouts leave from, in the database of the merchants that they
-- serve. Amounts in hundredths.
create table bank_accounts (
  id integer primary key,
  bank_code text not null,
  account_no text not null,
  holder_name text not null,
  -- Who may use it, for whom, and which service tokens post its transactions: JSON arrays of names. [] is everyone for
  -- the first two, nobody for the last.
  agents text not null constraint bank_accounts_agents_json check (json_valid(agents)),
  merchants text not null constraint bank_accounts_merchants_json check (json_valid(merchants)),
  feeds text not null constraint bank_accounts_feeds_json check (json_valid(feeds)),
  use text not null constraint bank_accounts_use_known check (use in ('in', 'out', 'both')),
  daily_cap integer,
  backing text not null constraint bank_accounts_backing_known check (backing in ('required', 'later')),
  -- How its statements are read: the name of a built-in format, or a JSON object. null for none.
  statement_format text constraint bank_accounts_statement_format_json check (json_valid(statement_format)),
  note text not null,
  state text not null
    constraint bank_accounts_state_known check (state in ('active', 'paused', 'frozen', 'closed')),
  -- Grows with each change by a person: a writing batch carries it as its guard.
  version integer not null,
  -- What is matched to it and not paid.
  waiting_count integer not null,
  waiting_amount integer not null,
  last_transaction_at integer,
  created_at integer not null,
  -- account_changed: the account is no longer as the writer knew it.
  refused text constraint account_changed check (refused is not 'account_changed')
);

create index bank_accounts_frozen on bank_accounts (state) where state = 'frozen';
-- Whether there is an account of a direction, without reading them all.
create index bank_accounts_by_use on bank_accounts (use);

-- What an account has handed out and received on a day (Asia/Taipei, in days since 1970).
create table bank_account_days (
  bank_account_id integer not null,
  day integer not null,
  -- Amounts of the orders that were matched to it that day, each once, less those that ended unpaid.
  handed_out integer not null,
  received integer not null,
  -- cap_reached: the account has handed out what it may that day.
  refused text constraint cap_reached check (refused is not 'cap_reached'),
  primary key (bank_account_id, day)
) without rowid;

-- Every account of the deployment, by bank and number. Kept in database 0 only.
create table bank_account_directory (
  bank_code text not null,
  account_no text not null,
  id integer not null,
  primary key (bank_code, account_no)
) without rowid;

create unique index bank_account_directory_id on bank_account_directory (id);

-- The account that an order was matched to, or paid from; the day that counts it; and whether what paid it is named:
-- null while nothing is settled.
alter table collections add column bank_account_id integer;
alter table collections add column bank_account_day integer;
alter table collections add column backed integer constraint collections_backed_boolean check (backed in (0, 1));
alter table payouts add column bank_account_id integer;
alter table payouts add column backed integer constraint payouts_backed_boolean check (backed in (0, 1));

create index collections_by_account on collections (bank_account_id) where bank_account_id is not null;
-- Those that a transaction may pay: an entry goes when what paid the order is named.
create index collections_by_account_amount on collections (bank_account_id, amount)
  where bank_account_id is not null and backed is not 1;
create index collections_waiting on collections (bank_account_id, amount)
  where bank_account_id is not null and status = 'pending' and collection_status = 'matched';
create index payouts_by_account on payouts (bank_account_id) where bank_account_id is not null;

-- Orders that were settled, or paid out, without a transaction: kept where each settlement writes anyway.
alter table balances add column unbacked_count integer not null default 0;

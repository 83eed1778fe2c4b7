-- The whole schema of a database. Amounts are in hundredths, times in UTC seconds unless said otherwise. The code reads
-- the names of constraints: they tell why a write was refused.

-- Merchants: who may sign, and with what.
create table merchants (
  id integer primary key,
  uid text not null constraint merchants_uid_length check (length(uid) between 1 and 20),
  name text not null,
  enabled integer not null constraint merchants_enabled_boolean check (enabled in (0, 1)),
  -- Grows with each change: a writing batch carries it as its guard.
  version integer not null,
  -- API secrets, sealed with AES-GCM under SECRETS_KEY. The newest is not in use until a request was signed with it.
  secret text not null,
  secret_in_use integer not null constraint merchants_secret_in_use_boolean check (secret_in_use in (0, 1)),
  previous_secret text,
  previous_secret_until integer,
  ip_whitelist text not null constraint merchants_ip_whitelist_json check (json_valid(ip_whitelist)),
  trusted integer not null constraint merchants_trusted_boolean check (trusted in (0, 1)),
  payout_requires_balance integer not null constraint merchants_payout_requires_balance_boolean
    check (payout_requires_balance in (0, 1)),
  callback_vocabulary text not null constraint merchants_callback_vocabulary_known
    check (callback_vocabulary in ('current', 'legacy')),
  legacy_signature integer not null constraint merchants_legacy_signature_boolean check (legacy_signature in (0, 1)),
  rate_limit text not null constraint merchants_rate_limit_known check (rate_limit in ('standard', 'high', 'off')),
  created_at integer not null,
  -- What a member may pay by link, by merchant; null follows the platform's default.
  payment_amounts text constraint merchants_payment_amounts_json
    check (payment_amounts is null or json_valid(payment_amounts)),
  -- How many bytes `extra` may have.
  extra_bytes_max integer not null default 65536,
  -- Which events of a collection its merchant is told of.
  collection_events text not null default 'completed' constraint merchants_collection_events_known
    check (collection_events in ('completed', 'all')),
  -- When a request in the style of the earlier protocol was last accepted, in UTC seconds; noted once a day.
  legacy_signed_at integer,
  -- Whom members see that they pay, and where they find help: {"name", "supportUrl"}. Null follows the merchant's name.
  display text constraint merchants_display_json check (display is null or json_valid(display)),
  -- Whether a hold of the merchant itself is in force: it creates nothing.
  held integer not null default 0 constraint merchants_held_boolean check (held in (0, 1)),
  constraint merchants_previous_secret_whole check ((previous_secret is null) = (previous_secret_until is null))
);
create unique index merchants_uid on merchants (uid);
-- The check value of the key that a secret was sealed under stands in front of it.
-- While keys rotate, the minute's job finds what is still sealed under another key, and the back office counts it.
create index merchants_by_key on merchants (iif(substr(secret, 9, 1) = '.', substr(secret, 1, 8), ''));
create index merchants_by_previous_key
  on merchants (iif(substr(previous_secret, 9, 1) = '.', substr(previous_secret, 1, 8), ''))
  where previous_secret is not null;

-- Collections, every stored field of the specification's 2.2. Amounts in hundredths, times in UTC seconds.
create table collections (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  trade_no text not null,
  orderid text not null constraint collections_orderid_length check (length(orderid) between 1 and 64),
  merchant_order_no text not null,
  gateway_code text not null,
  channel text not null,
  currency text not null,
  amount integer not null constraint collections_amount_range check (amount between 1 and 999999999999),
  paid_amount integer not null constraint collections_paid_amount_range
    check (paid_amount between 0 and 999999999999),
  status text not null constraint collections_status_known check (status in ('pending', 'succeeded', 'manual')),
  collection_status text not null constraint collections_collection_status_known
    check (collection_status in ('pending', 'matched', 'exception')),
  collection_account_name text not null,
  collection_account_no text not null,
  collection_bank_name text not null,
  counterparty_account text not null,
  member_bank_name text not null,
  user_id text not null,
  user_name text not null,
  notify_url text not null,
  return_url text not null,
  paid_at integer,
  extra text not null,
  agent text not null,
  confirmation text not null constraint collections_confirmation_known
    check (confirmation in ('none', 'awaiting', 'accepted', 'rejected')),
  seq integer not null,
  created_at integer not null,
  -- The link that a collection pays; null where a merchant created the collection itself. No index: links are found by
  -- their own keys, and a collection by its id.
  link_id integer,
  -- other_kind: the merchant has an order of another kind that the same request may have made.
  refused text constraint other_kind check (refused is not 'other_kind'),
  -- Why an order is an exception, was cancelled, rejected or reversed, as its merchant reads it. '' where there is none.
  reason text not null default '',
  -- The account that an order was matched to, or paid from; the day that counts it; and whether what paid it is named:
  -- null while nothing is settled.
  bank_account_id integer,
  bank_account_day integer,
  backed integer constraint collections_backed_boolean check (backed in (0, 1)),
  -- When a collection was first matched to the account that it is on, in UTC milliseconds: what was stored before pays
  -- nobody who was shown the account afterwards. null where it is on no account.
  account_since integer,
  -- The last five digits of the member's account; '' where it has fewer.
  last5 text not null default '',
  constraint collections_settled_paid_at check (status = 'pending' or paid_at is not null)
);
create unique index collections_orderid on collections (merchant_id, orderid);
-- Most merchants leave merchant_order_no to default to orderid: those rows are found by the index above.
create index collections_merchant_order_no on collections (merchant_id, merchant_order_no, status)
  where merchant_order_no <> orderid;
-- The back office's lists, newest first within each state (an index ends with the row's id).
create index collections_by_merchant on collections (merchant_id, status, collection_status);
-- Money that merchants declared, waiting for the back office's word.
create index collections_awaiting on collections (confirmation) where confirmation = 'awaiting';
create index collections_by_account on collections (bank_account_id) where bank_account_id is not null;
-- Those that a transaction may pay: an entry goes when what paid the order is named.
create index collections_by_account_amount on collections (bank_account_id, amount)
  where bank_account_id is not null and backed is not 1;
create index collections_by_state on collections (status, collection_status) where status = 'pending';
create index collections_waiting on collections (bank_account_id, last5)
  where bank_account_id is not null and status = 'pending' and collection_status = 'matched';

-- The append-only journal: every move of every order, and what it did to the books.
-- The primary key is the lock: of two racing moves of one order, one commits.
create table events (
  order_id integer not null,
  seq integer not null,
  name text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  at integer not null,
  fact text not null constraint events_fact_json check (json_valid(fact)),
  -- merchant_changed: the merchant is no longer as the writer knew it. not_covered: it does not have the money.
  refused text constraint merchant_changed
    check (refused is not 'merchant_changed')
    constraint not_covered check (refused is not 'not_covered'),
  primary key (order_id, seq)
) without rowid;

-- One movement of money a row, from a bucket to another; 'outside' is the world beyond the platform's books.
-- Its key is its event's, numbered: an event cannot be booked twice.
create table ledger_entries (
  merchant_id integer not null,
  at integer not null,
  order_id integer not null,
  seq integer not null,
  number integer not null,
  channel text not null,
  from_bucket text not null constraint ledger_entries_from_known
    check (from_bucket in ('outside', 'available', 'frozen', 'unconfirmed')),
  to_bucket text not null constraint ledger_entries_to_known
    check (to_bucket in ('outside', 'available', 'frozen', 'unconfirmed')),
  amount integer not null constraint ledger_entries_amount_positive check (amount > 0),
  primary key (merchant_id, at, order_id, seq, number),
  constraint ledger_entries_moves check (from_bucket <> to_bucket)
) without rowid;

-- What the entries and the orders add up to, by merchant and platform channel, kept in the same batch as they are.
create table balances (
  merchant_id integer not null,
  channel text not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  collection_pending_count integer not null,
  collection_pending_amount integer not null,
  collection_succeeded_count integer not null,
  collection_succeeded_amount integer not null,
  collection_manual_count integer not null,
  collection_manual_amount integer not null,
  payout_pending_count integer not null,
  payout_pending_amount integer not null,
  payout_processed_count integer not null,
  payout_processed_amount integer not null,
  payout_cancelled_count integer not null,
  payout_cancelled_amount integer not null,
  -- Bytes of all texts of the orders that the merchant has created on that day.
  kept_bytes integer not null default 0,
  -- The day of the balance's newest change, in Asia/Taipei, in days since 1970.
  day integer not null default 0,
  -- over_quota: the texts of the merchant's orders of that day are more than they may be.
  refused text constraint over_quota check (refused is not 'over_quota'),
  -- Orders that were settled, or paid out, without a transaction: kept where each settlement writes anyway.
  unbacked_count integer not null default 0,
  primary key (merchant_id, channel)
) without rowid;

-- Callbacks owed to merchants. An order owes at most one, so the order's id is its key.
create table callbacks (
  order_id integer primary key,
  merchant_id integer not null,
  trade_no text not null,
  url text not null,
  -- The fields fixed at the event, as a JSON object; each attempt adds its timestamp and sign.
  body text not null constraint callbacks_body_json check (json_valid(body)),
  state text not null constraint callbacks_state_known check (state in ('due', 'delivered', 'given_up', 'parked')),
  attempts integer not null,
  -- UTC seconds. When the next attempt is due; null once there is none.
  next_at integer,
  -- Somebody is at work on it until then; an expired lease is anybody's.
  lease_until integer,
  last_attempt_at integer,
  last_outcome text,
  last_http_status integer,
  created_at integer not null,
  -- A resend is one extra attempt beside the schedule, so the schedule counts its own attempts.
  scheduled_attempts integer not null default 0,
  -- Who asks for a resend that has not been made yet, and when one was asked for last.
  resend_trigger text constraint callbacks_resend_trigger_known check (resend_trigger in ('merchant', 'back_office')),
  resend_requested_at integer,
  -- Where a callback goes: whose it is and the origin of its address, as in '7 https://shop.example'. What is in trouble
  -- is a server, not an order; merchants that name the same server share none of its troubles.
  endpoint text not null default '',
  -- Leases in a row that came to nothing by a fault of our own; any attempt that is recorded clears them.
  faults integer not null default 0,
  -- How many of the order's events have been told, this one included: it stands in the callback's id.
  event_number integer not null default 1,
  -- The event's number in the order's journal; null where it was written without.
  event_seq integer,
  -- UTC seconds. When an event that is not told ended this one: nothing is sent any more.
  ended_at integer,
  -- What the events before told, oldest first, as a JSON array of {"seq", "body"}; null where there was none.
  superseded text constraint callbacks_superseded_json check (json_valid(superseded)),
  -- superseded: the order had another event while the attempt was under way.
  refused text constraint superseded check (refused is not 'superseded'),
  constraint callbacks_due_at check ((state = 'due') = (next_at is not null))
);
create index callbacks_by_merchant on callbacks (merchant_id, state);
create index callbacks_due on callbacks (endpoint, next_at) where state = 'due';
create index callbacks_worn on callbacks (faults) where faults >= 8;
create index callbacks_undelivered on callbacks (state) where state = 'given_up' or state = 'parked';
create index callbacks_resends on callbacks (merchant_id, resend_requested_at)
  where resend_trigger is not null;

-- Every attempt there was.
create table callback_attempts (
  order_id integer not null,
  number integer not null,
  trigger_name text not null constraint callback_attempts_trigger_known
    check (trigger_name in ('schedule', 'merchant', 'back_office')),
  outcome text not null,
  http_status integer,
  -- The first 2 KiB of the answer, or what the runtime said of the fault.
  answer text not null,
  started_at integer not null,
  duration_ms integer not null,
  -- Which of the order's told events an attempt was for.
  event_number integer not null default 1,
  -- What makes an attempt's request exact, beside its order's callback: the timestamp that was signed, and both signatures.
  signed_at integer,
  sign text,
  webhook_signature text,
  primary key (order_id, number)
) without rowid;

-- Payouts, every stored field of the specification's 2.3. Amounts in hundredths, times in UTC seconds.
create table payouts (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  trade_no text not null,
  serial_no text not null constraint payouts_serial_no_length check (length(serial_no) between 1 and 40),
  merchant_order_no text not null,
  channel text not null,
  amount integer not null constraint payouts_amount_range check (amount between 1 and 999999999999),
  actual_amount integer not null constraint payouts_actual_amount_range
    check (actual_amount between 0 and 999999999999),
  status text not null constraint payouts_status_known check (status in ('pending', 'processed', 'cancelled')),
  payee_name text not null,
  payee_bank text not null,
  payee_account text not null,
  payment_tag text not null,
  beneficiary_name text not null,
  requested_at integer not null,
  processed_at integer,
  voucher_no text not null,
  note text not null,
  is_delayed integer not null constraint payouts_is_delayed_boolean check (is_delayed in (0, 1)),
  notify_url text not null,
  reverse_url text not null,
  extra text not null,
  agent text not null,
  seq integer not null,
  created_at integer not null,
  refused text constraint other_kind check (refused is not 'other_kind'),
  reason text not null default '',
  bank_account_id integer,
  backed integer constraint payouts_backed_boolean check (backed in (0, 1)),
  last5 text not null default '',
  constraint payouts_resolved_processed_at check (status = 'pending' or processed_at is not null)
);
create unique index payouts_serial_no on payouts (merchant_id, serial_no);
-- Most merchants leave merchant_order_no to default to serial_no: those rows are found by the index above.
create index payouts_merchant_order_no on payouts (merchant_id, merchant_order_no, status)
  where merchant_order_no <> serial_no;
-- The back office's lists, newest first within each state (an index ends with the row's id).
create index payouts_by_merchant on payouts (merchant_id, status);
create index payouts_by_state on payouts (status);
create index payouts_by_account on payouts (bank_account_id) where bank_account_id is not null;

-- Products of the platform (merchant_uid is '') and of single merchants.
create table products (
  id integer primary key,
  merchant_uid text not null,
  sku text not null constraint products_sku_length check (length(sku) between 1 and 64),
  name text not null,
  currency text not null,
  price_hkd_cents integer not null constraint products_price_not_negative check (price_hkd_cents >= 0)
);
create unique index products_sku on products (merchant_uid, sku);

-- Corrections of the books by an operator. Each has an id of its own in the orders' number space, its event in the
-- journal and its entry in the ledger; the merchant's idempotency key makes a repeated call find the first one.
create table adjustments (
  merchant_id integer not null references merchants (id),
  idempotency_key text not null,
  id integer not null,
  bucket text not null constraint adjustments_bucket_known check (bucket in ('available', 'frozen', 'unconfirmed')),
  amount integer not null constraint adjustments_amount_moves check (amount <> 0),
  reason text not null,
  -- The order it belongs to, or "".
  trade_no text not null,
  actor text not null,
  created_at integer not null,
  primary key (merchant_id, idempotency_key)
) without rowid;
-- The correction of a balance is copied with its event.
create index adjustments_by_id on adjustments (id);

-- Payment links of both endpoints, 2.4 and 2.6 of the specification. Times in UTC seconds.
create table payment_links (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  -- 'amount': the merchant has chosen it and a collection was created with the link. 'plain': the member will.
  kind text not null constraint payment_links_kind_known check (kind in ('amount', 'plain')),
  merchant_order_no text not null constraint payment_links_order_no_length
    check (length(merchant_order_no) between 1 and 64),
  -- What the merchant sent, after aliases and defaults: what a repeated call is compared with.
  content text not null constraint payment_links_content_json check (json_valid(content)),
  -- 'expired': its time ran out and its collection was put aside. 'closed': its order was paid by another link.
  state text not null constraint payment_links_state_known check (state in ('open', 'expired', 'closed')),
  -- Both carry the link's id, so that looking one up needs no index (as a transaction number does). The session is
  -- filled by a subselect that checks the merchant's version: null means that the merchant has changed.
  session text not null,
  token text,
  -- The collection that pays this link, and until when its wait page counts: from the start, or once submitted.
  collection_id integer references collections (id),
  wait_expires_at integer,
  expires_at integer not null,
  -- 0 while it is its order's current link, then the id of the one that took its place.
  replaced_by integer not null,
  created_at integer not null,
  -- Until when the link counts as living, in UTC seconds: its own time or its wait page's, longer once an agent has
  -- matched its collection. Null once it has ended.
  ends_at integer,
  -- The amount that a link's request said, in hundredths: what the merchant has chosen, or what a request in earlier
  -- names said beside a link whose amount the member picks. Null where it said none. A copy of that request, sent to
  -- another endpoint, is known by its number and this.
  sent_amount integer,
  -- link_closed: the link, or its order, takes no payment any more.
  refused text constraint merchant_changed
    check (refused is not 'merchant_changed')
    constraint other_kind check (refused is not 'other_kind')
    constraint link_closed check (refused is not 'link_closed'),
  -- When a payment of the link's order was reversed, in UTC seconds; null if none ever was.
  reversed_at integer,
  constraint payment_links_wait_whole
    check ((collection_id is null) = (token is null) and (collection_id is null) = (wait_expires_at is null)),
  constraint payment_links_amount_collection check (kind = 'plain' or collection_id is not null)
);
-- One current link for each order number and endpoint: of calls that race, one creates it.
create unique index payment_links_order
  on payment_links (merchant_id, merchant_order_no, kind, replaced_by);
-- What the minute's job puts aside when its time is over.
create index payment_links_ending on payment_links (ends_at) where ends_at is not null;

-- Servers that have been in trouble of late; one that is in none has no row.
create table endpoints (
  name text not null primary key,
  state text not null constraint endpoints_state_known check (state in ('closed', 'open', 'half_open')),
  -- Seconds that failed attempts have held on to connections since it last answered.
  cost integer not null,
  -- How often it was found in trouble without having answered between.
  trips integer not null,
  -- UTC seconds. closed: when the cost is forgotten; open: until when nothing is sent there; half_open: until when
  -- the one attempt that may find out counts as under way.
  until integer not null,
  constraint endpoints_trips check ((state = 'closed') = (trips = 0))
) without rowid;
create index endpoints_by_state on endpoints (state, until);

-- Which database a merchant's records are in, by number: 0 is `DB`, 1 is `DB_1` and so on. Kept in database 0 only;
-- the table is empty in the others, which have the same migrations.
create table directory (
  id integer primary key,
  uid text not null,
  database integer not null constraint directory_database_known check (database between 0 and 15)
);
create unique index directory_uid on directory (uid);

-- When the minute's job last went through the callbacks of this database, in UTC seconds: one row, written each minute.
create table sweeps (
  id integer primary key constraint sweeps_one_row check (id = 1),
  at integer not null
);

-- What people, and service tokens in an operator's role, have written, through whichever door: each row in the batch of
-- its effect. Append-only. An id sorts by time, so the newest rows are the last ones. Moves of orders are indexed by
-- order in `events`; here they have the row alone.
create table journal (
  id integer primary key,
  at integer not null,
  actor text not null,
  role text not null,
  action text not null,
  subject_kind text not null,
  subject text not null,
  -- What changed, as JSON objects of the same names; null where there was, or is, nothing.
  before text constraint journal_before_json check (json_valid(before)),
  after text constraint journal_after_json check (json_valid(after)),
  reason text not null,
  request_id text not null,
  -- Who approved it; '' where it needed nobody.
  approved_by text not null
);
create index journal_by_actor on journal (actor)
  where subject_kind not in ('collection', 'payout');
create index journal_by_subject on journal (subject_kind, subject)
  where subject_kind not in ('collection', 'payout');
-- What was approved is found by who approved it. A row that nobody had to approve has no entry.
create index journal_by_approver on journal (approved_by) where approved_by <> '';

-- Calls that wait for a second person, or did. A call is stored as it was made, and made again when it is approved.
create table approvals (
  id integer primary key,
  -- The call's name, the values in its path and its body, as JSON.
  call text not null,
  subject text not null,
  path text not null constraint approvals_path_json check (json_valid(path)),
  body text not null constraint approvals_body_json check (json_valid(body)),
  -- SHA-256 of the three: one such call may wait.
  digest text not null,
  asker text not null,
  asked_at integer not null,
  -- The order that it moves: its number of moves when it was asked, and what it was then.
  order_seq integer,
  before text constraint approvals_before_json check (json_valid(before)),
  state text not null constraint approvals_state_known
    check (state in ('waiting', 'done', 'failed', 'rejected', 'expired')),
  decided_by text not null,
  decided_at integer,
  -- Why it was rejected, or the code of the refusal that it failed with.
  reason text not null,
  -- approval_over: somebody else has decided it.
  refused text constraint approval_over check (refused is not 'approval_over')
);
create unique index approvals_waiting on approvals (digest) where state = 'waiting';
create index approvals_by_state on approvals (state);

-- What one person carried out alone on one day (Asia/Taipei, in days since 1970), by kind of call, in hundredths.
create table carried_out_alone (
  actor text not null,
  day integer not null,
  kind text not null,
  amount integer not null,
  refused text constraint second_person_needed check (refused is not 'second_person_needed'),
  primary key (actor, day, kind)
) without rowid;

-- Roles of people and service tokens, beside those of the setting ACCESS_ROLES, which win. Kept in database 0 only.
create table people (
  name text not null,
  role text not null constraint people_role_known check (role in ('operator', 'agent', 'auditor', 'bridge', 'feed')),
  updated_at integer not null,
  primary key (name)
) without rowid;

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
  state text not null constraint bank_accounts_state_known check (state in ('active', 'paused', 'frozen', 'closed')),
  -- Grows with each change by a person: a writing batch carries it as its guard.
  version integer not null,
  -- What is matched to it and not paid.
  waiting_count integer not null,
  waiting_amount integer not null,
  last_transaction_at integer,
  created_at integer not null,
  -- account_changed: the account is no longer as the writer knew it.
  refused text constraint account_changed check (refused is not 'account_changed'),
  -- Grows with each line that is written to an account: the batch of an import carries it as its guard, so that a feed's
  -- line that comes meanwhile is seen.
  lines_version integer not null default 0,
  -- What the bank may take for one payout, in hundredths.
  fee_max integer not null default 3000,
  -- What a service token has posted to an account: the day (Asia/Taipei, days since 1970), and how many lines each token
  -- has posted on it, as a JSON object by the token's name.
  posted_day integer not null default 0,
  posted_lines text not null default '{}' constraint bank_accounts_posted_lines_json check (json_valid(posted_lines))
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
  source text not null constraint bank_transactions_source_known check (source in ('statement', 'feed', 'hand')),
  -- A statement's line among the lines of its account: all that the file says of it, and its number among equal ones of
  -- that day. null until a statement has confirmed it.
  line_key text,
  confirmed_at integer,
  -- The import and the line of its file that confirmed it.
  import_id integer,
  import_line integer,
  state text not null constraint bank_transactions_state_known check (state in ('unclaimed', 'claimed', 'ignored')),
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
  refused text constraint transaction_taken
    check (refused is not 'transaction_taken')
    constraint transaction_ignored check (refused is not 'transaction_ignored')
    constraint transaction_changed check (refused is not 'transaction_changed'),
  agreed_by text not null default '',
  -- The number of a line at its bank as it is compared: after NFKC, in upper case, without blanks and format characters.
  -- Null for lines without a number.
  external_key text,
  constraint bank_transactions_claim_whole check ((state = 'claimed') = (order_id is not null))
);
create unique index bank_transactions_line on bank_transactions (bank_account_id, line_key)
  where line_key is not null;
create index bank_transactions_by_account on bank_transactions (bank_account_id, booked_at);
create index bank_transactions_by_time on bank_transactions (booked_at);
create index bank_transactions_unconfirmed on bank_transactions (created_at) where confirmed_at is null;
create index bank_transactions_by_payer
  on bank_transactions (bank_account_id, counterparty_last5, amount, booked_at);
create index bank_transactions_unclaimed
  on bank_transactions (bank_account_id, amount, booked_at) where state = 'unclaimed';
create unique index bank_transactions_external on bank_transactions (bank_account_id, coalesce(external_key, external_id))
  where external_id is not null;
create index bank_transactions_near on bank_transactions (bank_account_id, amount, day_only, booked_at);

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
  chain text not null constraint bank_imports_chain_known check (chain in ('whole', 'broken', 'gap', 'unknown')),
  -- The line at which the balances do not follow; null but for a broken chain.
  broken_line integer,
  from_day integer,
  to_day integer,
  actor text not null,
  created_at integer not null,
  -- UTC seconds. When its last batch was written: one that is behind has been cut off.
  written_at integer not null,
  -- The operator who has agreed to an import of somebody else, or approved a line posted by hand; '' for nobody.
  agreed_by text not null default '',
  -- import_agreed: another operator has agreed to the import before.
  refused text constraint import_agreed check (refused is not 'import_agreed')
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

-- What is neither settled nor paid out while it is examined: a merchant, a member of a merchant, an account or an order.
-- A hold of an account has a row in each database, all of one id.
create table holds (
  id integer primary key,
  -- What the batch of a settlement looks up: "merchant:M1", "member:M1:U7", "account:0123456789", "order:C0…".
  key text not null,
  merchant_uid text not null,
  user_id text not null,
  account_no text not null,
  trade_no text not null,
  reason text not null,
  case_no text not null,
  actor text not null,
  created_at integer not null,
  lifted_at integer,
  lifted_by text not null,
  lift_reason text not null,
  -- held: what the batch would settle, pay out or create is held.
  refused text constraint held check (refused is not 'held')
);
create index holds_in_force on holds (key) where lifted_at is null;

-- An alarm that is, or was, true: one row for each thing that it is about.
create table alarms (
  name text not null,
  -- database:0, bank_account:32, or empty for the whole service.
  subject text not null,
  value integer not null,
  -- Since when it is true in a row, or false.
  true_since integer,
  false_since integer,
  -- Since when it was true as it was raised, when it was raised, and when it was over. null before it is raised.
  since integer,
  raised_at integer,
  over_at integer,
  -- What each channel was told last.
  webhook_notice text not null constraint alarms_webhook_notice_known check (webhook_notice in ('', 'raised', 'over')),
  telegram_notice text not null constraint alarms_telegram_notice_known check (telegram_notice in ('', 'raised', 'over')),
  notified_at integer,
  -- Grows with each write: two that have read the same row do not both write it.
  version integer not null,
  primary key (name, subject)
) without rowid;

-- Which run of the watch may look and tell: one row.
create table alarm_runs (
  id integer primary key constraint alarm_runs_one_row check (id = 1),
  lease_until integer not null
);

-- What isolates have counted, by minute (UTC minutes since 1970).
create table watch_counts (
  kind text not null constraint watch_counts_kind_known check (kind in ('answers', 'server_errors', 'dead_wake_ups')),
  minute integer not null,
  count integer not null,
  primary key (kind, minute)
) without rowid;

-- Rows that do not agree with the others: which one, what it says and what it should say.
create table book_findings (
  record text not null,
  subject text not null,
  field text not null,
  expected text not null,
  found text not null,
  -- UTC seconds. When a pass found it first and last, and when a later one did not any more.
  first_seen integer not null,
  last_seen integer not null,
  gone_at integer,
  -- The pass that found it last.
  pass integer not null,
  primary key (record, subject, field)
) without rowid;
create index book_findings_open on book_findings (first_seen) where gone_at is null;

-- Further numbers of a bank transaction: each feed after the first that told of the same money has its own. The first
-- one's is in `bank_transactions`. `external_key` is the number as it is compared.
create table bank_transaction_numbers (
  bank_account_id integer not null,
  external_key text not null,
  external_id text not null,
  transaction_id integer not null references bank_transactions (id),
  posted_by text not null,
  -- All that the feed has said of it, as `bank_transactions.posted_as`.
  posted_as text not null constraint bank_transaction_numbers_posted_as_json check (json_valid(posted_as)),
  primary key (bank_account_id, external_key)
) without rowid;
create unique index bank_transaction_numbers_by_transaction on bank_transaction_numbers (transaction_id, posted_by);

-- The accounts that a collection was on before it was matched to another. Only such a match writes here.
create table former_accounts (
  bank_account_id integer not null,
  amount integer not null,
  order_id integer not null references collections (id),
  -- As `collections.account_since`.
  account_since integer,
  -- UTC seconds.
  left_at integer not null,
  primary key (bank_account_id, amount, order_id)
) without rowid;
create index former_accounts_by_order on former_accounts (order_id);

-- By which digits a held account is found: every ten in a row; where it has fewer, all of them behind blanks. An account
-- is held that has the last ten of a held one among its digits, or whose own last ten a held one has. A row stays when the
-- hold is lifted: `key` leads to the holds in force.
create table held_digits (
  digits text not null,
  -- The key of the holds of that account.
  key text not null,
  -- Whether the held account ends in them.
  is_end integer not null constraint held_digits_is_end_boolean check (is_end in (0, 1)),
  primary key (digits, key)
) without rowid;

-- The exports that run, in the first database: one a person, three in all (back office §7).
create table running_exports (
  slot integer primary key constraint running_exports_slot check (slot in (1, 2, 3)),
  actor text not null,
  -- Tells an export from the next one of its person.
  id integer not null,
  -- An export that was cut off counts until then. UTC seconds.
  counts_until integer not null
);
create unique index running_exports_actor on running_exports (actor);

-- A balance as it stood at the end of a day that is over. A day without a change has no row: the balance stands as in
-- the newest row before it. Tallies are null where the row was made from ledger entries, after a restore.
create table ledger_days (
  merchant_id integer not null,
  channel text not null,
  day integer not null,
  available integer not null,
  frozen integer not null,
  unconfirmed integer not null,
  collection_pending_count integer,
  collection_pending_amount integer,
  collection_succeeded_count integer,
  collection_succeeded_amount integer,
  collection_manual_count integer,
  collection_manual_amount integer,
  payout_pending_count integer,
  payout_pending_amount integer,
  payout_processed_count integer,
  payout_processed_amount integer,
  payout_cancelled_count integer,
  payout_cancelled_amount integer,
  unbacked_count integer,
  primary key (merchant_id, channel, day)
) without rowid;

-- How far each check of the books has come: a row for each pass through the whole database. The newest is the one that
-- is under way until it has its `finished_at`.
create table book_passes (
  number integer primary key,
  phase text not null constraint book_passes_phase_known
    check (phase in ('orders', 'adjustments', 'transactions', 'entries', 'tallies', 'done')),
  -- Grows with each step: a step writes only where no other has been taken since it read.
  step integer not null,
  -- JSON: the key of the last row that it has read, and what the phase knows of a merchant that it has read in part.
  place text not null,
  started_at integer not null,
  finished_at integer,
  -- What it has read, and how many differences it has found.
  orders integer not null,
  entries integer not null,
  differences integer not null
);

-- One row while copies are made, none otherwise: without it the triggers below write nothing.
create table copy_position (
  id integer primary key constraint copy_position_one_row check (id = 1),
  -- The name under which the bucket has the copies of this database, from its first one on.
  line text not null,
  -- Grows with each reading: what changes from then on is noted under the new number.
  epoch integer not null,
  -- The greatest id at the last reading. What is newer is found by its id, and needs no note.
  read_to integer not null,
  -- UTC seconds: the newest moment at which the bucket had all that the database had.
  whole_at integer
);

-- What has changed since it was read, by kind and key; `orders` is an order with all that belongs to it. It is noted once
-- between two readings, and deleted when the bucket has it.
create table changed_rows (
  epoch integer not null,
  kind text not null,
  key text not null,
  primary key (epoch, kind, key)
) without rowid;

-- A hold's key has all digits of its account in ASCII. A list of as many zeros as a text has characters counts its places.
create trigger digits_of_hold after insert on holds when new.account_no <> ''
begin
  insert into held_digits (digits, key, is_end)
  select substr(padded.digits, place.key + 1, 10), new.key, max(place.key + 10 = length(padded.digits))
  from (
    select substr('          ' || digits, -max(10, length(digits))) as digits
    from (
      select group_concat(substr(new.key, at.key + 1, 1), '') as digits
      from json_each('[0' || replace(hex(zeroblob(length(new.key) - 1)), '00', ',0') || ']') as at
      where substr(new.key, at.key + 1, 1) glob '[0-9]'
    )
    where digits is not null
  ) as padded
  cross join json_each('[0' || replace(hex(zeroblob(length(padded.digits) - 10)), '00', ',0') || ']') as place
  where true
  group by 1
  on conflict do nothing;
end;

-- The first change of a later day closes the day before it: its row is what stood until then.
create trigger ledger_days_closed after update of day on balances when new.day > old.day
begin
  insert into ledger_days (
    merchant_id, channel, day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count
  ) values (
    old.merchant_id, old.channel, old.day,
    old.available, old.frozen, old.unconfirmed, old.collection_pending_count, old.collection_pending_amount,
    old.collection_succeeded_count, old.collection_succeeded_amount, old.collection_manual_count,
    old.collection_manual_amount, old.payout_pending_count, old.payout_pending_amount, old.payout_processed_count,
    old.payout_processed_amount, old.payout_cancelled_count, old.payout_cancelled_amount, old.unbacked_count
  ) on conflict do nothing;
end;

-- A change is written a moment after its time, so its day may be over: the rows from that day on are corrected, and the
-- day is set back to the newest one.
create trigger ledger_days_late_entry after update of day on balances when new.day < old.day
begin
  insert into ledger_days
  select merchant_id, channel, new.day,
    available, frozen, unconfirmed, collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount, payout_pending_count,
    payout_pending_amount, payout_processed_count, payout_processed_amount, payout_cancelled_count,
    payout_cancelled_amount, unbacked_count
  from (
    select * from ledger_days
    where merchant_id = new.merchant_id and channel = new.channel and day < new.day
    union all
    select new.merchant_id, new.channel, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    order by 3 desc limit 1
  )
  where true on conflict do nothing;
  update ledger_days set
    available = available + new.available - old.available,
    frozen = frozen + new.frozen - old.frozen,
    unconfirmed = unconfirmed + new.unconfirmed - old.unconfirmed,
    collection_pending_count = collection_pending_count + new.collection_pending_count - old.collection_pending_count,
    collection_pending_amount = collection_pending_amount + new.collection_pending_amount - old.collection_pending_amount,
    collection_succeeded_count = collection_succeeded_count + new.collection_succeeded_count - old.collection_succeeded_count,
    collection_succeeded_amount = collection_succeeded_amount + new.collection_succeeded_amount - old.collection_succeeded_amount,
    collection_manual_count = collection_manual_count + new.collection_manual_count - old.collection_manual_count,
    collection_manual_amount = collection_manual_amount + new.collection_manual_amount - old.collection_manual_amount,
    payout_pending_count = payout_pending_count + new.payout_pending_count - old.payout_pending_count,
    payout_pending_amount = payout_pending_amount + new.payout_pending_amount - old.payout_pending_amount,
    payout_processed_count = payout_processed_count + new.payout_processed_count - old.payout_processed_count,
    payout_processed_amount = payout_processed_amount + new.payout_processed_amount - old.payout_processed_amount,
    payout_cancelled_count = payout_cancelled_count + new.payout_cancelled_count - old.payout_cancelled_count,
    payout_cancelled_amount = payout_cancelled_amount + new.payout_cancelled_amount - old.payout_cancelled_amount,
    unbacked_count = unbacked_count + new.unbacked_count - old.unbacked_count
  where merchant_id = new.merchant_id and channel = new.channel and day >= new.day;
  update balances set day = old.day where merchant_id = new.merchant_id and channel = new.channel;
end;

-- An order is noted once, whatever happens to it: each event changes it, and each attempt its callback.
create trigger copy_new_event after insert on events
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.order_id from copy_position where id = 1 and new.order_id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_collection after update on collections
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_payout after update on payouts
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_callback after update on callbacks
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'orders', new.order_id from copy_position where id = 1 and new.order_id <= read_to
  on conflict do nothing;
end;

-- A row is new that comes late, too, with an id below what was read.
create trigger copy_new_payment_links after insert on payment_links
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'payment_links', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_payment_links after update on payment_links
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'payment_links', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_new_bank_transactions after insert on bank_transactions
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_transactions', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_bank_transactions after update on bank_transactions
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_transactions', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_new_bank_imports after insert on bank_imports
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_imports', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_bank_imports after update on bank_imports
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_imports', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_new_approvals after insert on approvals
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'approvals', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_changed_approvals after update on approvals
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'approvals', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

create trigger copy_new_journal after insert on journal
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'journal', new.id from copy_position where id = 1 and new.id <= read_to
  on conflict do nothing;
end;

-- Days have no id that grows with time: each is noted.
create trigger copy_new_bank_account_days after insert on bank_account_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_account_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

create trigger copy_changed_bank_account_days after update on bank_account_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_account_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

create trigger copy_new_bank_statement_days after insert on bank_statement_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_statement_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

create trigger copy_changed_bank_statement_days after update on bank_statement_days
begin
  insert into changed_rows (epoch, kind, key)
  select epoch, 'bank_statement_days', json_array(new.bank_account_id, new.day) from copy_position where id = 1
  on conflict do nothing;
end;

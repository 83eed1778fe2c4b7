-- What the watch remembers. Of the deployment's databases only the first has rows here. Times are UTC seconds.

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
  webhook_told text not null constraint alarms_webhook_told_known check (webhook_told in ('', 'raised', 'over')),
  telegram_told text not null constraint alarms_telegram_told_known check (telegram_told in ('', 'raised', 'over')),
  told_at integer,
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

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
  payout_requires_balance integer not null
    constraint merchants_payout_requires_balance_boolean check (payout_requires_balance in (0, 1)),
  callback_vocabulary text not null
    constraint merchants_callback_vocabulary_known check (callback_vocabulary in ('current', 'legacy')),
  legacy_signature integer not null
    constraint merchants_legacy_signature_boolean check (legacy_signature in (0, 1)),
  rate_limit text not null
    constraint merchants_rate_limit_known check (rate_limit in ('standard', 'high', 'off')),
  created_at integer not null,
  constraint merchants_previous_secret_whole check ((previous_secret is null) = (previous_secret_until is null))
);

create unique index merchants_uid on merchants (uid);

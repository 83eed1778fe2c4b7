-- Callbacks owed to merchants. An order owes at most one, so the order's id is its key.
create table callbacks (
  order_id integer primary key,
  merchant_id integer not null,
  trade_no text not null,
  url text not null,
  -- The fields fixed at the event, as a JSON object; each attempt adds its timestamp and sign.
  body text not null constraint callbacks_body_json check (json_valid(body)),
  state text not null
    constraint callbacks_state_known check (state in ('due', 'delivered', 'given_up', 'parked')),
  attempts integer not null,
  -- UTC seconds. When the next attempt is due; null once there is none.
  next_at integer,
  -- Somebody is at work on it until then; an expired lease is anybody's.
  lease_until integer,
  last_attempt_at integer,
  last_outcome text,
  last_http_status integer,
  created_at integer not null,
  constraint callbacks_due_at check ((state = 'due') = (next_at is not null))
);

create index callbacks_due on callbacks (next_at) where state = 'due';
create index callbacks_by_merchant on callbacks (merchant_id, state);
create index callbacks_undelivered on callbacks (state) where state in ('given_up', 'parked');

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
  primary key (order_id, number)
) without rowid;

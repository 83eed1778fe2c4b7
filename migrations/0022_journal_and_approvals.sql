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
  state text not null
    constraint approvals_state_known check (state in ('waiting', 'done', 'failed', 'rejected', 'expired')),
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
  role text not null
    constraint people_role_known check (role in ('operator', 'agent', 'auditor', 'bridge', 'feed')),
  updated_at integer not null,
  primary key (name)
) without rowid;

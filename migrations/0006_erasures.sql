-- Members whose names, telephones, e-mails and accounts are masked, a step at a time: `after_id` is how far it is.
create table erasures (
  id integer primary key,
  merchant_id integer not null constraint erasures_merchant references merchants (id),
  user_id text not null,
  -- UTC seconds.
  asked_at integer not null,
  -- Records with greater ids are newer than the request.
  last_id integer not null,
  after_id integer not null,
  -- What was masked so far.
  orders integer not null,
  links integer not null,
  -- UTC seconds; null while it goes on.
  ended_at integer,
  -- Whether the bucket of copies has a note of it, so that a restore from before masks it again.
  noted integer not null constraint erasures_noted_boolean check (noted in (0, 1))
);

create index erasures_open on erasures (after_id) where ended_at is null;
create index erasures_unnoted on erasures (noted) where noted = 0;

-- Up to which id what is older than RETENTION_DAYS is masked.
create table retention (
  id integer primary key constraint retention_one_row check (id = 1),
  after_id integer not null
);

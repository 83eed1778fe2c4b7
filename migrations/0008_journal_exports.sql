-- How far the journal of this database is in the bucket, by days in Asia/Taipei (since 1970): one row.
create table journal_exports (
  id integer primary key constraint journal_exports_one_row check (id = 1),
  -- The day that is exported now, up to which id, in which part, and how many rows of it are in the bucket.
  day integer not null,
  after_id integer not null,
  part integer not null,
  exported integer not null
);

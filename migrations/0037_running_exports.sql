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

-- Where a callback goes: whose it is and the origin of its address, as in '7 https://shop.example'. What is in trouble
-- is a server, not an order; merchants that name the same server share none of its troubles.
alter table callbacks add column endpoint text not null default '';
-- Claims in a row that came to nothing by a fault of our own; any attempt that is recorded clears them.
alter table callbacks add column faults integer not null default 0;

update callbacks
set endpoint = merchant_id || ' ' ||
  lower(substr(url, 1, 7 + instr(replace(replace(substr(url, 9), '?', '/'), '#', '/') || '/', '/')))
where state = 'due';

-- By endpoint, so that the sweep visits each of them, however long the backlog of one.
drop index callbacks_due;
create index callbacks_due on callbacks (endpoint, next_at) where state = 'due';
create index callbacks_worn on callbacks (faults) where faults >= 8;

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

-- Money that merchants declared, waiting for the back office's word.
create index collections_awaiting on collections (confirmation) where confirmation = 'awaiting';

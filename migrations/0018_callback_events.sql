-- An order may have several events that its merchant is told of. Its row is the callback of the newest one; the code
-- from before these columns writes and reads rows that they do not change.

-- How many of the order's events have been told, this one included: it stands in the callback's id.
alter table callbacks add column event_number integer not null default 1;
-- The event's number in the order's journal; null where it was written without.
alter table callbacks add column event_seq integer;
-- UTC seconds. When an event that is not told ended this one: nothing is sent any more.
alter table callbacks add column ended_at integer;
-- What the events before told, oldest first, as a JSON array of {"seq", "body"}; null where there was none.
alter table callbacks add column superseded text
  constraint callbacks_superseded_json check (json_valid(superseded));
-- superseded: the order had another event while the attempt was under way.
alter table callbacks add column refused text
  constraint superseded check (refused is not 'superseded');

-- Which of the order's told events an attempt was for.
alter table callback_attempts add column event_number integer not null default 1;

-- Which events of a collection its merchant is told of.
alter table merchants add column collection_events text not null default 'completed'
  constraint merchants_collection_events_known check (collection_events in ('completed', 'all'));

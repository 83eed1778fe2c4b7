-- The first attempt at a callback, as a JSON object of what `callback_attempts` has of the others: the row is written
-- anyway. Null before it is made, and where it was made before there was this column: that table has it then.
alter table callbacks add column first_attempt text
  constraint callbacks_first_attempt_json check (json_valid(first_attempt));

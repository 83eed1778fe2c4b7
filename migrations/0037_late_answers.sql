-- Orders with a receiver's answer that is younger than RETENTION_DAYS although their other records were masked by age, and
-- the time of the oldest such answer. RETENTION_DAYS begins again, because it has passed over later answers.
create table late_answers (
  order_id integer primary key,
  answered_at integer not null
);
create index late_answers_by_time on late_answers (answered_at);
update retention set after_id = 0;

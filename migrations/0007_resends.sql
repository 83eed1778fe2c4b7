-- A resend is one extra attempt beside the schedule, so the schedule counts its own attempts.
alter table callbacks add column scheduled_attempts integer not null default 0;
-- Who asks for a resend that has not been made yet, and when one was asked for last.
alter table callbacks add column resend_trigger text
  constraint callbacks_resend_trigger_known check (resend_trigger in ('merchant', 'back_office'));
alter table callbacks add column resend_requested_at integer;

update callbacks set scheduled_attempts = attempts;

create index callbacks_resends on callbacks (resend_requested_at) where resend_trigger is not null;

-- Alarms are told again each hour until somebody acknowledges them, and to an escalation channel after a quarter of one.

alter table alarms add column escalation_notice text not null default ''
  constraint alarms_escalation_notice_known check (escalation_notice in ('', 'raised', 'over'));
-- When each channel was told of it last (UTC seconds).
alter table alarms add column webhook_notified_at integer;
alter table alarms add column telegram_notified_at integer;
alter table alarms add column escalation_notified_at integer;
-- Of the last time that it was raised, or of one before: then it is older than raised_at, and counts for nothing.
alter table alarms add column acknowledged_at integer;
alter table alarms add column acknowledged_by text;
alter table alarms add column acknowledgement_note text;

update alarms set webhook_notified_at = notified_at, telegram_notified_at = notified_at;

-- What makes an attempt's request exact, beside its order's callback: the timestamp that was signed, and both signatures.
-- Null for attempts from before.
alter table callback_attempts add column signed_at integer;
alter table callback_attempts add column sign text;
alter table callback_attempts add column webhook_signature text;

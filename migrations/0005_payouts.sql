-- Payouts, every stored field of the specification's 2.3. Amounts in hundredths, times in UTC seconds.
create table payouts (
  id integer primary key,
  merchant_id integer not null references merchants (id),
  trade_no text not null,
  serial_no text not null constraint payouts_serial_no_length check (length(serial_no) between 1 and 40),
  merchant_order_no text not null,
  channel text not null,
  amount integer not null constraint payouts_amount_range check (amount between 1 and 999999999999),
  actual_amount integer not null
    constraint payouts_actual_amount_range check (actual_amount between 0 and 999999999999),
  status text not null constraint payouts_status_known check (status in ('pending', 'processed', 'cancelled')),
  payee_name text not null,
  payee_bank text not null,
  payee_account text not null,
  payment_tag text not null,
  beneficiary_name text not null,
  requested_at integer not null,
  processed_at integer,
  voucher_no text not null,
  note text not null,
  is_delayed integer not null constraint payouts_is_delayed_boolean check (is_delayed in (0, 1)),
  notify_url text not null,
  reverse_url text not null,
  extra text not null,
  agent text not null,
  seq integer not null,
  created_at integer not null,
  constraint payouts_resolved_processed_at check (status = 'pending' or processed_at is not null)
);

create unique index payouts_serial_no on payouts (merchant_id, serial_no);

-- Most merchants leave merchant_order_no to default to serial_no: those rows are found by the index above.
create index payouts_merchant_order_no on payouts (merchant_id, merchant_order_no, status)
  where merchant_order_no <> serial_no;

-- The back office's lists, newest first within each state (an index ends with the row's id).
create index payouts_by_merchant on payouts (merchant_id, status);
create index payouts_by_state on payouts (status);

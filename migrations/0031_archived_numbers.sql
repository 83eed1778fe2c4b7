-- An archived order whose number is its own transaction number, as a link's is, does not repeat it: '' stands for its
-- id and secret, and the index of numbers leaves it out.

drop trigger collections_archived;
drop trigger payouts_archived;
drop index archived_orders_number;

insert into changed_rows (epoch, kind, key)
select epoch, 'orders', archived_orders.id from copy_position cross join archived_orders
where copy_position.id = 1 and archived_orders.id <= read_to and secret = ''
on conflict do nothing;
update archived_orders set secret = substr(number, 13), number = '' where secret = '';

-- As copies of before have it, and a release of before until it is replaced.
create trigger archived_orders_own_number after insert on archived_orders when new.secret = ''
begin
  update archived_orders set secret = substr(number, 13), number = '' where id = new.id;
end;

create index archived_orders_number on archived_orders (merchant_id, number) where number <> '';

create trigger collections_archived before insert on collections
when exists (
  select 1 from archived_orders
  where merchant_id = new.merchant_id and number = new.orderid and number <> '' and id % 2 = 0
)
begin
  select raise(abort, 'number_archived');
end;

create trigger payouts_archived before insert on payouts
when exists (
  select 1 from archived_orders
  where merchant_id = new.merchant_id and number = new.serial_no and number <> '' and id % 2 = 1
)
begin
  select raise(abort, 'number_archived');
end;

-- Eleven of the 27 characters of a transaction number are its id, with five bits each. A number that is drawn for a new
-- order is no repeated one.
create trigger collections_archived_trade_no before insert on collections
when new.orderid <> new.trade_no and length(new.orderid) = 27 and new.orderid glob 'C*'
  and new.orderid not glob '*[^0-9A-HJKMNP-TV-Z]*'
  and exists (
    select 1 from archived_orders
    where id = (
      select sum(
        (instr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(new.orderid, 2 + value, 1)) - 1)
          << (50 - 5 * value)
      )
      from json_each('[0,1,2,3,4,5,6,7,8,9,10]')
    ) and merchant_id = new.merchant_id and number = '' and secret = substr(new.orderid, 13)
  )
begin
  select raise(abort, 'number_archived');
end;

-- The last five digits of the member's account, which the code works out when it makes the order. Here only plain
-- accounts get theirs: digits with blanks, hyphens and points. All others keep '', which is: none.
alter table collections add column last5 text not null default '';
alter table payouts add column last5 text not null default '';

update collections
set last5 = substr(replace(replace(replace(counterparty_account, '-', ''), ' ', ''), '.', ''), -5)
where replace(replace(replace(counterparty_account, '-', ''), ' ', ''), '.', '') not glob '*[^0-9]*'
  and length(replace(replace(replace(counterparty_account, '-', ''), ' ', ''), '.', '')) >= 5;
update payouts
set last5 = substr(replace(replace(replace(payee_account, '-', ''), ' ', ''), '.', ''), -5)
where replace(replace(replace(payee_account, '-', ''), ' ', ''), '.', '') not glob '*[^0-9]*'
  and length(replace(replace(replace(payee_account, '-', ''), ' ', ''), '.', '')) >= 5;

drop index collections_waiting;
create index collections_waiting on collections (bank_account_id, last5)
  where bank_account_id is not null and status = 'pending' and collection_status = 'matched';

-- By which digits a held account is found: every ten in a row; where it has fewer, all of them behind blanks. An account
-- is held that has the last ten of a held one among its digits, or whose own last ten a held one has. A row stays when the
-- hold is lifted: `key` leads to the holds in force.
create table held_digits (
  digits text not null,
  -- The key of the holds of that account.
  key text not null,
  -- Whether the held account ends in them.
  is_end integer not null constraint held_digits_is_end_boolean check (is_end in (0, 1)),
  primary key (digits, key)
) without rowid;

-- The code makes a hold's key of all digits of its account, of any script; keys of earlier holds have letters, too. A list
-- of as many zeros as a text has characters counts its places.
create trigger digits_of_hold after insert on holds when new.account_no <> ''
begin
  insert into held_digits (digits, key, is_end)
  select substr(padded.digits, place.key + 1, 10), new.key, max(place.key + 10 = length(padded.digits))
  from (
    select substr('          ' || digits, -max(10, length(digits))) as digits
    from (
      select group_concat(substr(new.key, at.key + 1, 1), '') as digits
      from json_each('[0' || replace(hex(zeroblob(length(new.key) - 1)), '00', ',0') || ']') as at
      where substr(new.key, at.key + 1, 1) glob '[0-9]'
    )
    where digits is not null
  ) as padded
  cross join json_each('[0' || replace(hex(zeroblob(length(padded.digits) - 10)), '00', ',0') || ']') as place
  where true
  group by 1
  on conflict do nothing;
end;

-- Of holds from before, the digits in ASCII and in full width.
insert into held_digits (digits, key, is_end)
select substr(padded.digits, place.key + 1, 10), padded.key, max(place.key + 10 = length(padded.digits))
from (
  select key, substr('          ' || digits, -max(10, length(digits))) as digits
  from (
    select written.key as key, group_concat(substr(written.plain, at.key + 1, 1), '') as digits
    from (
      select id, key, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        account_no, '０', '0'), '１', '1'), '２', '2'), '３', '3'), '４', '4'),
        '５', '5'), '６', '6'), '７', '7'), '８', '8'), '９', '9') as plain
      from holds where account_no <> ''
    ) as written
    cross join json_each('[0' || replace(hex(zeroblob(length(written.plain) - 1)), '00', ',0') || ']') as at
    where substr(written.plain, at.key + 1, 1) glob '[0-9]'
    group by written.id
  )
) as padded
cross join json_each('[0' || replace(hex(zeroblob(length(padded.digits) - 10)), '00', ',0') || ']') as place
where true
group by padded.key, 1
on conflict do nothing;

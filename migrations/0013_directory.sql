-- Which database a merchant's records are in, by number: 0 is `DB`, 1 is `DB_1` and so on. Kept in database 0 only;
-- the table is empty in the others, which have the same migrations.
create table directory (
  id integer primary key,
  uid text not null,
  database integer not null constraint directory_database_known check (database between 0 and 15)
);

create unique index directory_uid on directory (uid);

insert into directory (uid, database) select uid, 0 from merchants order by id;

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaOf, stricterIn } from '../../../../scripts/release/schema-changes.ts'

const older = `create table orders (id integer primary key, name text not null, note text);
create index orders_by_name on orders (name);`

test.each([
  ['create table other (id integer primary key, needed text not null)', []],
  ['alter table orders add column more text', []],
  ["alter table orders add column more text not null default ''", []],
  ['create index orders_by_note on orders (note)', []],
  ['create trigger t after insert on orders begin select 1; end', []],
  ['drop index orders_by_name', ['the index orders_by_name is gone']],
  ['alter table orders drop column note', ['orders.note is gone']],
  ['drop table orders', ['orders.id', 'orders.name', 'orders.note'].map((one) => `${one} is gone`)],
  [
    'alter table orders rename column name to title',
    ['orders.name is gone', 'orders.title has to be given, which the older code does not do'],
  ],
  [
    'alter table orders add column more text not null',
    ['orders.more has to be given, which the older code does not do'],
  ],
  [
    'create unique index orders_once on orders (name)',
    ['the index orders_once makes rows of orders unique'],
  ],
  [
    'create table o (id text primary key, name text, note text); drop table orders; alter table o rename to orders',
    ['orders.id was integer and is text'],
  ],
])('%s', async (change, said) => {
  const directory = await mkdtemp(join(tmpdir(), 'schema-'))
  try {
    await writeFile(join(directory, '0001_orders.sql'), older)
    const before = await schemaOf(directory)
    await writeFile(join(directory, '0002_change.sql'), `${change};`)
    const found = stricterIn(before, await schemaOf(directory))
    expect(found.filter((one) => change.includes('index') || !one.includes('index'))).toEqual(said)
  } finally {
    await rm(directory, { recursive: true })
  }
})

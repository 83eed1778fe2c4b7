import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaOf, stricterIn } from '../../../../scripts/release/stricter-schema.ts'

const older = `create table orders (id integer primary key, name text not null, note text);
create index orders_by_name on orders (name);`
const noIndex = 'dropped: the index orders_by_name exists'

test.each([
  ['create table other (id integer primary key, needed text not null)', []],
  ['alter table orders add column more text', []],
  ["alter table orders add column more text not null default ''", []],
  ['create index orders_by_note on orders (note)', []],
  ['create trigger t after insert on orders begin select 1; end', []],
  ['drop index orders_by_name', [noIndex]],
  ['alter table orders drop column note', ['dropped: orders.note is text']],
  [
    'drop table orders',
    [
      ...['id is integer', 'name is text', 'note is text'].map((one) => `dropped: orders.${one}`),
      noIndex,
    ],
  ],
  [
    'alter table orders rename column name to title',
    ['dropped: orders.name is text', 'orders.title is required'],
  ],
  ['alter table orders add column more text not null', ['orders.more is required']],
  [
    'create unique index orders_once on orders (name)',
    ['the index orders_once makes rows of orders unique'],
  ],
  [
    'create table o (id text primary key, name text, note text); drop table orders; alter table o rename to orders',
    ['dropped: orders.id is integer', noIndex],
  ],
])('%s', async (change, sentences) => {
  const directory = await mkdtemp(join(tmpdir(), 'schema-'))
  try {
    await writeFile(join(directory, '0001_orders.sql'), older)
    const before = await schemaOf(directory)
    await writeFile(join(directory, '0002_change.sql'), `${change};`)
    expect(stricterIn(before, await schemaOf(directory))).toEqual(sentences)
  } finally {
    await rm(directory, { recursive: true })
  }
})

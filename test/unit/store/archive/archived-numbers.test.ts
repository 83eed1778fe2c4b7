import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrationNames } from '../../../../scripts/local/database.ts'
import {
  orderId,
  parseTradeNo,
  secretOf,
  tradeNo,
} from '../../../../src/rules/orders/order-identity.ts'
import { archivedTradeNo } from '../../../../src/store/archive/archived-orders.ts'
import { readProject } from '../../../support/project-files.ts'
import { randomFrom } from '../../../support/random-from.ts'

// An archived order whose number is its own transaction number stores it once, and still refuses a second one.

const names = await migrationNames()
const draw = randomFrom(31)
const anOrder = (id: number) => ({ id, tradeNo: tradeNo(id, draw) })
const anyId = () =>
  orderId({
    kind: 'collection',
    nowMs: Date.UTC(2025 + 34 * draw(), 0),
    random: draw(),
    database: 0,
  })

function migrated(given: readonly string[], db = new DatabaseSync(':memory:')): DatabaseSync {
  db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  for (const name of given) db.exec(readProject(`migrations/${name}`))
  return db
}

function archive(db: DatabaseSync, id: number, number: string, secret: string): void {
  db.prepare(
    `insert into archived_orders (id, merchant_id, number, paid, object_id, booked, secret, undelivered)
     values (?, 1, ?, 1, 5, '[]', ?, 0)`,
  ).run(id, number, secret)
}

test('what was archived before, and by a release of before, is read as what is archived now', () => {
  const place = names.findIndex((name) => name.endsWith('_archived_numbers.sql'))
  const db = migrated(names.slice(0, place))
  const [own, other, late] = [anOrder(64), anOrder(96), anOrder(128)]
  db.exec('insert into copy_position (id, line, epoch, read_to) values (1, 1, 3, 96)')
  db.exec('delete from changed_rows')
  archive(db, own.id, own.tradeNo, '')
  archive(db, other.id, 'A-1', secretOf(other.tradeNo))
  db.exec('delete from changed_rows')
  migrated(names.slice(place), db)
  // The copies have it as it was.
  expect(db.prepare('select kind, key from changed_rows').all()).toEqual([
    { kind: 'orders', key: '64' },
  ])
  archive(db, late.id, late.tradeNo, '')
  const found = db.prepare(
    `select number, ${archivedTradeNo} as no from archived_orders order by id`,
  )
  expect(found.all()).toEqual([
    { number: '', no: own.tradeNo },
    { number: 'A-1', no: other.tradeNo },
    { number: '', no: late.tradeNo },
  ])
})

test('its transaction number is refused to its merchant as the number of another, and nothing like it', () => {
  const db = migrated(names)
  const columns = db
    .prepare(`select name, type from pragma_table_info('collections') where "notnull" = 1`)
    .all()
    .map(({ name, type }) => [String(name), /text/i.test(String(type)) ? "''" : '0'] as const)
    .filter(([name]) => !['id', 'merchant_id', 'orderid', 'trade_no'].includes(name))
  let id = 0
  const isRefused = (orderid: string, merchantId = 1) => {
    id += 2
    try {
      db.exec('begin')
      db.prepare(
        `insert into collections (id, merchant_id, orderid, trade_no, ${columns.map(([name]) => name)})
         values (${id}, ${merchantId}, ?, '${tradeNo(id, draw)}', ${columns.map(([, value]) => value)})`,
      ).run(orderid)
    } catch (error) {
      return String(error).includes('number_archived') || String(error)
    } finally {
      db.exec('rollback')
    }
    return false
  }
  for (const one of [0, 2, 2 ** 53 - 2, ...Array.from({ length: 200 }, anyId)].map(anOrder)) {
    expect(isRefused(one.tradeNo)).toBe(false)
    archive(db, one.id, '', secretOf(one.tradeNo))
    expect(parseTradeNo(one.tradeNo)?.id).toBe(one.id)
    expect(isRefused(one.tradeNo)).toBe(true)
    expect(isRefused(one.tradeNo, 2)).toBe(false)
    const place = Math.floor(draw() * 27)
    for (const digit of ['0', 'Z', 'U', 'z', '']) {
      const like = one.tradeNo.slice(0, place) + digit + one.tradeNo.slice(place + 1)
      expect([like, isRefused(like)]).toEqual([like, like === one.tradeNo])
    }
    db.exec('delete from archived_orders')
  }
})

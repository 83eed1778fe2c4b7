import { DatabaseSync } from 'node:sqlite'
import { copiedTables as tables } from '../../../src/store/copies/copied-tables.ts'
import { idOfCopy, multipliedTables } from '../../support/multiplied-orders.ts'
import { databaseFile } from '../service/database.ts'

// What the copies are compared with: SQLite itself keeps all rows at each reading, in the transaction of the reading. But
// for those of orders that were multiplied before (many-orders.ts): they do not change, and are compared as they are.

/** Readings that are kept: a run makes several, and the newest may not have come into the bucket. */
const readingsKept = 12

/** Keeps all rows at each reading of the copies but those of so many first orders. The service must be stopped. */
export function keepReadings(stateDir: string, orders: number): void {
  const db = new DatabaseSync(databaseFile(stateDir))
  try {
    for (const table of tables) {
      db.exec(`create table kept_${table} as select 0 as reading, * from ${table} where false`)
      db.exec(`create index kept_${table}_reading on kept_${table} (reading)`)
    }
    const statements = tables.flatMap((table) => [
      `delete from kept_${table} where reading <= new.epoch - ${readingsKept};`,
      `insert into kept_${table} select new.epoch, * from ${table} where not (${isOfFirst(table, orders)});`,
    ])
    db.exec(`create trigger keep_readings after update of epoch on copy_position
      begin ${statements.join('\n')} end`)
  } finally {
    db.close()
  }
}

function isOfFirst(table: string, orders: number): string {
  const key = table === 'archived_orders' ? 'id' : multipliedTables[table]
  return key === undefined ? 'false' : `${key} <= ${idOfCopy(orders, true)}`
}

/** The rows of each table as sorted JSON. */
type Rows = Readonly<Record<string, readonly string[]>>

/** All rows that a database with so many first orders had at a reading; null where it was not kept. */
export function rowsAtReading(file: string, reading: number, orders: number): Rows | null {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = rowsOf(
      db,
      (table) => `select * from kept_${table} where reading = ${reading}
        union all select 0, * from ${table} where ${isOfFirst(table, orders)}`,
    )
    return rows.merchants?.length === 0 ? null : rows
  } finally {
    db.close()
  }
}

/** All rows that the database of a stopped service has. */
export function rowsNow(stateDir: string): Rows {
  const db = new DatabaseSync(databaseFile(stateDir), { readOnly: true })
  try {
    return rowsOf(db, (table) => `select * from ${table}`)
  } finally {
    db.close()
  }
}

function rowsOf(db: DatabaseSync, query: (table: string) => string): Rows {
  return Object.fromEntries(
    tables.map((table) => {
      const rows = db.prepare(query(table)).all()
      return [table, rows.map(({ reading: _, ...row }) => JSON.stringify(row)).sort()]
    }),
  )
}

/** How two sets of rows differ, in words: nothing where they are the same. */
export function differencesOf(restored: Rows, reference: Rows): string[] {
  return tables.flatMap((table) => {
    const [one, other] = [new Set(restored[table]), new Set(reference[table])]
    const more = [...one].filter((row) => !other.has(row))
    const less = [...other].filter((row) => !one.has(row))
    const counts = [restored[table]?.length ?? 0, reference[table]?.length ?? 0]
    return [
      ...(counts[0] === counts[1] ? [] : [`${table}: ${counts[0]} rows, not ${counts[1]}`]),
      ...more.slice(0, 3).map((row) => `${table} has ${row}`),
      ...less.slice(0, 3).map((row) => `${table} lacks ${row}`),
    ]
  })
}

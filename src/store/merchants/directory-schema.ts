import { integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'

export const directory = sqliteTable(
  'directory',
  {
    id: integer('id').primaryKey(),
    uid: requiredText('uid'),
    database: requiredInteger('database'),
  },
  (table) => [uniqueIndex('directory_uid').on(table.uid)],
)

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'

export const copyPosition = sqliteTable('copy_position', {
  id: integer('id').primaryKey(),
  line: requiredText('line'),
  epoch: requiredInteger('epoch'),
  readTo: requiredInteger('read_to'),
  wholeAt: integer('whole_at'),
  begunAt: integer('begun_at'),
  scannedAt: integer('scanned_at'),
})

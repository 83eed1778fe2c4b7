import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'

export const copyPosition = sqliteTable('copy_position', {
  id: integer('id').primaryKey(),
  line: requiredText('line'),
  epoch: requiredInteger('epoch'),
  ordersRead: requiredInteger('orders_read'),
  ordersKept: requiredInteger('orders_kept'),
  paymentLinksRead: requiredInteger('payment_links_read'),
  paymentLinksKept: requiredInteger('payment_links_kept'),
  bankTransactionsRead: requiredInteger('bank_transactions_read'),
  bankTransactionsKept: requiredInteger('bank_transactions_kept'),
  journalRead: requiredInteger('journal_read'),
  journalKept: requiredInteger('journal_kept'),
  wholeAt: integer('whole_at'),
})

export const changedRows = sqliteTable(
  'changed_rows',
  {
    kind: requiredText('kind'),
    epoch: requiredInteger('epoch'),
    key: requiredText('key'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.epoch, table.key] })],
)

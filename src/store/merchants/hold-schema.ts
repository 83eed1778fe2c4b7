import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from '../columns.ts'
import type { Guard } from '../guards.ts'

export const holds = sqliteTable(
  'holds',
  {
    id: integer('id').primaryKey(),
    key: requiredText('key'),
    merchantUid: requiredText('merchant_uid'),
    userId: requiredText('user_id'),
    accountNo: requiredText('account_no'),
    tradeNo: requiredText('trade_no'),
    reason: requiredText('reason'),
    caseNo: requiredText('case_no'),
    actor: requiredText('actor'),
    createdAt: requiredInteger('created_at'),
    liftedAt: integer('lifted_at'),
    liftedBy: requiredText('lifted_by'),
    liftReason: requiredText('lift_reason'),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [index('holds_in_force').on(table.key).where(sql`lifted_at is null`)],
)

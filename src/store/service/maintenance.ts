import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The maintenance switch of a database: while the row exists, triggers refuse writes and no callback is leased (back
// office §6).

/** The operator, the beginning (UTC seconds) and the reason of a maintenance. */
type Maintenance = { readonly since: number; readonly actor: string; readonly reason: string }

/** The maintenance of a database; null while it is off. */
export async function findMaintenance(db: MerchantDatabase): Promise<Maintenance | null> {
  const [[found]] = await rowsOf(db, [selectMaintenance({})] as const)
  return found ?? null
}

const selectMaintenance = sqlText<Readonly<Record<string, never>>, Maintenance>(
  'select since, actor, reason from maintenance where id = 1',
)

/** Turns maintenance on; if it is on, it begins anew. */
export const beginMaintenance = sqlText<Maintenance>(`
  insert into maintenance (id, since, actor, reason) values (1, :since, :actor, :reason)
  on conflict (id) do update set
    since = max(since + 1, excluded.since), actor = excluded.actor, reason = excluded.reason
`)

/** Turns off a maintenance that began until `since` (UTC seconds); a later one stays. */
export const endMaintenance = sqlText<Pick<Maintenance, 'since'>>(
  'delete from maintenance where id = 1 and since <= :since',
)

/** A condition that the database is not in maintenance, as SQL. */
export const isOpen = 'not exists (select 1 from maintenance where id = 1)'

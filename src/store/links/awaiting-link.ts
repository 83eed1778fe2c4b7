import type { AwaitingLink } from '../../rules/banking/evidence.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

export type AwaitingLinkRow = Readonly<
  Record<'linkEndsAt' | 'linkWaitExpiresAt', number | null> & {
    linkExpiresAt: number
    linkPayerName: string
  }
>

/** The columns of a joined `link`: its payment's window and payer. */
export const awaitingLinkColumns = `
  link.ends_at as linkEndsAt, link.wait_expires_at as linkWaitExpiresAt,
  link.expires_at as linkExpiresAt, coalesce(link.content ->> 'payerName', '') as linkPayerName`

/** A link's window and payer from the row. */
export function awaitingLinkOf(row: AwaitingLinkRow): AwaitingLink {
  return {
    endsAt: row.linkEndsAt,
    waitExpiresAt: row.linkWaitExpiresAt,
    expiresAt: row.linkExpiresAt,
    payerName: row.linkPayerName,
  }
}

/** A link's window and payer; null for an unknown id. */
export async function findAwaitingLink(
  db: MerchantDatabase,
  id: number,
): Promise<AwaitingLink | null> {
  const [[row]] = await rowsOf(db, [selectAwaitingLink({ id })] as const)
  return row === undefined ? null : awaitingLinkOf(row)
}

const selectAwaitingLink = sqlText<{ readonly id: number }, AwaitingLinkRow>(`
  select ${awaitingLinkColumns} from payment_links as link where link.id = :id
`)

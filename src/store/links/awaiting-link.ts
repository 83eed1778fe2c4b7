import type { AwaitingLink } from '../../rules/banking/evidence.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** What a statement reads with `awaitingLinkColumns`. */
export type AwaitingLinkRow = Readonly<
  Record<'linkEndsAt' | 'linkWaitExpiresAt', number | null> & {
    linkExpiresAt: number
    linkPayerName: string
  }
>

/** How long the payment of the `link` that a statement joins is awaited, and of whom. */
export const awaitingLinkColumns = `
  link.ends_at as linkEndsAt, link.wait_expires_at as linkWaitExpiresAt,
  link.expires_at as linkExpiresAt, coalesce(link.content ->> 'payerName', '') as linkPayerName`

/** The link of such a row. */
export function awaitingLinkOf(row: AwaitingLinkRow): AwaitingLink {
  return {
    endsAt: row.linkEndsAt,
    waitExpiresAt: row.linkWaitExpiresAt,
    expiresAt: row.linkExpiresAt,
    payerName: row.linkPayerName,
  }
}

/** How long a link awaits its payment, and of whom; null when there is none with that id. */
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

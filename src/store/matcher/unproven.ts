import { dayOf } from '../accounts/ledger-days.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { countMore } from './auto-counts.ts'
import { isClaimedByMatcher, isOfSettlement } from './proof.ts'

/** A line for later: the time when it is due (UTC seconds), and its id. */
export type LaterLine = readonly [due: number, id: number]

/** The position of the search through a database's unconfirmed lines for proof. */
type ProofCursor = {
  /** UTC seconds of the last storage time covered. */
  readonly provedTo: number
  readonly later: readonly LaterLine[]
}

/** An unconfirmed line; `settledAt` is null if the service has not claimed it. */
export type UnconfirmedLine = { readonly id: number; readonly settledAt: number | null }

/** The lines after the cursor: all unconfirmed ones stored until `readTo`. */
export type UnconfirmedPage = ProofCursor & {
  readonly readTo: number
  readonly lines: readonly UnconfirmedLine[]
}

/**
 * Reads the next unconfirmed lines stored until `until` (UTC seconds): `limit` of them, and those of the same second as
 * the last.
 */
export async function readUnconfirmed(
  db: MerchantDatabase,
  terms: { readonly until: number; readonly limit: number },
): Promise<UnconfirmedPage> {
  const [[cursor], [end], lines] = await rowsOf(db, [
    selectCursor({}),
    selectEnd(terms),
    selectUnconfirmed(terms),
  ] as const)
  if (cursor === undefined || end === undefined) throw new Error('auto_switch has no row')
  const later = JSON.parse(cursor.later) as readonly LaterLine[]
  return { provedTo: cursor.provedTo, later, readTo: end.readTo, lines }
}

type Terms = Readonly<Record<'until' | 'limit', number>>

const selectCursor = sqlText<Record<string, never>, { provedTo: number; later: string }>(
  'select proved_to as provedTo, proved_later as later from auto_switch where id = 1',
)

const provedTo = '(select proved_to from auto_switch where id = 1)'
const readTo = `coalesce(
    (
      select created_at from bank_transactions indexed by bank_transactions_unconfirmed
      where confirmed_at is null and created_at > ${provedTo} and created_at <= :until
      order by created_at limit 1 offset :limit - 1
    ),
    :until
  )`

const selectEnd = sqlText<Terms, { readonly readTo: number }>(`select ${readTo} as readTo`)

const selectUnconfirmed = sqlText<Terms, UnconfirmedLine>(`
  select id, iif(${isClaimedByMatcher('bank_transactions')}, claimed_at, null) as settledAt
  from bank_transactions indexed by bank_transactions_unconfirmed
  where confirmed_at is null and created_at > ${provedTo} and created_at <= ${readTo}
`)

/** Moves the cursor on, unless another run or an undo has moved it. */
export function moveCursor(from: ProofCursor, to: ProofCursor): Statement {
  const [fromLater, later] = [JSON.stringify(from.later), JSON.stringify(to.later)]
  return moveOn({ from: from.provedTo, fromLater, provedTo: to.provedTo, later })
}

const moveOn = sqlText<{ from: number; fromLater: string; provedTo: number; later: string }>(`
  update auto_switch set proved_to = :provedTo, proved_later = :later
  where id = 1 and proved_to = :from and proved_later = :fromLater
`)

/** Due lines, as JSON: those claimed by the service until `until` (UTC seconds); `today` as a day. */
type DueLines = { readonly ids: string; readonly until: number; readonly today: number }

const due = `
  from json_each(:ids) as named
  cross join bank_transactions as line on line.id = named.value
  cross join collections on collections.id = line.order_id
  where ${isOfSettlement} and line.claimed_at <= :until and line.confirmed_at is null
    and collections.settled_by = 'auto' and collections.proof = 'awaiting'`

/**
 * Marks the orders of lines that still await proof as unproven, and counts them on their accounts. Earlier statements
 * are compared with the line once more.
 */
export function markUnproven(
  ids: readonly number[],
  terms: Omit<DueLines, 'ids'>,
): readonly [Statement, Statement] {
  const lines = { ...terms, ids: JSON.stringify(ids) }
  return [countUnproven(lines), markOrders(lines)]
}

const countUnproven = sqlText<DueLines>(`
  update bank_accounts
  set
    auto_unproven = auto_unproven + summed.number,
    auto_counts = ${countMore('unproven', 'summed.number', ':today')},
    proof_from = min(coalesce(proof_from, summed.day), summed.day)
  from (
    select line.bank_account_id as account, count(*) as number, min(${dayOf('line.booked_at')}) as day
    ${due} group by line.bank_account_id
  ) as summed
  where bank_accounts.id = summed.account
`)

const markOrders = sqlText<DueLines>(`
  update collections set proof = 'unproven' where id in (select collections.id ${due})
`)

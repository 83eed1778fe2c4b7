import type { Statement } from '../database.ts'
import { insertJournalRowOfChange, type NewJournalRow } from '../people/journal.ts'
import { sqlText } from '../sql-text.ts'
import { countMore } from './auto-counts.ts'

// How far settlements by the service are proved (matching §5). An account's `auto_awaiting` is the sum of what its
// orders of such a settlement have been paid with that are `awaiting` or `unproven`; `auto_unproven` counts the latter.

/** Whether a collection was settled by the service and awaits proof, as SQL. */
export const awaitsProof = (one = 'collections') =>
  `(${one}.settled_by = 'auto' and (${one}.proof = 'awaiting' or ${one}.proof = 'unproven'))`

/** Whether a transaction was claimed by the service, as SQL. */
export const isClaimedByMatcher = (one: string) => `${one}.claimed_by = ${matcherName}`

// `autoActor` by name: what follows a colon would be taken for a named value.
const matcherName = `'system:' || 'matcher'`

// The orders that the service has settled with lines of a JSON array, `place` being where it says a line's id.
const settledWith = (lines: string, place: string) => `
  from json_each(${lines}) as named
  cross join bank_transactions as line on line.id = named.value ${place}
  cross join collections on collections.id = line.order_id
  where ${isClaimedByMatcher('line')} and collections.settled_by = 'auto'`

/**
 * What a statement that confirms lines changes in its account's row, as SQL: `:pairs` are the lines, `:firstTold` the
 * first day that the statement tells whole, or null. From three days before it on, what awaits proof is compared.
 */
export const confirmedInAccount = `
    auto_awaiting = auto_awaiting - case when auto_awaiting = 0 then 0 else (
      select coalesce(sum(line.amount), 0) ${settledWith(':pairs', `->> 'id'`)}
        and line.confirmed_at is null and ${awaitsProof()}
    ) end,
    auto_unproven = auto_unproven - case when auto_unproven = 0 then 0 else (
      select count(*) ${settledWith(':pairs', `->> 'id'`)}
        and line.confirmed_at is null and collections.proof = 'unproven'
    ) end,
    proof_from = case
      when auto_awaiting = 0 or :firstTold is null then proof_from
      else min(coalesce(proof_from, :firstTold - 3), :firstTold - 3)
    end`

/** Notes that the orders of lines that a statement confirms are proved. It comes after the account's row. */
export const confirmOrders = sqlText<{ readonly pairs: string }>(`
  update collections set proof = 'confirmed'
  where proof <> 'confirmed' and id in (
    select collections.id ${settledWith(':pairs', `->> 'id'`)}
  )
`)

/** Lines of an import that is taken back, by their ids: those that are left of it are unconfirmed afterwards. */
type TakenBack = { readonly importId: number; readonly ids: string }

const confirmedByImport = `${settledWith(':ids', '')}
  and line.import_id = :importId and line.source <> 'statement' and collections.proof = 'confirmed'`

/** What that adds to the `auto_awaiting` of its account, as SQL of `TakenBack`. */
export const awaitingAgain = `(select coalesce(sum(line.amount), 0) ${confirmedByImport})`

/** Makes their orders await proof again, and has the minute's job look at them again. It comes before the lines. */
export function awaitAgain(lines: TakenBack): readonly Statement[] {
  return [lookAgain(lines), awaitProofAgain(lines)]
}

const lookAgain = sqlText<TakenBack>(`
  update auto_switch set proved_to = (select min(line.created_at) - 1 ${confirmedByImport})
  where id = 1 and proved_to > (select min(line.created_at) - 1 ${confirmedByImport})
`)

const awaitProofAgain = sqlText<TakenBack>(`
  update collections set proof = 'awaiting' where id in (select collections.id ${confirmedByImport})
`)

/** An order that was settled by the service and is so no longer. */
export type EndedProof = {
  readonly orderId: number
  readonly accountId: number
  /** What its line brought, in hundredths. */
  readonly amount: number
  /** Asia/Taipei, in days since 1970. */
  readonly today: number
}

/**
 * Takes what an order has been settled with by the service off what awaits proof on its account, where it does. It
 * comes before the order's own statement.
 *
 * @param contradiction the journal's row of the account, where the order's end contradicts the service: `settle` is
 * turned back to `assign`
 */
export function endProof(
  ended: EndedProof,
  contradiction: NewJournalRow | null,
): readonly [Statement, ...Statement[]] {
  if (contradiction === null) return [leaveProof(ended)]
  return [turnBack(ended), insertJournalRowOfChange(contradiction), leaveContradicted(ended)]
}

const proofOf = '(select proof from collections where id = :orderId)'
const leftAwaiting = `
    auto_awaiting = auto_awaiting
      - iif(${proofOf} = 'awaiting' or ${proofOf} = 'unproven', :amount, 0),
    auto_unproven = auto_unproven - (${proofOf} = 'unproven')`

const leaveProof = sqlText<Omit<EndedProof, 'today'>>(`
  update bank_accounts set ${leftAwaiting}
  where id = :accountId and (${proofOf} = 'awaiting' or ${proofOf} = 'unproven')
`)

// What a statement has contradicted before is told once.
const leaveContradicted = sqlText<EndedProof>(`
  update bank_accounts
  set ${leftAwaiting},
    auto_contradicted = coalesce(auto_contradicted, :orderId),
    auto_counts = ${countMore('contradicted', '1', ':today')}
  where id = :accountId and ${proofOf} <> 'contradicted'
`)

const turnBack = sqlText<Pick<EndedProof, 'orderId' | 'accountId'>>(`
  update bank_accounts set auto = 'assign', version = version + 1
  where id = :accountId and auto = 'settle' and ${proofOf} <> 'contradicted'
`)

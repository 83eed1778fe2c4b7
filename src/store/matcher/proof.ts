import type { Statement } from '../database.ts'
import { insertJournalRowOfChange, type NewJournalRow } from '../people/journal.ts'
import { sqlText } from '../sql-text.ts'
import { countMore } from './auto-counts.ts'

// The proof of automatic settlements (matching §5). An account's `auto_awaiting` is the sum paid by its `awaiting` and
// `unproven` settlements; `auto_unproven` counts the latter.

/** Whether a collection was settled automatically and awaits proof, as SQL. */
export const awaitsProof = (one = 'collections') =>
  `(${one}.settled_by = 'auto' and (${one}.proof = 'awaiting' or ${one}.proof = 'unproven'))`

// The name of `autoActor`, split because a word after a colon would be a named value.
const matcherName = `'system:' || 'matcher'`

/** Whether the service has claimed a transaction, as SQL. */
export const isClaimedByMatcher = (one: string) => `${one}.claimed_by = ${matcherName}`

/**
 * Whether a transaction `line` paid the settlement in force of its order, as SQL: a transaction that was sent back
 * stays with an order that may be settled again.
 */
export const isOfSettlement = `case when ${isClaimedByMatcher('line')} then not exists (
    select 1 from events where order_id = line.order_id and name = 'reversed' and at >= line.claimed_at
  ) else 0 end`

// The orders settled automatically with the lines of a JSON array; `place` is the path of a line's id.
const settledWith = (lines: string, place: string) => `
  from json_each(${lines}) as named
  cross join bank_transactions as line on line.id = named.value ${place}
  cross join collections on collections.id = line.order_id
  where ${isOfSettlement} and collections.settled_by = 'auto'`

/**
 * The changes of an account's row by a statement that confirms lines, as SQL: `:pairs` are the lines, `:firstStated`
 * the statement's first complete day, or null. Settlements from three days before it on are compared again.
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
      when auto_awaiting = 0 or :firstStated is null then proof_from
      else min(coalesce(proof_from, :firstStated - 3), :firstStated - 3)
    end`

/** Marks the orders of confirmed lines as proved. Comes after the account's row. */
export const confirmOrders = sqlText<{ readonly pairs: string }>(`
  update collections set proof = 'confirmed'
  where proof <> 'confirmed' and id in (
    select collections.id ${settledWith(':pairs', `->> 'id'`)}
  )
`)

/** Lines of an import that is being undone, by their ids: those that remain become unconfirmed. */
type UndoneLines = { readonly importId: number; readonly ids: string }

const confirmedByImport = `${settledWith(':ids', '')}
  and line.import_id = :importId and line.source <> 'statement' and collections.proof = 'confirmed'`

/** Their addition to the account's `auto_awaiting`, as SQL of `UndoneLines`. */
export const awaitingAgain = `(select coalesce(sum(line.amount), 0) ${confirmedByImport})`

/** Makes their orders await proof again, and restarts the minute's job for them. Comes before the lines. */
export function awaitAgain(lines: UndoneLines): readonly Statement[] {
  return [lookAgain(lines), awaitProofAgain(lines)]
}

const lookAgain = sqlText<UndoneLines>(`
  update auto_switch set proved_to = (select min(line.created_at) - 1 ${confirmedByImport})
  where id = 1 and proved_to > (select min(line.created_at) - 1 ${confirmedByImport})
`)

const awaitProofAgain = sqlText<UndoneLines>(`
  update collections set proof = 'awaiting' where id in (select collections.id ${confirmedByImport})
`)

/** An order whose automatic settlement has ended. */
type EndedProof = {
  readonly orderId: number
  readonly accountId: number
  /** The amount of its line, in hundredths. */
  readonly amount: number
  /** Asia/Taipei, in days since 1970. */
  readonly today: number
}

/**
 * Subtracts an order's automatic settlement from its account's sum awaiting proof, if it awaits any. Comes before the
 * order's own statement.
 *
 * @param contradiction the journal row of the account, if the order contradicts the service: `settle` is turned back to
 *   `assign`
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

// An order that a statement has contradicted is reported once.
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

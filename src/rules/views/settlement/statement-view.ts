import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { EntryKind } from '../../accounts/ledger.ts'
import type { SettlementStatement } from '../../settlement/statement.ts'
import { type StatementSums, sumsOfEntry } from '../../settlement/statement-sums.ts'
import { bucketsView } from '../balance-view.ts'
import { type BookedEntry, ledgerEntryView } from '../ledger-view.ts'

/** A merchant's statement, as the platform and the merchant read it (fees §4). */
export function settlementStatementView(statement: SettlementStatement) {
  const { number, openedAt, closedAt, withdrawal, opening, closing, sums } = statement
  return {
    number,
    state: closedAt === null ? ('open' as const) : ('closed' as const),
    opened_at: secondsToTaipei(openedAt),
    closed_at: secondsToTaipei(closedAt),
    withdrawal,
    opening: bucketsView(opening),
    ...sumsView(sums),
    closing: bucketsView(closing),
  }
}

function sumsView(sums: StatementSums) {
  return {
    collections: toAmount(sums.collections),
    payouts: toAmount(sums.payouts),
    returned: toAmount(sums.returned),
    withdrawn: toAmount(sums.withdrawn),
    corrections: toAmount(sums.corrections),
    fees: toAmount(sums.fees),
  }
}

export type StatementEntry = BookedEntry & { readonly kind: EntryKind }

/** An entry as a line of its statement's file, with its part of each sum. */
export function statementEntryView(entry: StatementEntry) {
  const {
    fee: _fee,
    actor: _actor,
    order_id: _orderId,
    seq: _seq,
    ...line
  } = ledgerEntryView(entry)
  return { ...line, ...sumsView(sumsOfEntry(entry, entry.kind)) }
}

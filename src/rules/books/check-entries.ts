import type { LedgerEntry } from '../accounts/ledger.ts'
import { type EventFact, entriesFor } from '../orders/order-events.ts'
import { amountText, differences, type Finding } from './finding.ts'

/** An entry of an event, by its number: the first is 1. */
export type NumberedEntry = LedgerEntry & { readonly number: number }

/** The differences between an event's entries and those that follow from it. `event` names it. */
export function entryFindings(
  event: string,
  fact: EventFact,
  entries: readonly NumberedEntry[],
): readonly Finding[] {
  const wanted = entriesFor(fact)
  const there = new Map(entries.map((entry) => [entry.number, entry]))
  const numbers = new Set([...wanted.map((_, place) => place + 1), ...there.keys()])
  return [...numbers].flatMap((number) => {
    const row = { record: 'ledger_entries', subject: `${event}.${number}` } as const
    const [should, is] = [wanted[number - 1], there.get(number)]
    return should === undefined || is === undefined
      ? differences(row, { entry: entryText(should) }, { entry: entryText(is) })
      : differences(row, fieldsOf(should), fieldsOf(is))
  })
}

function fieldsOf({ from, to, amount, fee }: LedgerEntry): Record<string, string> {
  return { from_bucket: from, to_bucket: to, amount: amountText(amount), fee: amountText(fee) }
}

function entryText(entry: LedgerEntry | undefined): string {
  return entry === undefined ? '' : `${entry.from}>${entry.to} ${amountText(entry.amount)}`
}

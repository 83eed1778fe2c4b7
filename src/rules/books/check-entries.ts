import { entriesFor } from '../orders/order-events.ts'
import type { NumberedEntry } from './check-order.ts'
import { amountText, type Finding } from './finding.ts'
import type { BookedEvent } from './order-history.ts'

/** How the entries of an event differ from those that follow from it; `subject` names the event. */
export function entryFindings(
  subject: string,
  { fact, entries }: Pick<BookedEvent, 'fact'> & { readonly entries: readonly NumberedEntry[] },
): readonly Finding[] {
  const wanted = new Map(entriesFor(fact).map((entry, place) => [place + 1, entry]))
  const there = new Map(entries.map((entry) => [entry.number, entry]))
  const numbers = [...new Set([...wanted.keys(), ...there.keys()])].sort((a, b) => a - b)
  return numbers.flatMap((number): Finding[] => {
    const [expected, found] = [wanted.get(number), there.get(number)]
    const differing = (field: string, is: string, should: string): Finding[] =>
      is === should
        ? []
        : [
            {
              ...{ record: 'ledger_entries', subject: `${subject}.${number}`, field },
              ...{ expected: should, found: is },
            },
          ]
    if (expected === undefined || found === undefined) {
      return differing('entry', textOf(found), textOf(expected))
    }
    return [
      ...differing('from_bucket', found.from, expected.from),
      ...differing('to_bucket', found.to, expected.to),
      ...differing('amount', amountText(found.amount), amountText(expected.amount)),
    ]
  })
}

function textOf(entry: Omit<NumberedEntry, 'number'> | undefined): string {
  return entry === undefined ? '' : `${entry.from}>${entry.to} ${amountText(entry.amount)}`
}

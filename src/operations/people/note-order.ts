import { invalid } from '../../contract/refusals.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { JsonView } from '../../rules/people/changed-fields.ts'
import { noteView } from '../../rules/views/people/note-view.ts'
import { insertNote, notesMax } from '../../store/people/journal.ts'
import { say } from '../../units/language.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import {
  findOrder,
  type MoveCommand,
  type OrderBook,
  type OrderOfMerchant,
} from '../orders/move-order.ts'
import { journalRow } from './journal-rows.ts'

/**
 * Adds a person's note to an order (back office §8) as a row of the journal, so it is never edited and no merchant sees
 * it. Refuses a note beyond the limit.
 */
export async function noteOrder<O extends Order, Found extends OrderOfMerchant<O>>(
  book: OrderBook<O, JsonView, Found>,
  { context, principal, tradeNo, input: text }: MoveCommand<string>,
): Promise<ReturnType<typeof noteView>> {
  const { order, merchantContext } = await findOrder(context, book, { tradeNo, reader: principal })
  const home = contextOfOrder(context, order.id) ?? merchantContext
  const row = journalRow(home, principal, {
    action: 'note',
    subject: { kind: book.kind.name, name: order.tradeNo },
    before: null,
    after: { text },
    reason: '',
  })
  const written = await insertNote(home.db, row)
  if (written === null)
    throw invalid(
      'text',
      say(`一筆訂單至多 ${notesMax} 則備註`, `An order has at most ${notesMax} notes`),
    )
  return noteView({ ...row, ...written, actor: principal.name })
}

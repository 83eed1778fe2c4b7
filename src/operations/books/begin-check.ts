import type { Context, MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { startJournaledPass } from '../../store/books/book-passes.ts'
import { toSeconds } from '../../units/clock.ts'
import { allContexts } from '../merchant-contexts.ts'
import { journalRow } from '../people/journal-rows.ts'
import { showBooks } from './show-books.ts'

/**
 * Begins a check of the books in each database without one; the minute's job takes its steps (back office §6). Refuses
 * with `check_running` if every database has one.
 */
export async function beginCheck(context: Context, principal: Principal) {
  const starts = await Promise.all(allContexts(context).map((one) => beginIn(one, principal)))
  if (!starts.includes(true)) throw new Refusal('check_running')
  return showBooks(context)
}

function beginIn(context: MerchantContext, principal: Principal): Promise<boolean> {
  const row = journalRow(context, principal, {
    action: 'check',
    subject: { kind: 'books', name: String(context.databaseNumber) },
    before: null,
    after: null,
    reason: '',
  })
  return startJournaledPass(context.db, toSeconds(context.now()), row)
}

import type { Context } from '../env.ts'
import type { Collection, CollectionStep } from '../rules/collection.ts'
import { entriesFor } from '../rules/journal.ts'
import { bucketChanges, ledgerChannel } from '../rules/ledger.ts'
import { collectionTallyChanges } from '../rules/tally.ts'
import { oweCallback } from '../store/callbacks.ts'
import type { Statement } from '../store/database.ts'
import { appendEvent, post } from '../store/journal.ts'

/**
 * What a collection's step writes beside the collection itself: its event, its effect on the books, and the callback
 * it owes. Committed in one batch with the collection, or not at all.
 */
export function consequencesOf(
  context: Context,
  before: Collection | null,
  { collection, event, callback }: CollectionStep,
): readonly Statement[] {
  const { db, settings } = context
  const entries = entriesFor(event.fact)
  const posting = {
    merchantId: collection.merchantId,
    channel: ledgerChannel(collection.channel, settings.exchangeCode),
    event,
    entries,
    changes: bucketChanges(entries),
    tallies: collectionTallyChanges(before, collection),
  }
  return [
    appendEvent(db, event),
    ...post(db, posting),
    ...(callback === null ? [] : [oweCallback(db, collection, callback, event.at)]),
  ]
}

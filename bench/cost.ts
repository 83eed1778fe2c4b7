import { costOf, prices, type Used } from './prices.ts'
import { fixed, tableOf } from './table.ts'
import type { RequestUsage } from './usage.ts'

/**
 * What a paid collection with its delivered callback uses, from the creation on. test/workerd/usage.test.ts counts the
 * rows one by one. The back office's call reaches the public Worker by RPC, which is not charged as a request. An
 * invocation of the queue's consumer may have up to 20 messages; here it has one.
 */
export const perPaidCollection = {
  /** Creation, the back office's call, and the consumer of the queue. */
  workerRequest: 3,
  rowRead: 48,
  rowWritten: 19,
  /** One message: written, read, deleted. */
  queueOperation: 3,
  /** Our lines of the request and of the attempt; the platform's own of each invocation are turned off. */
  logEvent: 2,
} as const satisfies Used

const million = 1_000_000

/** Prints what a million paid collections cost, and a million of each kind of request. */
export function printCost(
  usage: Readonly<Record<string, RequestUsage>>,
  processorMs: (kind: string) => number,
): void {
  const spent = [processorMs('create collection') * 2, processorMs('callbacks')]
  const processor = spent.filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0)
  const items = costOf({ ...perPaidCollection, processorMs: processor })
  const total = items.reduce((sum, [, dollars]) => sum + dollars, 0)
  console.log(
    `\nA million paid collections with delivered callbacks, at the prices of ${prices.asOf}`,
  )
  const rows = items.map(([item, dollars]) => {
    return [item, `$${fixed(dollars * million)}`, `${fixed((dollars / total) * 100, 0)} %`]
  })
  console.log(
    tableOf(['what', 'cost', 'share'], [...rows, ['all', `$${fixed(total * million)}`, '']]),
  )
  const perKind = Object.entries(usage).map(([kind, used]) => {
    const dollars = costOf(usedBy(used, processorMs(kind))).reduce((sum, [, one]) => sum + one, 0)
    return [kind, `$${fixed(dollars * million)}`]
  })
  console.log(`\n${tableOf(['a million requests', 'cost'], perKind)}`)
}

function usedBy(used: RequestUsage, processorMs: number): Used {
  return {
    workerRequest: 1,
    logEvent: 2,
    rowRead: used.rowsRead,
    rowWritten: used.rowsWritten,
    kvRead: used.kvReads,
    kvWrite: used.kvWrites,
    queueOperation: used.queueMessages * 3,
    processorMs: Number.isNaN(processorMs) ? 0 : processorMs,
  }
}

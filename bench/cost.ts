import { costOf, prices, type Usage } from './prices.ts'
import { stories } from './stories.ts'
import { fixed, tableOf } from './table.ts'
import type { RequestUsage } from './usage.ts'

const million = 1_000_000

/**
 * Prints what a million payments of each story cost, and a million of each kind of request. Processor time is taken for
 * that of two creations and a callback.
 */
export function printCost(
  usage: Readonly<Record<string, RequestUsage>>,
  processorMs: (kind: string) => number,
): void {
  const spent = [processorMs('create collection') * 2, processorMs('callbacks')]
  const processor = spent.filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0)
  console.log(`\nA million payments with delivered callbacks, at the prices of ${prices.asOf}`)
  for (const [name, { title, used }] of Object.entries(stories)) {
    const items = costOf({ ...used, processorMs: processor })
    const total = items.reduce((sum, [, dollars]) => sum + dollars, 0)
    const rows = items.map(([item, dollars]) => {
      return [item, `$${fixed(dollars * million)}`, `${fixed((dollars / total) * 100, 0)} %`]
    })
    console.log(`\n${name}: ${title}`)
    console.log(
      tableOf(['what', 'cost', 'share'], [...rows, ['all', `$${fixed(total * million)}`, '']]),
    )
  }
  const perKind = Object.entries(usage).map(([kind, used]) => {
    const dollars = costOf(usedBy(used, processorMs(kind))).reduce((sum, [, usd]) => sum + usd, 0)
    return [kind, `$${fixed(dollars * million)}`]
  })
  console.log(`\n${tableOf(['a million requests', 'cost'], perKind)}`)
}

function usedBy(used: RequestUsage, processorMs: number): Usage {
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

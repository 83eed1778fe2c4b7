import { type Comparison, ratiosOf, type Spread, spreadOf } from './compare.ts'
import { printCost } from './cost.ts'
import type { Measurements } from './main.ts'
import { fixed, tableOf } from './table.ts'
import { linesOf } from './turns.ts'

/** Prints what was measured, as tables. */
export function printReport(measured: Measurements): void {
  const { startedAt, processor, load, effort, comparisons, usage } = measured
  console.log(
    `\n${startedAt}, ${processor}, load average ${load.map((average) => fixed(average)).join(' to ')}`,
  )
  console.log(
    `${effort.pairs} pairs of ${effort.requests} requests over ${measured.connections} connections, ` +
      'medians, the spread of the pairs in brackets\n',
  )
  const header = [
    'request',
    '/s',
    'bare /s',
    'throughput ÷ bare',
    'p50 ÷ bare',
    'p99 ÷ bare',
    'processor ms',
    'bare ms',
  ]
  console.log(tableOf(header, comparisons.map(rowOf)))
  const counts = ['request', 'D1 trips', 'rows read', 'rows written', 'KV', 'queue']
  console.log(`\n${tableOf(counts, Object.entries(usage).map(usageRow))}`)
  printCost(usage, processorMsOf(comparisons))
  printTroubles(measured)
}

function printTroubles({ incidents, failures }: Measurements): void {
  console.log(`\nTurns that went wrong: ${incidents.length}`)
  for (const line of incidents.flatMap(linesOf)) console.log(line)
  if (failures.length === 0) return
  console.log(`Not measured: ${failures.map(({ kind }) => kind).join(', ')}`)
}

function rowOf(comparison: Comparison): string[] {
  const { kind, ours, bare } = comparison
  const median = (runs: typeof ours, figure: 'perSecond' | 'processorMs') =>
    spreadOf(runs.map((run) => run[figure])).median
  return [
    kind,
    fixed(median(ours, 'perSecond'), 0),
    fixed(median(bare, 'perSecond'), 0),
    spread(ratiosOf(comparison, 'perSecond')),
    fixed(ratiosOf(comparison, 'p50').median),
    fixed(ratiosOf(comparison, 'p99').median),
    fixed(median(ours, 'processorMs'), 3),
    fixed(median(bare, 'processorMs'), 3),
  ]
}

function spread({ median, min, max }: Spread): string {
  return `${fixed(median)} [${fixed(min)}–${fixed(max)}]`
}

function usageRow([kind, used]: [string, Measurements['usage'][string]]): string[] {
  const { trips, rowsRead, rowsWritten, kvReads, kvWrites, queueMessages } = used
  return [kind, trips, rowsRead, rowsWritten, kvReads + kvWrites, queueMessages].map(String)
}

function processorMsOf(comparisons: readonly Comparison[]): (kind: string) => number {
  return (kind) => {
    const found = comparisons.find((comparison) => comparison.kind === kind)
    return spreadOf(found?.ours.map((run) => run.processorMs) ?? []).median
  }
}

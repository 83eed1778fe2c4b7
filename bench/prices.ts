/** The platform's published prices beyond what a paid plan includes, in US dollars. */
export const prices = {
  /** When they were last looked up. */
  asOf: '2026-11-21',
  workerRequest: 0.3 / 1e6,
  processorMs: 0.02 / 1e6,
  rowRead: 0.001 / 1e6,
  rowWritten: 1 / 1e6,
  kvRead: 0.5 / 1e6,
  kvWrite: 5 / 1e6,
  /** Up to 64 KB; a message is written, read and deleted. */
  queueOperation: 0.4 / 1e6,
  logEvent: 0.6 / 1e6,
  gigabyteMonth: 0.75,
} as const

/** Amounts of what has a price. */
export type Usage = Readonly<Partial<Record<Exclude<keyof typeof prices, 'asOf'>, number>>>

/** The cost of each item, the highest first. */
export function costOf(used: Usage): readonly (readonly [item: string, dollars: number])[] {
  const items = Object.entries(used) as [keyof Usage, number][]
  return items
    .map(([item, count]) => [item, count * prices[item]] as const)
    .sort(([, one], [, other]) => other - one)
}

import type { StoredLine } from '../service/database.ts'

/**
 * Compares the bank's lines with the orders that they were posted for, whose numbers they have: each order was settled
 * by the service, by its own line. Each problem names its order or its line.
 */
export function lineProblems(numbers: readonly string[], lines: readonly StoredLine[]): string[] {
  const kept = Map.groupBy(lines, ({ externalId }) => externalId)
  const posted = new Set(numbers)
  return [
    ...numbers.flatMap((number) => {
      const [line, ...more] = kept.get(number) ?? []
      if (line === undefined || more.length > 0) {
        return [`${number}: has ${kept.get(number)?.length ?? 0} lines`]
      }
      const isOwn = line.state === 'claimed' && line.number === number && line.settledBy === 'auto'
      const { state, settledBy } = line
      return isOwn ? [] : [`${number}: its line is ${state} by ${line.number} (${settledBy})`]
    }),
    ...[...kept.keys()]
      .filter((externalId) => !posted.has(externalId))
      .map((externalId) => `line ${externalId}: nobody posted it`),
  ]
}

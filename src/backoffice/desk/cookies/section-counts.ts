/** Whether a page of the queue shows a part of what waits: its counts are others. */
export function isNarrowed({
  query,
}: {
  readonly query: Readonly<Record<string, string>>
}): boolean {
  return ['who', 'bank_account', 'test'].some((name) => query[name] !== undefined)
}

/** How many orders each section of the queue has: its name, and a count to 99. */
export type SectionCounts = Readonly<Record<string, string>>

/** The counts of previous pages, from the text that `countsFor` has stored. */
export function sectionsFrom(text = ''): SectionCounts {
  const parts = text.split('.').map((one) => /^([a-z]{1,20})-(\d{1,2}m?)$/.exec(one) ?? [])
  return Object.fromEntries(
    parts.flatMap(([, name, count]) =>
      name === undefined || count === undefined ? [] : [[name, count.replace('m', '+')]],
    ),
  )
}

/** The text that they are kept as. */
export const sectionsText = (counts: SectionCounts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}-${count.replace('+', 'm')}`)
    .join('.')

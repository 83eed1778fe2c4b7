import * as z from 'zod'

/** Whether a page of the queue is filtered, so that its counts are not those of the whole queue. */
export function isNarrowed({
  query,
}: {
  readonly query: Readonly<Record<string, string>>
}): boolean {
  return ['who', 'bank_account', 'test'].some((name) => (query[name] ?? '') !== '')
}

/** How many orders each section of the queue has, as previous pages counted: its name, and a count to 99. */
export const sectionCounts = z.record(z.string(), z.string().regex(/^\d{1,2}\+?$/))

export type SectionCounts = Readonly<z.infer<typeof sectionCounts>>

/** The rows of an order, by table, with their values by column. */
type RowsByTable = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** The first line of an object: its identity, and the sums of its orders in hundredths. */
type ArchiveHeader = {
  readonly format: 1
  readonly id: number
  readonly orders: number
  readonly collected: number
  readonly paidOut: number
}

export type ArchivedRecord = { readonly id: number; readonly rows: RowsByTable }

/** An object's lines: its header, then one for each order (docs/growing.md). */
export function* archiveLines(
  header: ArchiveHeader,
  records: readonly ArchivedRecord[],
): Generator<string> {
  yield `${JSON.stringify(header)}\n`
  for (const { id, rows } of records) {
    const present = Object.entries(rows).filter(([, tableRows]) => tableRows.length > 0)
    yield `${JSON.stringify({ id, rows: Object.fromEntries(present) })}\n`
  }
}

/** The orders of an object. Throws if the number of its lines differs from its header. */
export function archivedRecords(text: string): readonly ArchivedRecord[] {
  const [first = '{}', ...lines] = text.split('\n').filter((line) => line !== '')
  const { format, orders } = JSON.parse(first) as ArchiveHeader
  if (format !== 1 || orders !== lines.length) throw new Error('archive: an object is not whole')
  return lines.map((line) => JSON.parse(line) as ArchivedRecord)
}

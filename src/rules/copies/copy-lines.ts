type CopiedValue = string | number | null

/** Rows that are copied together under one key, and replace those of an earlier copy. */
export type CopyUnit = {
  readonly kind: string
  readonly key: string
  /** The rows of each table, with their values by column. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

/** The first line of a chunk, which holds the rows read in one transaction. */
export type ChunkHeader = {
  readonly format: typeof copyFormat
  readonly database: string
  readonly line: string
  /** UTC seconds. */
  readonly at: number
  /** The number of the read within the database. */
  readonly epoch: number
  /** Whether the chunks up to this one are the whole database at that moment. */
  readonly whole: boolean
  readonly units: number
  /** The columns of each table, in the order of the values. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** A further line of a chunk: kind, key, and the rows of each table. */
export type UnitLine = readonly [
  kind: string,
  key: string,
  rows: Readonly<Record<string, readonly (readonly CopiedValue[])[]>>,
]

/** The format written and read by this code. */
export const copyFormat = 2

/** A chunk as lines of JSON: its header, then a line for each unit (docs/recovery.md). */
export function* chunkLines(
  header: Omit<ChunkHeader, 'format' | 'units' | 'columns'>,
  units: readonly CopyUnit[],
): Generator<string> {
  const columns: Record<string, readonly string[]> = {}
  for (const { rows } of units) {
    for (const [table, [row]] of Object.entries(rows)) {
      if (row !== undefined) columns[table] ??= Object.keys(row)
    }
  }
  const whole: ChunkHeader = { format: copyFormat, ...header, units: units.length, columns }
  yield `${JSON.stringify(whole)}\n`
  for (const { kind, key, rows } of units) {
    const values = Object.entries(rows).map(([table, tableRows]) => [
      table,
      tableRows.map((row) => (columns[table] ?? []).map((column) => row[column])),
    ])
    yield `${JSON.stringify([kind, key, Object.fromEntries(values)])}\n`
  }
}

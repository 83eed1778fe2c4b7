/** Rows of cells as lines, the first column to the left and the others to the right. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
  return [
    line(header),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(line),
  ].join('\n')
}

/** A number with so many digits after the point. */
export function fixed(value: number, digits = 2): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits)
}

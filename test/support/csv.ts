/** Reads a CSV file as a spreadsheet does (RFC 4180): the cells of each line. Throws where a quote is out of place. */
export function readCsv(file: string): string[][] {
  const lines: string[][] = []
  let rest = file
  while (rest !== '') {
    const cells: string[] = []
    let end = ''
    while (end !== '\r\n') {
      const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
      if (match === null) throw new Error(`no cell: ${JSON.stringify(rest.slice(0, 40))}`)
      const [whole, quoted, plain = '', separator = ''] = match
      cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
      end = separator
      rest = rest.slice(whole.length)
    }
    lines.push(cells)
  }
  return lines
}

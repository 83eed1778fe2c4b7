/** A value of a table. Numbers are amounts and ids, which no spreadsheet misreads. */
export type CsvCell = string | number | boolean | null | object

/** The first character of a UTF-8 file, by which spreadsheets recognise the encoding. */
export const byteOrderMark = '\uFEFF'

/** A line of a CSV file, as RFC 4180 writes it (back office §7). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'true' : 'false'
  return inert(typeof cell === 'string' ? cell : JSON.stringify(cell))
}

// A spreadsheet would run text that looks like a formula, and drop an account number's leading zeros. An apostrophe
// marks both as text. Some spreadsheets remove leading blanks first, and read full-width signs as plain.
function inert(text: string): string {
  return formulaBeginning.test(text) || zerosBeginning.test(text) ? `'${text}` : text
}

const formulaBeginning = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
const zerosBeginning = /^0\d+$/

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

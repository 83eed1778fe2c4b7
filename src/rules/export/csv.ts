/** A value of a table. Numbers are amounts and ids, which no spreadsheet takes for anything else. */
export type Cell = string | number | boolean | null | object

/** What a file of UTF-8 text begins with, so that spreadsheets read it as such. */
export const byteOrderMark = '\uFEFF'

/** A line of a CSV file, as RFC 4180 writes it (back office §7). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'true' : 'false'
  return inert(typeof cell === 'string' ? cell : JSON.stringify(cell))
}

// A spreadsheet would run text that begins like a formula, and cut the zeros off a number of a bank account. An
// apostrophe tells it that both are text. Some take blanks off before they look, and full-width signs for plain ones.
function inert(text: string): string {
  return formulaBeginning.test(text) || zerosBeginning.test(text) ? `'${text}` : text
}

const formulaBeginning = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
const zerosBeginning = /^0\d+$/

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

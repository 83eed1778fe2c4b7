import { parse } from 'csv-parse/sync'
import type { StatementFormat } from '../../../contract/back-office/banking/statement-format.ts'
import type { StatementProblem } from '../../../contract/back-office/states.ts'
import type { LineProblem } from '../../../contract/refusals.ts'
import {
  bookedAt,
  type CellProblem,
  type Cells,
  parseLine,
  type StatementLine,
} from './statement-line.ts'
import { type TextLine, textLines } from './statement-text.ts'
import { parseDay } from './statement-values.ts'

/** The content of a file, in its own order. */
export type ReadStatement = {
  readonly lines: readonly StatementLine[]
  readonly problems: readonly LineProblem[]
  /** By the number of a line with a problem, its day as far as it is understood. */
  readonly problemDays: ReadonlyMap<number, number>
}

/** The most lines of a file, without its header and empty lines. */
export const linesMax = 20_000

/**
 * Reads a file by its format (back office §3). A record is one line of the file: a line break within quotes is a
 * problem. Yields between slices, so that the caller can let others work, and returns the content. An unreadable file
 * has problems and no lines.
 *
 * @param latest the latest allowed booking, in UTC seconds
 */
export function* readStatement(
  bytes: Uint8Array,
  format: StatementFormat,
  latest: number,
): Generator<void, ReadStatement> {
  const problems: LineProblem[] = []
  const lines: StatementLine[] = []
  const problemDays = new Map<number, number>()
  const source = textLines(bytes, format.encoding)
  const header = headerOf(source, format)
  if (header.kind === 'problem') return { lines, problems: [header.problem], problemDays }
  const reader = { header, format, latest }
  let slice: TextLine[] = []
  let count = 0
  for (const one of source) {
    if (one.text?.trim() === '') continue
    count += 1
    if (count > linesMax) {
      problems.push({ line: one.line, problem: 'too_many_lines' })
      return { lines: [], problems, problemDays }
    }
    slice.push(one)
    if (slice.length < sliceLines) continue
    readSlice({ slice, reader, lines, problems, problemDays })
    slice = []
    yield
  }
  readSlice({ slice, reader, lines, problems, problemDays })
  if (lines.length === 0 && problems.length === 0) {
    problems.push({ line: format.header_lines + 1, problem: 'no_lines' })
  }
  return { lines, problems, problemDays }
}

const sliceLines = 250

/** The columns of a format's parts, and the number of cells in a line; null if the file has no header. */
type Header = {
  readonly kind: 'columns'
  readonly places: ReadonlyMap<string, number>
  readonly width: number | null
}

function headerOf(source: Iterator<TextLine>, format: StatementFormat): Header | Unreadable {
  let names: readonly string[] | null = null
  for (let line = 1; line <= format.header_lines; line += 1) {
    const { value, done } = source.next()
    if (done === true) return unreadableAt(line, 'no_lines')
    if (value.text === null) return unreadableAt(line, 'bytes_not_in_encoding')
    if (line < format.header_lines) continue
    names = cellsOf([value], format.delimiter)[0] ?? null
    if (names === null) return unreadableAt(line, 'quotes_not_closed')
  }
  const places = new Map<string, number>()
  for (const [part, column] of Object.entries(format.columns)) {
    const place =
      typeof column === 'string' ? (names?.indexOf(column.trim()) ?? -1) : (column ?? -1)
    if (place === -1) return unreadableAt(format.header_lines, 'column_not_found')
    places.set(part, place)
  }
  const width = names === null ? null : names.findLastIndex((name) => name !== '') + 1
  return { kind: 'columns', places, width }
}

type Unreadable = { readonly kind: 'problem'; readonly problem: LineProblem }

function unreadableAt(line: number, problem: StatementProblem): Unreadable {
  return { kind: 'problem', problem: { line, problem } }
}

type Reader = { readonly header: Header; readonly format: StatementFormat; readonly latest: number }

function readSlice({
  slice,
  reader,
  lines,
  problems,
  problemDays,
}: {
  readonly slice: readonly TextLine[]
  readonly reader: Reader
  readonly lines: StatementLine[]
  readonly problems: LineProblem[]
  readonly problemDays: Map<number, number>
}): void {
  for (const [place, cells] of cellsOf(slice, reader.format.delimiter).entries()) {
    const { line = 0, text = null } = slice[place] ?? {}
    if (cells?.every((cell) => cell === '')) continue
    const read = cells === null ? unreadable(text) : readCells(line, cells, reader)
    if (!('problem' in read)) {
      lines.push(read)
      continue
    }
    problems.push({ line, ...read })
    const day = parseDay(
      cells?.[reader.header.places.get('date') ?? -1] ?? '',
      reader.format.date_format,
    )
    if (day !== null) problemDays.set(line, day)
  }
}

function unreadable(text: string | null): CellProblem {
  return { problem: text === null ? 'bytes_not_in_encoding' : 'quotes_not_closed' }
}

function readCells(
  line: number,
  cells: readonly string[],
  { header: { places, width }, format, latest }: Reader,
): StatementLine | CellProblem {
  const least = width ?? Math.max(...places.values()) + 1
  if (cells.length < least) return { problem: 'too_few_columns' }
  if (width !== null && cells.slice(width).some((cell) => cell !== '')) {
    return { problem: 'too_many_columns' }
  }
  const at: Cells = (part) => {
    const place = places.get(part)
    return place === undefined ? null : (cells[place] ?? '')
  }
  const read = parseLine(line, at, format.date_format)
  return !('problem' in read) && bookedAt(read) > latest ? { problem: 'booked_ahead' } : read
}

// The reader parses many lines at once, which is ten times as fast. If it fails, each line is parsed alone.
function cellsOf(
  lines: readonly TextLine[],
  delimiter: string,
): readonly (readonly string[] | null)[] {
  const texts = lines.map(({ text }) => text)
  const together = texts.some((text) => text === null) ? null : parsed(texts.join('\n'), delimiter)
  if (together?.length === texts.length) return together
  return texts.map((text) => {
    const records = text === null ? null : parsed(text, delimiter)
    return records?.length === 1 ? (records[0] ?? null) : null
  })
}

function parsed(text: string, delimiter: string): readonly (readonly string[])[] | null {
  try {
    const options = { delimiter, record_delimiter: '\n', relax_column_count: true } as const
    return parse(text, options).map((cells) => cells.map((cell) => cell.trim()))
  } catch {
    return null
  }
}
